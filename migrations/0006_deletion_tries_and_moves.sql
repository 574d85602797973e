ALTER TABLE `businesses` ADD `deletion_tried_at` integer;--> statement-breakpoint
ALTER TABLE `visit_history` ADD `moved` integer DEFAULT false NOT NULL;--> statement-breakpoint
UPDATE `businesses` SET `name` = '', `username` = '', `username_key` = 'deleted:' || `id`, `email` = '', `email_key` = 'deleted:' || `id`, `phone` = '', `password_hash` = '' WHERE `deletion_begun_at` IS NOT NULL;
