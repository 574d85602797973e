ALTER TABLE `visit_history` ADD `promised_low` integer;--> statement-breakpoint
ALTER TABLE `visit_history` ADD `promised_high` integer;