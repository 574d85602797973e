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
ALTER TABLE `admin_sessions` ADD `awaits` text;--> statement-breakpoint
ALTER TABLE `asked_acts` ADD `what` text;--> statement-breakpoint
ALTER TABLE `asked_acts` ADD `businesses` text;