CREATE TABLE `email_verifications` (
	`token_hash` text PRIMARY KEY NOT NULL,
	`business_id` text NOT NULL,
	`email` text NOT NULL,
	`email_key` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`business_id`) REFERENCES `businesses`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `email_verifications_business` ON `email_verifications` (`business_id`);--> statement-breakpoint
CREATE INDEX `email_verifications_expires` ON `email_verifications` (`expires_at`);--> statement-breakpoint
CREATE TABLE `recovery_codes` (
	`business_id` text NOT NULL,
	`code_hash` text NOT NULL,
	PRIMARY KEY(`business_id`, `code_hash`),
	FOREIGN KEY (`business_id`) REFERENCES `businesses`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `second_steps` (
	`business_id` text PRIMARY KEY NOT NULL,
	`secret` text NOT NULL,
	`created_at` integer NOT NULL,
	`confirmed_at` integer,
	`last_step` integer NOT NULL,
	FOREIGN KEY (`business_id`) REFERENCES `businesses`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
ALTER TABLE `businesses` ADD `email_verified_at` integer;--> statement-breakpoint
ALTER TABLE `businesses` ADD `deletion_begun_at` integer;--> statement-breakpoint
ALTER TABLE `businesses` ADD `erased_at` integer;--> statement-breakpoint
CREATE INDEX `businesses_deletion` ON `businesses` (`deletion_begun_at`) WHERE deletion_begun_at is not null;--> statement-breakpoint
ALTER TABLE `sessions` ADD `device` text;