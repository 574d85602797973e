ALTER TABLE `credit_grants` ADD `plan` text DEFAULT 'Starter' NOT NULL;--> statement-breakpoint
ALTER TABLE `credit_grants` ADD `ceiling_revision` integer;--> statement-breakpoint
CREATE INDEX `credit_grants_ceiling` ON `credit_grants` (`ceiling_revision`) WHERE ceiling_revision is not null;--> statement-breakpoint
ALTER TABLE `development_subscriptions` ADD `pending_plan_key` text;--> statement-breakpoint
ALTER TABLE `development_subscriptions` ADD `pending_until` integer;--> statement-breakpoint
ALTER TABLE `development_subscriptions` ADD `card_declines` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `subscriptions` ADD `pending_plan` text;--> statement-breakpoint
ALTER TABLE `subscriptions` ADD `pending_until` integer;--> statement-breakpoint
UPDATE `credit_grants` SET `plan` = 'Professional' WHERE `subscription_id` IN (SELECT `id` FROM `subscriptions` WHERE `plan` = 'Professional');
