CREATE TABLE `trial_reminders` (
	`business_id` text NOT NULL,
	`kind` text NOT NULL,
	`first_tried_at` integer NOT NULL,
	`tried_at` integer NOT NULL,
	`done_at` integer,
	PRIMARY KEY(`business_id`, `kind`),
	FOREIGN KEY (`business_id`) REFERENCES `businesses`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `businesses_trial_end` ON `businesses` (created_at + 86400000 * case when trial_duration_days is null then 7 else trial_duration_days end) WHERE trial = 1 and deletion_begun_at is null;