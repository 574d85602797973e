CREATE TABLE `trial_marks` (
	`hash` text PRIMARY KEY NOT NULL,
	`at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `trial_marks_at` ON `trial_marks` (`at`);--> statement-breakpoint
CREATE TABLE `billing_mails` (
	`id` text PRIMARY KEY NOT NULL,
	`business_id` text NOT NULL,
	`kind` text NOT NULL,
	`subscription_id` text NOT NULL,
	`plan` text NOT NULL,
	`interval` text NOT NULL,
	`first_tried_at` integer,
	`tried_at` integer DEFAULT 0 NOT NULL,
	`done_at` integer,
	FOREIGN KEY (`business_id`) REFERENCES `businesses`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `billing_mails_business` ON `billing_mails` (`business_id`);--> statement-breakpoint
CREATE INDEX `billing_mails_owed` ON `billing_mails` (`tried_at`) WHERE done_at is null;