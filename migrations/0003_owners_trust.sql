CREATE TABLE `resting_usernames` (
	`hash` text PRIMARY KEY NOT NULL,
	`at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `resting_usernames_at` ON `resting_usernames` (`at`);--> statement-breakpoint
ALTER TABLE `users` ADD `device_generation` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `users` ADD `changes_held_until` integer;--> statement-breakpoint
CREATE INDEX `businesses_look_alike` ON `businesses` (replace(replace(replace(replace(replace(replace(username_key, '-', ''), '_', ''), '.', ''), '0', 'o'), '1', 'l'), 'i', 'l'));