CREATE TABLE `form_mails` (
	`id` text PRIMARY KEY NOT NULL,
	`form` text NOT NULL,
	`message_id` integer NOT NULL,
	`tried_at` integer NOT NULL,
	`open_tries` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `form_mails_tried` ON `form_mails` (`tried_at`);