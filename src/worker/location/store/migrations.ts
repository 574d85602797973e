/**
 * Schema migrations of a location's object. Steps are only appended, because an object that starts again after years
 * may have run only the first few steps.
 */
export const migrations: readonly string[] = [
  `CREATE TABLE location (
     only_row INTEGER PRIMARY KEY CHECK (only_row = 1),
     token_key BLOB NOT NULL,
     business_id TEXT NOT NULL,
     business_name TEXT NOT NULL,
     username TEXT NOT NULL,
     address TEXT NOT NULL,
     /* Every setting in one object, by its name (shared/queue/settings.ts). */
     settings TEXT NOT NULL,
     customer_credits INTEGER NOT NULL CHECK (customer_credits >= 0),
     sms_credits INTEGER NOT NULL CHECK (sms_credits >= 0),
     credits_end_at INTEGER,
     credits_revision INTEGER NOT NULL,
     billing_revision INTEGER NOT NULL,
     closed_at INTEGER,
     last_joined_at INTEGER NOT NULL DEFAULT 0,
     last_rank INTEGER NOT NULL DEFAULT 0,
     version INTEGER NOT NULL DEFAULT 0,
     pace TEXT,
     undo TEXT,
     texts_held TEXT,
     database_away_since INTEGER
   ) STRICT;

   /* The join time is the key: rows in that order need no index for it, and a join writes a page for each index. */
   CREATE TABLE visit (
     joined_at INTEGER PRIMARY KEY,
     id TEXT NOT NULL UNIQUE,
     service_id TEXT NOT NULL,
     token_hash TEXT NOT NULL UNIQUE,
     request_hash TEXT NOT NULL,
     sender_hash TEXT,
     first_name TEXT NOT NULL,
     last_name TEXT NOT NULL,
     phone_number TEXT NOT NULL,
     /* The number that texts go to, read from what was typed; '' where there is none. */
     e164 TEXT NOT NULL,
     e164_country TEXT,
     num_guests INTEGER NOT NULL CHECK (num_guests >= 1),
     waiting_preference TEXT NOT NULL CHECK (waiting_preference IN ('on_premises', 'wait_anywhere')),
     language TEXT NOT NULL,
     /* Ranks are 2^24 apart, to leave room between two neighbours. */
     rank INTEGER NOT NULL,
     status TEXT NOT NULL CHECK (status IN ('waiting', 'admitted', 'arrived', 'no_show', 'left', 'removed')),
     admitted_at INTEGER,
     hold_ends_at INTEGER,
     hold_expired INTEGER NOT NULL DEFAULT 0,
     auto_resolved INTEGER NOT NULL DEFAULT 0,
     called_again_at INTEGER,
     ended_at INTEGER,
     served_at INTEGER,
     charged INTEGER NOT NULL DEFAULT 0,
     moved INTEGER NOT NULL DEFAULT 0,
     calls INTEGER NOT NULL DEFAULT 0,
     on_my_way_at INTEGER,
     more_time_at INTEGER,
     text_status TEXT,
     text_error TEXT,
     almost_there_told INTEGER NOT NULL,
     promised_minutes INTEGER NOT NULL,
     promised_low INTEGER NOT NULL,
     promised_high INTEGER NOT NULL,
     promised_method TEXT NOT NULL,
     promised_learned_ms INTEGER NOT NULL,
     revision INTEGER NOT NULL DEFAULT 0
   ) STRICT;
   CREATE UNIQUE INDEX visit_line ON visit (rank) WHERE status = 'waiting';
   CREATE INDEX visit_sender ON visit (sender_hash) WHERE status = 'waiting' AND sender_hash IS NOT NULL;
   CREATE INDEX visit_running_hold ON visit (hold_ends_at) WHERE status = 'admitted' AND hold_expired = 0;
   CREATE INDEX visit_unresolved ON visit (hold_ends_at) WHERE status = 'admitted' AND hold_expired = 1 AND auto_resolved = 0;
   CREATE INDEX visit_admitted ON visit (admitted_at) WHERE admitted_at IS NOT NULL;
   CREATE INDEX visit_ended ON visit (ended_at) WHERE ended_at IS NOT NULL;
   CREATE INDEX visit_known_and_over ON visit (coalesce(ended_at, hold_ends_at))
     WHERE first_name <> '' AND status <> 'waiting';

   CREATE TABLE event (
     n INTEGER PRIMARY KEY,
     visit_id TEXT NOT NULL,
     kind TEXT NOT NULL,
     at INTEGER NOT NULL,
     position INTEGER NOT NULL,
     actor TEXT NOT NULL,
     reason TEXT
   ) STRICT;

   /* A guest who gave a number agreed to be texted: to which words, and when. */
   CREATE TABLE consent (
     n INTEGER PRIMARY KEY,
     visit_id TEXT NOT NULL,
     wording TEXT NOT NULL,
     language TEXT NOT NULL,
     given_at INTEGER NOT NULL
   ) STRICT;

   /* Pending deliveries of every kind: a row goes once its delivery has ended. */
   CREATE TABLE delivery (
     id TEXT PRIMARY KEY,
     kind TEXT NOT NULL,
     visit_id TEXT NOT NULL,
     call INTEGER NOT NULL,
     payload TEXT NOT NULL,
     state TEXT NOT NULL DEFAULT 'queued' CHECK (state IN ('queued', 'sending', 'unconfirmed')),
     attempts INTEGER NOT NULL DEFAULT 0,
     unconfirmed_attempts INTEGER NOT NULL DEFAULT 0,
     begun_at INTEGER,
     body_hash TEXT,
     due_at INTEGER NOT NULL,
     expires_at INTEGER,
     queued_at INTEGER NOT NULL
   ) STRICT;
   CREATE INDEX delivery_due ON delivery (kind, due_at);
   CREATE UNIQUE INDEX delivery_text ON delivery (visit_id, call) WHERE kind = 'turn_text';

   /* The progress of each text once an attempt has begun, for receipts that come later and for the day's figure. */
   CREATE TABLE text (
     id TEXT PRIMARY KEY,
     visit_id TEXT NOT NULL,
     call INTEGER NOT NULL,
     progress TEXT NOT NULL,
     provider_id TEXT,
     sent_on TEXT
   ) STRICT, WITHOUT ROWID;
   CREATE INDEX text_of_visit ON text (visit_id);
   CREATE INDEX text_sent ON text (sent_on, progress) WHERE sent_on IS NOT NULL;

   /* Browsers that are reminded of a visit's turn. */
   CREATE TABLE reminder_subscription (
     n INTEGER PRIMARY KEY,
     visit_id TEXT NOT NULL,
     endpoint TEXT NOT NULL,
     p256dh TEXT NOT NULL,
     auth TEXT NOT NULL,
     UNIQUE (visit_id, endpoint)
   ) STRICT;`,
  /* Null: the owner's mailbox is confirmed, or no confirmation was required when the location was added. */
  `ALTER TABLE location ADD COLUMN guests_left INTEGER`,
  /* The cost of a text in SMS credits: two for a text of two segments. */
  `ALTER TABLE visit ADD COLUMN text_credits INTEGER NOT NULL DEFAULT 1;
   ALTER TABLE text ADD COLUMN credits INTEGER NOT NULL DEFAULT 1;`,
  /*
   * The note and the earlier names of a party, the debt of walk-ins, and why a text failed. The next billing update
   * replaces the default of 300 credits a month.
   */
  `ALTER TABLE visit ADD COLUMN note TEXT NOT NULL DEFAULT '';
   ALTER TABLE visit ADD COLUMN earlier_names TEXT NOT NULL DEFAULT '[]';
   ALTER TABLE location ADD COLUMN customer_debt INTEGER NOT NULL DEFAULT 0;
   ALTER TABLE location ADD COLUMN customer_credits_month INTEGER NOT NULL DEFAULT 300;
   ALTER TABLE text ADD COLUMN fault TEXT;`,
  /* For a recalled visit: the start of its new hold, and whether its guest's page had ended. */
  `ALTER TABLE visit ADD COLUMN hold_restarted_at INTEGER;
   ALTER TABLE visit ADD COLUMN page_gone INTEGER NOT NULL DEFAULT 0;`,
  /* Whether staff added the party. The log has an event `added` for each walk-in. */
  `ALTER TABLE visit ADD COLUMN walk_in INTEGER NOT NULL DEFAULT 0;
   UPDATE visit SET walk_in = 1 WHERE id IN (SELECT visit_id FROM event WHERE kind = 'added');
   UPDATE visit SET page_gone = 0 WHERE walk_in = 1;`,
  /* Stores the newest revision of the public look-up, and the ended sessions. The object refuses their actions. */
  `ALTER TABLE location ADD COLUMN directory_revision INTEGER NOT NULL DEFAULT 0;
   CREATE TABLE ended_session (
     token_hash TEXT PRIMARY KEY,
     ended_at INTEGER NOT NULL
   ) STRICT, WITHOUT ROWID;`,
  /* The data for the limits of "almost there" texts, as JSON, and parts of the hourly budgets of texts. */
  `ALTER TABLE location ADD COLUMN almost_there TEXT;
   CREATE TABLE text_slice (
     budget TEXT PRIMARY KEY,
     hour INTEGER NOT NULL,
     remaining INTEGER NOT NULL
   ) STRICT, WITHOUT ROWID;`,
  /* The wider networks of a sender (null after an erasure), and whether staff removed the party as a false join. */
  `ALTER TABLE visit ADD COLUMN sender_56 TEXT;
   ALTER TABLE visit ADD COLUMN sender_48 TEXT;
   ALTER TABLE visit ADD COLUMN discarded INTEGER NOT NULL DEFAULT 0;
   CREATE INDEX visit_known_sender ON visit (joined_at) WHERE sender_hash IS NOT NULL;`,
  /*
   * The price of a segment of a text to the guest, the country to which a segment costs one credit, and the budget that
   * stopped texts. The table `text_slice` is no longer used.
   */
  `ALTER TABLE visit ADD COLUMN text_price INTEGER NOT NULL DEFAULT 1;
   ALTER TABLE location ADD COLUMN home_country TEXT;
   UPDATE location SET home_country = json_extract(settings, '$.country');
   ALTER TABLE location ADD COLUMN texts_stopped TEXT;`,
  /* When a visit returned to the line, and whether its wait expired because nobody called the party in time. */
  `ALTER TABLE visit ADD COLUMN returned_at INTEGER;
   ALTER TABLE visit ADD COLUMN wait_expired INTEGER NOT NULL DEFAULT 0;`,
  /* The number of servers on duty. An event about the location has the visit id ''. */
  `ALTER TABLE event ADD COLUMN servers INTEGER`,
  /* The time until which changes are sent to the overview of the business. */
  `ALTER TABLE location ADD COLUMN watched_until INTEGER NOT NULL DEFAULT 0`,
  /* The position before a move, and the names of changed settings, separated by spaces. */
  `ALTER TABLE event ADD COLUMN from_position INTEGER;
   ALTER TABLE event ADD COLUMN settings TEXT;`,
  /* The people on duty, as JSON. */
  `ALTER TABLE location ADD COLUMN on_duty TEXT`,
];
