CREATE TABLE `admin_changes` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`at` integer NOT NULL,
	`admin` text NOT NULL,
	`business_id` text NOT NULL,
	`username` text NOT NULL,
	`before` text NOT NULL,
	`after` text NOT NULL,
	`locations` text
);
--> statement-breakpoint
CREATE TABLE `admin_sessions` (
	`token_hash` text PRIMARY KEY NOT NULL,
	`credentials_hash` text NOT NULL,
	`created_at` integer NOT NULL,
	`last_used_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `feedback_messages` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`sent_at` integer NOT NULL,
	`name` text NOT NULL,
	`email` text NOT NULL,
	`business_name` text NOT NULL,
	`phone` text NOT NULL,
	`feedback_type` text NOT NULL,
	`severity` text,
	`subject` text NOT NULL,
	`message` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `sales_inquiries` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`sent_at` integer NOT NULL,
	`business_name` text NOT NULL,
	`business_website` text NOT NULL,
	`contact_name` text NOT NULL,
	`work_email` text NOT NULL,
	`phone` text NOT NULL,
	`locations` integer,
	`sms_per_month` integer,
	`customers_per_day` integer,
	`use_case` text NOT NULL,
	`budget` text NOT NULL,
	`subject` text NOT NULL,
	`message` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `billing_customers` (
	`business_id` text PRIMARY KEY NOT NULL,
	`customer_id` text NOT NULL,
	`checkout_id` text,
	`checkouts` integer DEFAULT 0 NOT NULL,
	`checkout_until` integer,
	`fetches` integer DEFAULT 0 NOT NULL,
	`applied` integer DEFAULT 0 NOT NULL,
	`refresh_due_at` integer,
	FOREIGN KEY (`business_id`) REFERENCES `businesses`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `billing_customers_customer_id_unique` ON `billing_customers` (`customer_id`);--> statement-breakpoint
CREATE INDEX `billing_customers_refresh_due` ON `billing_customers` (`refresh_due_at`) WHERE refresh_due_at is not null;--> statement-breakpoint
CREATE TABLE `billing_events` (
	`id` text PRIMARY KEY NOT NULL,
	`done_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `billing_events_done` ON `billing_events` (`done_at`);--> statement-breakpoint
CREATE TABLE `credit_grants` (
	`subscription_id` text NOT NULL,
	`period_start` integer NOT NULL,
	`slot` integer NOT NULL,
	`business_id` text NOT NULL,
	`revision` integer NOT NULL,
	`customer_credits` integer NOT NULL,
	`sms_credits` integer NOT NULL,
	`granted_at` integer NOT NULL,
	`fetch` integer NOT NULL,
	`plan` text NOT NULL,
	`ceiling_revision` integer,
	PRIMARY KEY(`subscription_id`, `period_start`, `slot`)
);
--> statement-breakpoint
CREATE INDEX `credit_grants_slot` ON `credit_grants` (`business_id`,`slot`,`revision`);--> statement-breakpoint
CREATE INDEX `credit_grants_revision` ON `credit_grants` (`revision`);--> statement-breakpoint
CREATE INDEX `credit_grants_ceiling` ON `credit_grants` (`ceiling_revision`) WHERE ceiling_revision is not null;--> statement-breakpoint
CREATE TABLE `subscriptions` (
	`id` text PRIMARY KEY NOT NULL,
	`business_id` text NOT NULL,
	`plan` text NOT NULL,
	`interval` text NOT NULL,
	`status` text NOT NULL,
	`period_start` integer NOT NULL,
	`period_end` integer NOT NULL,
	`cancel_at_period_end` integer NOT NULL,
	`past_due_since` integer,
	`ended_at` integer,
	`pending_plan` text,
	`pending_until` integer,
	FOREIGN KEY (`business_id`) REFERENCES `businesses`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `subscriptions_business` ON `subscriptions` (`business_id`);--> statement-breakpoint
CREATE TABLE `businesses` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`username` text NOT NULL,
	`username_key` text NOT NULL,
	`plan` text NOT NULL,
	`trial` integer NOT NULL,
	`trial_duration_days` integer,
	`max_locations` integer NOT NULL,
	`base_customer_credits` integer NOT NULL,
	`base_sms_credits` integer NOT NULL,
	`subscription_status` text,
	`credits_end_at` integer,
	`billing_revision` integer NOT NULL,
	`created_at` integer NOT NULL,
	`deletion_begun_at` integer,
	`deletion_tried_at` integer,
	`erased_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `businesses_username_key` ON `businesses` (`username_key`);--> statement-breakpoint
CREATE INDEX `businesses_deletion` ON `businesses` (`deletion_begun_at`) WHERE deletion_begun_at is not null;--> statement-breakpoint
CREATE INDEX `businesses_trial_end` ON `businesses` (created_at + 86400000 * case when trial_duration_days is null then 7 else trial_duration_days end) WHERE trial = 1 and deletion_begun_at is null;--> statement-breakpoint
CREATE TABLE `memberships` (
	`user_id` text NOT NULL,
	`business_id` text NOT NULL,
	`role` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `business_id`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`business_id`) REFERENCES `businesses`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `memberships_owner` ON `memberships` (`business_id`) WHERE role = 'owner';--> statement-breakpoint
CREATE TABLE `trial_marks` (
	`hash` text PRIMARY KEY NOT NULL,
	`at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `trial_marks_at` ON `trial_marks` (`at`);--> statement-breakpoint
CREATE TABLE `deliveries` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`business_id` text,
	`payload` text NOT NULL,
	`state` text DEFAULT 'queued' NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`unconfirmed_attempts` integer DEFAULT 0 NOT NULL,
	`begun_at` integer,
	`due_at` integer NOT NULL,
	`expires_at` integer,
	`queued_at` integer NOT NULL,
	`done_at` integer
);
--> statement-breakpoint
CREATE INDEX `deliveries_business` ON `deliveries` (`business_id`);--> statement-breakpoint
CREATE INDEX `deliveries_pending` ON `deliveries` (`kind`,`due_at`) WHERE done_at is null;--> statement-breakpoint
CREATE TABLE `limit_windows` (
	`key` text NOT NULL,
	`window_start` integer NOT NULL,
	`count` integer NOT NULL,
	PRIMARY KEY(`key`, `window_start`)
);
--> statement-breakpoint
CREATE INDEX `limit_windows_start` ON `limit_windows` (`window_start`);--> statement-breakpoint
CREATE TABLE `locations` (
	`id` text PRIMARY KEY NOT NULL,
	`business_id` text NOT NULL,
	`slot` integer NOT NULL,
	`generation` integer NOT NULL,
	`address` text NOT NULL,
	`timezone` text NOT NULL,
	`created_at` integer NOT NULL,
	`removed_at` integer,
	`customer_credits_left` integer,
	`sms_credits_left` integer,
	`people_swept_at` integer,
	FOREIGN KEY (`business_id`) REFERENCES `businesses`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `locations_people_swept` ON `locations` (`people_swept_at`) WHERE removed_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX `locations_slot_generation` ON `locations` (`business_id`,`slot`,`generation`);--> statement-breakpoint
CREATE UNIQUE INDEX `locations_open_slot` ON `locations` (`business_id`,`slot`) WHERE removed_at is null;--> statement-breakpoint
CREATE TABLE `visit_history` (
	`visit_id` text PRIMARY KEY NOT NULL,
	`revision` integer NOT NULL,
	`business_id` text NOT NULL,
	`location_id` text NOT NULL,
	`outcome` text NOT NULL,
	`num_guests` integer NOT NULL,
	`waiting_preference` text NOT NULL,
	`joined_at` integer NOT NULL,
	`admitted_at` integer,
	`ended_at` integer NOT NULL,
	`promised_minutes` integer NOT NULL,
	`promised_low` integer NOT NULL,
	`promised_high` integer NOT NULL,
	`moved` integer NOT NULL,
	`timezone` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `visit_history_location` ON `visit_history` (`location_id`,`joined_at`);--> statement-breakpoint
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
CREATE INDEX `texts_at` ON `texts` (`at`);--> statement-breakpoint
CREATE TABLE `email_verifications` (
	`token_hash` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`email` text NOT NULL,
	`email_key` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `email_verifications_user` ON `email_verifications` (`user_id`);--> statement-breakpoint
CREATE INDEX `email_verifications_expires` ON `email_verifications` (`expires_at`);--> statement-breakpoint
CREATE TABLE `password_resets` (
	`token_hash` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `password_resets_user` ON `password_resets` (`user_id`);--> statement-breakpoint
CREATE INDEX `password_resets_expires` ON `password_resets` (`expires_at`);--> statement-breakpoint
CREATE TABLE `recovery_codes` (
	`user_id` text NOT NULL,
	`code_hash` text NOT NULL,
	PRIMARY KEY(`user_id`, `code_hash`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `second_steps` (
	`user_id` text PRIMARY KEY NOT NULL,
	`secret` text NOT NULL,
	`created_at` integer NOT NULL,
	`confirmed_at` integer,
	`last_step` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `sessions` (
	`token_hash` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`created_at` integer NOT NULL,
	`last_used_at` integer NOT NULL,
	`device` text,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `sessions_user` ON `sessions` (`user_id`);--> statement-breakpoint
CREATE TABLE `users` (
	`id` text PRIMARY KEY NOT NULL,
	`email` text NOT NULL,
	`email_key` text NOT NULL,
	`phone` text NOT NULL,
	`password_hash` text NOT NULL,
	`email_verified_at` integer,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `users_email_key` ON `users` (`email_key`);--> statement-breakpoint
CREATE TABLE `development_checkouts` (
	`id` text PRIMARY KEY NOT NULL,
	`customer_id` text NOT NULL,
	`plan_key` text NOT NULL,
	`paid_url` text NOT NULL,
	`closed_url` text NOT NULL,
	`state` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `development_messages` (
	`id` text PRIMARY KEY NOT NULL,
	`channel` text NOT NULL,
	`recipient` text NOT NULL,
	`subject` text,
	`body` text NOT NULL,
	`sent_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `development_subscriptions` (
	`id` text PRIMARY KEY NOT NULL,
	`customer_id` text NOT NULL,
	`plan_key` text NOT NULL,
	`status` text NOT NULL,
	`started_at` integer NOT NULL,
	`period_start` integer NOT NULL,
	`period_end` integer NOT NULL,
	`cancel_at_period_end` integer NOT NULL,
	`ended_at` integer,
	`ahead_ms` integer NOT NULL,
	`pending_plan_key` text,
	`pending_until` integer,
	`card_declines` integer NOT NULL
);
