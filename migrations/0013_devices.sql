CREATE TABLE `devices` (
	`id` text PRIMARY KEY NOT NULL,
	`business_id` text NOT NULL,
	`location_id` text NOT NULL,
	`name` text NOT NULL,
	`idle_minutes` integer NOT NULL,
	`created_at` integer NOT NULL,
	`code_hash` text,
	`token_hash` text,
	`last_seen_at` integer NOT NULL,
	FOREIGN KEY (`business_id`) REFERENCES `businesses`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `devices_code` ON `devices` (`code_hash`);--> statement-breakpoint
CREATE UNIQUE INDEX `devices_token` ON `devices` (`token_hash`);--> statement-breakpoint
CREATE INDEX `devices_business` ON `devices` (`business_id`);--> statement-breakpoint
CREATE INDEX `devices_last_seen` ON `devices` (`last_seen_at`);--> statement-breakpoint
ALTER TABLE `memberships` ADD `pin_hash` text;--> statement-breakpoint
ALTER TABLE `memberships` ADD `pin_tries` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `sessions` ADD `device_id` text;--> statement-breakpoint
CREATE INDEX `sessions_device` ON `sessions` (`device_id`) WHERE device_id is not null;