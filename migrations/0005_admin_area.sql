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
