CREATE TABLE `invitations` (
	`id` text PRIMARY KEY NOT NULL,
	`token_hash` text NOT NULL,
	`business_id` text NOT NULL,
	`email` text NOT NULL,
	`email_key` text NOT NULL,
	`role` text NOT NULL,
	`location_ids` text,
	`may_read_numbers` integer NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`business_id`) REFERENCES `businesses`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `invitations_token` ON `invitations` (`token_hash`);--> statement-breakpoint
CREATE UNIQUE INDEX `invitations_business_email` ON `invitations` (`business_id`,`email_key`);--> statement-breakpoint
CREATE INDEX `invitations_expires` ON `invitations` (`expires_at`);--> statement-breakpoint
CREATE TABLE `ownership_offers` (
	`business_id` text PRIMARY KEY NOT NULL,
	`from_user_id` text NOT NULL,
	`to_user_id` text NOT NULL,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`business_id`) REFERENCES `businesses`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
ALTER TABLE `memberships` ADD `name` text;--> statement-breakpoint
ALTER TABLE `memberships` ADD `location_ids` text;--> statement-breakpoint
ALTER TABLE `memberships` ADD `may_read_numbers` integer DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX `memberships_business` ON `memberships` (`business_id`);--> statement-breakpoint
ALTER TABLE `sessions` ADD `business_id` text;