CREATE TABLE `visit_hours` (
	`location_id` text NOT NULL,
	`day` text NOT NULL,
	`hour` integer NOT NULL,
	`joined` integer NOT NULL,
	`served` integer NOT NULL,
	`waited_ms` integer NOT NULL,
	`no_shows` integer NOT NULL,
	`waits_under_5` integer NOT NULL,
	`waits_under_10` integer NOT NULL,
	`waits_under_15` integer NOT NULL,
	`waits_under_30` integer NOT NULL,
	`waits_longer` integer NOT NULL,
	`promises` integer NOT NULL,
	`promise_error_ms` integer NOT NULL,
	`promises_kept` integer NOT NULL,
	PRIMARY KEY(`location_id`, `day`, `hour`)
);
--> statement-breakpoint
ALTER TABLE `locations` ADD `people_swept_at` integer;--> statement-breakpoint
CREATE INDEX `locations_people_swept` ON `locations` (`people_swept_at`) WHERE removed_at is null;--> statement-breakpoint
ALTER TABLE `visit_history` ADD `timezone` text;--> statement-breakpoint
CREATE INDEX `visit_history_uncounted` ON `visit_history` (`visit_id`) WHERE timezone is null;