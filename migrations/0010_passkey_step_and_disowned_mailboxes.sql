CREATE TABLE `disowned_mailboxes` (
	`hash` text PRIMARY KEY NOT NULL,
	`until` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `disowned_mailboxes_until` ON `disowned_mailboxes` (`until`);--> statement-breakpoint
ALTER TABLE `ended_second_steps` ADD `kind` text DEFAULT 'app' NOT NULL;--> statement-breakpoint
ALTER TABLE `second_steps` ADD `kind` text DEFAULT 'app' NOT NULL;--> statement-breakpoint
CREATE INDEX `businesses_look_alike_pairs` ON `businesses` (replace(replace(replace(replace(replace(replace(replace(replace(replace(username_key, '-', ''), '_', ''), '.', ''), '0', 'o'), '1', 'l'), 'i', 'l'), 'rn', 'm'), 'vv', 'w'), 'cl', 'd'));