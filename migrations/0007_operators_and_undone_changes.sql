CREATE TABLE `operator_acts` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`at` integer NOT NULL,
	`operator` text NOT NULL,
	`kind` text NOT NULL,
	`business_id` text,
	`username` text,
	`about` text,
	`credits` text,
	`change_id` integer
);
--> statement-breakpoint
CREATE INDEX `operator_acts_username` ON `operator_acts` (lower("username"));--> statement-breakpoint
CREATE TABLE `operators` (
	`name` text PRIMARY KEY NOT NULL,
	`password_hash` text NOT NULL,
	`rights` text NOT NULL,
	`added_at` integer NOT NULL,
	`added_by` text,
	`disabled_at` integer
);
--> statement-breakpoint
CREATE TABLE `ended_second_steps` (
	`user_id` text NOT NULL,
	`ended_at` integer NOT NULL,
	`secret` text NOT NULL,
	`created_at` integer NOT NULL,
	`confirmed_at` integer NOT NULL,
	`last_step` integer NOT NULL,
	`code_hashes` text NOT NULL,
	PRIMARY KEY(`user_id`, `ended_at`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `ended_second_steps_ended` ON `ended_second_steps` (`ended_at`);--> statement-breakpoint
ALTER TABLE `admin_sessions` ADD `operator` text REFERENCES operators(name);--> statement-breakpoint
INSERT INTO `operator_acts` (`at`, `operator`, `kind`, `business_id`, `username`, `credits`, `change_id`)
SELECT `at`, `admin`, 'credits_changed', `business_id`, `username`, json_object('before', json(`before`), 'after', json(`after`)), `id`
FROM `admin_changes` ORDER BY `id`;--> statement-breakpoint
CREATE TRIGGER `operator_acts_not_replaced` BEFORE INSERT ON `operator_acts` WHEN EXISTS (SELECT 1 FROM `operator_acts` WHERE `id` = NEW.`id`) BEGIN SELECT RAISE(ABORT, 'operator_acts only grows'); END;--> statement-breakpoint
CREATE TRIGGER `operator_acts_not_changed` BEFORE UPDATE ON `operator_acts` BEGIN SELECT RAISE(ABORT, 'operator_acts only grows'); END;--> statement-breakpoint
CREATE TRIGGER `operator_acts_not_deleted` BEFORE DELETE ON `operator_acts` BEGIN SELECT RAISE(ABORT, 'operator_acts only grows'); END;
