ALTER TABLE `businesses` ADD `idle_deletion_at` integer;--> statement-breakpoint
CREATE INDEX `businesses_idle` ON `businesses` (`idle_deletion_at`) WHERE idle_deletion_at is not null;--> statement-breakpoint
ALTER TABLE `users` ADD `logged_in_at` integer;--> statement-breakpoint
CREATE INDEX `users_logged_in` ON `users` (`logged_in_at`);