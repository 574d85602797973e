ALTER TABLE `invitations` ADD `invited_by` text;--> statement-breakpoint
ALTER TABLE `memberships` ADD `invited_by` text;