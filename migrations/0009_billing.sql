CREATE TABLE `billing_customers` (
	`business_id` text PRIMARY KEY NOT NULL,
	`customer_id` text NOT NULL,
	`checkout_id` text,
	`checkouts` integer DEFAULT 0 NOT NULL,
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
	PRIMARY KEY(`subscription_id`, `period_start`, `slot`)
);
--> statement-breakpoint
CREATE INDEX `credit_grants_slot` ON `credit_grants` (`business_id`,`slot`,`revision`);--> statement-breakpoint
CREATE INDEX `credit_grants_revision` ON `credit_grants` (`revision`);--> statement-breakpoint
CREATE TABLE `development_checkouts` (
	`id` text PRIMARY KEY NOT NULL,
	`customer_id` text NOT NULL,
	`plan_key` text NOT NULL,
	`paid_url` text NOT NULL,
	`closed_url` text NOT NULL,
	`state` text NOT NULL
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
	`ahead_ms` integer NOT NULL
);
--> statement-breakpoint
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
	FOREIGN KEY (`business_id`) REFERENCES `businesses`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `subscriptions_business` ON `subscriptions` (`business_id`);--> statement-breakpoint
ALTER TABLE `businesses` ADD `credits_end_at` integer;--> statement-breakpoint
ALTER TABLE `businesses` ADD `standing` integer DEFAULT 0 NOT NULL;