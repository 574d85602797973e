CREATE TABLE `asked_acts` (
	`subject` text PRIMARY KEY NOT NULL,
	`operator` text NOT NULL,
	`at` integer NOT NULL,
	`approved_by` text
);
