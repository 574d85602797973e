CREATE TABLE `businesses` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`username` text NOT NULL,
	`username_key` text NOT NULL,
	`email` text NOT NULL,
	`email_key` text NOT NULL,
	`phone` text NOT NULL,
	`password_hash` text NOT NULL,
	`plan` text NOT NULL,
	`trial` integer NOT NULL,
	`trial_duration_days` integer,
	`max_locations` integer NOT NULL,
	`base_customer_credits` integer NOT NULL,
	`base_sms_credits` integer NOT NULL,
	`subscription_status` text,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `businesses_username_key` ON `businesses` (`username_key`);--> statement-breakpoint
CREATE UNIQUE INDEX `businesses_email_key` ON `businesses` (`email_key`);--> statement-breakpoint
CREATE TABLE `development_messages` (
	`id` text PRIMARY KEY NOT NULL,
	`channel` text NOT NULL,
	`recipient` text NOT NULL,
	`body` text NOT NULL,
	`sent_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `limit_windows` (
	`key` text NOT NULL,
	`window_start` integer NOT NULL,
	`count` integer NOT NULL,
	PRIMARY KEY(`key`, `window_start`)
);
--> statement-breakpoint
CREATE INDEX `limit_windows_start` ON `limit_windows` (`window_start`);--> statement-breakpoint
CREATE TABLE `locations` (
	`id` text PRIMARY KEY NOT NULL,
	`business_id` text NOT NULL,
	`slot` integer NOT NULL,
	`generation` integer NOT NULL,
	`address` text NOT NULL,
	`timezone` text NOT NULL,
	`created_at` integer NOT NULL,
	`removed_at` integer,
	`customer_credits_left` integer,
	`sms_credits_left` integer,
	FOREIGN KEY (`business_id`) REFERENCES `businesses`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `locations_slot_generation` ON `locations` (`business_id`,`slot`,`generation`);--> statement-breakpoint
CREATE UNIQUE INDEX `locations_open_slot` ON `locations` (`business_id`,`slot`) WHERE removed_at is null;--> statement-breakpoint
CREATE TABLE `sessions` (
	`token_hash` text PRIMARY KEY NOT NULL,
	`business_id` text NOT NULL,
	`created_at` integer NOT NULL,
	`last_used_at` integer NOT NULL,
	FOREIGN KEY (`business_id`) REFERENCES `businesses`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `sessions_business` ON `sessions` (`business_id`);--> statement-breakpoint
CREATE TABLE `visit_history` (
	`visit_id` text PRIMARY KEY NOT NULL,
	`revision` integer NOT NULL,
	`business_id` text NOT NULL,
	`location_id` text NOT NULL,
	`outcome` text NOT NULL,
	`num_guests` integer NOT NULL,
	`waiting_preference` text NOT NULL,
	`joined_at` integer NOT NULL,
	`admitted_at` integer,
	`ended_at` integer NOT NULL,
	`promised_minutes` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `visit_history_location` ON `visit_history` (`location_id`,`joined_at`);