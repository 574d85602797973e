CREATE TABLE `text_peaks` (
	`business_id` text NOT NULL,
	`day` integer NOT NULL,
	`peak` integer NOT NULL,
	PRIMARY KEY(`business_id`, `day`)
);
