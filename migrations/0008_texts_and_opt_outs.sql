CREATE TABLE `text_opt_outs` (
	`number_hash` text PRIMARY KEY NOT NULL,
	`at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `texts` (
	`id` text PRIMARY KEY NOT NULL,
	`number_hash` text NOT NULL,
	`business_id` text NOT NULL,
	`location_id` text NOT NULL,
	`visit_id` text NOT NULL,
	`language` text NOT NULL,
	`at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `texts_number` ON `texts` (`number_hash`,`at`);--> statement-breakpoint
CREATE INDEX `texts_business` ON `texts` (`business_id`,`at`);--> statement-breakpoint
CREATE INDEX `texts_at` ON `texts` (`at`);