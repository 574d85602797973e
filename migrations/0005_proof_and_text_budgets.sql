CREATE TABLE `text_budgets` (
	`budget` text NOT NULL,
	`hour` integer NOT NULL,
	`taken` integer NOT NULL,
	PRIMARY KEY(`budget`, `hour`)
);
--> statement-breakpoint
CREATE TABLE `phone_codes` (
	`user_id` text PRIMARY KEY NOT NULL,
	`phone` text NOT NULL,
	`code_hash` text NOT NULL,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
ALTER TABLE `businesses` ADD `approved_name` text;--> statement-breakpoint
ALTER TABLE `users` ADD `phone_proven_at` integer;