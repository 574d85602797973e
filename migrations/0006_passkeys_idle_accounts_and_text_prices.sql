CREATE TABLE `text_peaks` (
	`business_id` text NOT NULL,
	`day` integer NOT NULL,
	`peak` integer NOT NULL,
	PRIMARY KEY(`business_id`, `day`)
);
--> statement-breakpoint
CREATE TABLE `former_addresses` (
	`email_key` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`until` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `former_addresses_user` ON `former_addresses` (`user_id`);--> statement-breakpoint
CREATE INDEX `former_addresses_until` ON `former_addresses` (`until`);--> statement-breakpoint
CREATE TABLE `passkey_challenges` (
	`hash` text PRIMARY KEY NOT NULL,
	`session_token_hash` text NOT NULL,
	`expires_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `passkey_challenges_expires` ON `passkey_challenges` (`expires_at`);--> statement-breakpoint
CREATE TABLE `passkeys` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`name` text NOT NULL,
	`public_key` text NOT NULL,
	`counter` integer NOT NULL,
	`created_at` integer NOT NULL,
	`last_used_at` integer,
	`removed_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `passkeys_user` ON `passkeys` (`user_id`);--> statement-breakpoint
ALTER TABLE `businesses` ADD `look_alike_key` text;--> statement-breakpoint
ALTER TABLE `businesses` ADD `idle_deletion_at` integer;--> statement-breakpoint
CREATE UNIQUE INDEX `businesses_look_alike_key` ON `businesses` (`look_alike_key`);--> statement-breakpoint
CREATE INDEX `businesses_idle` ON `businesses` (`idle_deletion_at`) WHERE idle_deletion_at is not null;--> statement-breakpoint
ALTER TABLE `users` ADD `phone_country` text;--> statement-breakpoint
ALTER TABLE `users` ADD `logged_in_at` integer;--> statement-breakpoint
CREATE INDEX `users_logged_in` ON `users` (`logged_in_at`);