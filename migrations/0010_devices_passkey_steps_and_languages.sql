CREATE TABLE `operator_passkeys` (
	`id` text PRIMARY KEY NOT NULL,
	`operator` text NOT NULL,
	`name` text NOT NULL,
	`public_key` text NOT NULL,
	`counter` integer NOT NULL,
	`created_at` integer NOT NULL,
	`last_used_at` integer,
	FOREIGN KEY (`operator`) REFERENCES `operators`(`name`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `operator_passkeys_operator` ON `operator_passkeys` (`operator`);--> statement-breakpoint
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
CREATE TABLE `disowned_mailboxes` (
	`hash` text PRIMARY KEY NOT NULL,
	`until` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `disowned_mailboxes_until` ON `disowned_mailboxes` (`until`);--> statement-breakpoint
ALTER TABLE `admin_sessions` ADD `awaits` text;--> statement-breakpoint
ALTER TABLE `asked_acts` ADD `what` text;--> statement-breakpoint
ALTER TABLE `asked_acts` ADD `businesses` text;--> statement-breakpoint
ALTER TABLE `invitations` ADD `invited_by` text;--> statement-breakpoint
ALTER TABLE `memberships` ADD `invited_by` text;--> statement-breakpoint
ALTER TABLE `memberships` ADD `pin_hash` text;--> statement-breakpoint
ALTER TABLE `memberships` ADD `pin_tries` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `ended_second_steps` ADD `kind` text DEFAULT 'app' NOT NULL;--> statement-breakpoint
ALTER TABLE `second_steps` ADD `kind` text DEFAULT 'app' NOT NULL;--> statement-breakpoint
ALTER TABLE `sessions` ADD `device_id` text;--> statement-breakpoint
CREATE INDEX `sessions_device` ON `sessions` (`device_id`) WHERE device_id is not null;--> statement-breakpoint
ALTER TABLE `users` ADD `language` text;--> statement-breakpoint
CREATE INDEX `businesses_look_alike_pairs` ON `businesses` (replace(replace(replace(replace(replace(replace(replace(replace(replace(username_key, '-', ''), '_', ''), '.', ''), '0', 'o'), '1', 'l'), 'i', 'l'), 'rn', 'm'), 'vv', 'w'), 'cl', 'd'));