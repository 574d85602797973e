/**
 * The schema inside a location's object. Append only: an object may wake years later in any of these states.
 * Each table's columns are known to one other file beside this.
 */
export const migrations: readonly string[] = [
  `CREATE TABLE location (
     only_row INTEGER PRIMARY KEY CHECK (only_row = 1),
     token_key BLOB NOT NULL,
     business_id TEXT NOT NULL,
     business_name TEXT NOT NULL,
     username TEXT NOT NULL,
     address TEXT NOT NULL,
     timezone TEXT NOT NULL,
     customer_credits INTEGER NOT NULL CHECK (customer_credits >= 0),
     sms_credits INTEGER NOT NULL CHECK (sms_credits >= 0),
     trial_ends_at INTEGER,
     hold_ms INTEGER NOT NULL,
     paused INTEGER NOT NULL DEFAULT 0,
     closed INTEGER NOT NULL DEFAULT 0,
     last_joined_at INTEGER NOT NULL DEFAULT 0,
     last_rank INTEGER NOT NULL DEFAULT 0,
     version INTEGER NOT NULL DEFAULT 0
   ) STRICT;

   CREATE TABLE visit (
     id TEXT PRIMARY KEY,
     token_hash TEXT NOT NULL UNIQUE,
     idempotency_hash TEXT UNIQUE,
     request_hash TEXT NOT NULL,
     sender_hash TEXT,
     first_name TEXT NOT NULL,
     last_name TEXT NOT NULL,
     phone_number TEXT NOT NULL,
     num_guests INTEGER NOT NULL CHECK (num_guests >= 1),
     waiting_preference TEXT NOT NULL CHECK (waiting_preference IN ('on_premises', 'wait_anywhere')),
     joined_at INTEGER NOT NULL UNIQUE,
     rank INTEGER NOT NULL,
     status TEXT NOT NULL CHECK (status IN ('waiting', 'admitted', 'arrived', 'no_show', 'left', 'removed')),
     admitted_at INTEGER,
     hold_ends_at INTEGER,
     hold_expired INTEGER NOT NULL DEFAULT 0,
     ended_at INTEGER,
     text_status TEXT,
     text_error TEXT,
     promised_minutes INTEGER NOT NULL,
     promised_low INTEGER NOT NULL,
     promised_high INTEGER NOT NULL,
     revision INTEGER NOT NULL DEFAULT 0
   ) STRICT;
   CREATE UNIQUE INDEX visit_line ON visit (rank) WHERE status = 'waiting';
   CREATE INDEX visit_sender ON visit (sender_hash) WHERE status = 'waiting';
   CREATE INDEX visit_running_hold ON visit (hold_ends_at) WHERE status = 'admitted' AND hold_expired = 0;
   CREATE INDEX visit_admitted ON visit (admitted_at) WHERE admitted_at IS NOT NULL;
   CREATE INDEX visit_ended ON visit (ended_at) WHERE ended_at IS NOT NULL;

   CREATE TABLE outbox (
     id TEXT PRIMARY KEY,
     kind TEXT NOT NULL CHECK (kind IN ('turn_text', 'history')),
     visit_id TEXT NOT NULL,
     payload TEXT NOT NULL,
     sending INTEGER NOT NULL DEFAULT 0,
     attempts INTEGER NOT NULL DEFAULT 0,
     due_at INTEGER NOT NULL,
     expires_at INTEGER
   ) STRICT;
   CREATE INDEX outbox_due ON outbox (due_at);`,

  `ALTER TABLE location ADD COLUMN closed_at INTEGER;
   UPDATE location SET closed_at = unixepoch() * 1000 WHERE closed = 1;
   ALTER TABLE location ADD COLUMN after_hold TEXT NOT NULL DEFAULT 'served' CHECK (after_hold IN ('served', 'no_show'));
   ALTER TABLE location ADD COLUMN undo_offered INTEGER NOT NULL DEFAULT 0;
   ALTER TABLE location ADD COLUMN capacity INTEGER;
   ALTER TABLE location ADD COLUMN hours TEXT;
   ALTER TABLE location ADD COLUMN pace TEXT;
   ALTER TABLE location ADD COLUMN undo TEXT;

   ALTER TABLE visit ADD COLUMN settled INTEGER NOT NULL DEFAULT 0;
   ALTER TABLE visit ADD COLUMN called_again_at INTEGER;
   ALTER TABLE visit ADD COLUMN charged INTEGER NOT NULL DEFAULT 0;
   ALTER TABLE visit ADD COLUMN moved INTEGER NOT NULL DEFAULT 0;
   ALTER TABLE visit ADD COLUMN calls INTEGER NOT NULL DEFAULT 0;
   ALTER TABLE visit ADD COLUMN promised_method TEXT NOT NULL DEFAULT 'fixed';
   ALTER TABLE visit ADD COLUMN promised_learned_ms INTEGER NOT NULL DEFAULT 0;
   UPDATE visit SET promised_learned_ms = promised_minutes * 60000;
   UPDATE visit SET charged = 1, calls = 1 WHERE admitted_at IS NOT NULL;
   UPDATE visit SET settled = 1
     WHERE status = 'admitted' AND hold_expired = 1 AND hold_ends_at <= (unixepoch() - 1800) * 1000;
   -- Room between two neighbours: from now on ranks are 2^24 apart.
   UPDATE visit SET rank = rank * 16777216;
   UPDATE location SET last_rank = last_rank * 16777216;
   CREATE INDEX visit_unsettled ON visit (hold_ends_at) WHERE status = 'admitted' AND hold_expired = 1 AND settled = 0;

   ALTER TABLE outbox ADD COLUMN call INTEGER NOT NULL DEFAULT 0;
   UPDATE outbox SET call = 1 WHERE kind = 'turn_text';
   CREATE UNIQUE INDEX outbox_text ON outbox (visit_id, call) WHERE kind = 'turn_text';

   CREATE TABLE event (
     n INTEGER PRIMARY KEY,
     visit_id TEXT NOT NULL,
     kind TEXT NOT NULL,
     at INTEGER NOT NULL,
     position INTEGER NOT NULL
   ) STRICT;
   INSERT INTO event (visit_id, kind, at, position) SELECT id, 'joined', joined_at, 0 FROM visit ORDER BY joined_at;
   INSERT INTO event (visit_id, kind, at, position)
     SELECT id, 'admitted', admitted_at, 0 FROM visit WHERE admitted_at IS NOT NULL ORDER BY admitted_at;
   INSERT INTO event (visit_id, kind, at, position)
     SELECT id, 'hold_ended', hold_ends_at, 0 FROM visit WHERE hold_expired = 1 ORDER BY hold_ends_at;
   INSERT INTO event (visit_id, kind, at, position)
     SELECT id, status, ended_at, 0 FROM visit WHERE ended_at IS NOT NULL ORDER BY ended_at;`,

  // Texts and history are looked for apart.
  `DROP INDEX outbox_due;
   CREATE INDEX outbox_due ON outbox (kind, due_at);`,

  `ALTER TABLE location ADD COLUMN credits_revision INTEGER NOT NULL DEFAULT 0;`,

  `CREATE INDEX visit_known_and_over ON visit (coalesce(ended_at, hold_ends_at))
     WHERE first_name <> '' AND status <> 'waiting';`,

  // A join writes a page for each index. Rows by join time need none for it, and a token that is made from an idempotency
  // key is found without a hash of that key beside it. (A join that is repeated over this step is told that its key was
  // used: what older code hashed of it is another hash.)
  `CREATE TABLE visit_by_join_time (
     joined_at INTEGER PRIMARY KEY,
     id TEXT NOT NULL UNIQUE,
     token_hash TEXT NOT NULL UNIQUE,
     request_hash TEXT NOT NULL,
     sender_hash TEXT,
     first_name TEXT NOT NULL,
     last_name TEXT NOT NULL,
     phone_number TEXT NOT NULL,
     num_guests INTEGER NOT NULL CHECK (num_guests >= 1),
     waiting_preference TEXT NOT NULL CHECK (waiting_preference IN ('on_premises', 'wait_anywhere')),
     rank INTEGER NOT NULL,
     status TEXT NOT NULL CHECK (status IN ('waiting', 'admitted', 'arrived', 'no_show', 'left', 'removed')),
     admitted_at INTEGER,
     hold_ends_at INTEGER,
     hold_expired INTEGER NOT NULL DEFAULT 0,
     settled INTEGER NOT NULL DEFAULT 0,
     called_again_at INTEGER,
     ended_at INTEGER,
     charged INTEGER NOT NULL DEFAULT 0,
     moved INTEGER NOT NULL DEFAULT 0,
     calls INTEGER NOT NULL DEFAULT 0,
     text_status TEXT,
     text_error TEXT,
     promised_minutes INTEGER NOT NULL,
     promised_low INTEGER NOT NULL,
     promised_high INTEGER NOT NULL,
     promised_method TEXT NOT NULL,
     promised_learned_ms INTEGER NOT NULL,
     revision INTEGER NOT NULL DEFAULT 0
   ) STRICT;
   INSERT INTO visit_by_join_time
     SELECT joined_at, id, token_hash, request_hash, sender_hash, first_name, last_name, phone_number, num_guests,
       waiting_preference, rank, status, admitted_at, hold_ends_at, hold_expired, settled, called_again_at, ended_at, charged,
       moved, calls, text_status, text_error, promised_minutes, promised_low, promised_high, promised_method,
       promised_learned_ms, revision
     FROM visit ORDER BY joined_at;
   DROP TABLE visit;
   ALTER TABLE visit_by_join_time RENAME TO visit;
   CREATE UNIQUE INDEX visit_line ON visit (rank) WHERE status = 'waiting';
   CREATE INDEX visit_sender ON visit (sender_hash) WHERE status = 'waiting' AND sender_hash IS NOT NULL;
   CREATE INDEX visit_running_hold ON visit (hold_ends_at) WHERE status = 'admitted' AND hold_expired = 0;
   CREATE INDEX visit_unsettled ON visit (hold_ends_at) WHERE status = 'admitted' AND hold_expired = 1 AND settled = 0;
   CREATE INDEX visit_admitted ON visit (admitted_at) WHERE admitted_at IS NOT NULL;
   CREATE INDEX visit_ended ON visit (ended_at) WHERE ended_at IS NOT NULL;
   CREATE INDEX visit_known_and_over ON visit (coalesce(ended_at, hold_ends_at))
     WHERE first_name <> '' AND status <> 'waiting';`,

  // A guest who gave a number agreed to be texted: to which words, and when.
  `ALTER TABLE visit ADD COLUMN language TEXT NOT NULL DEFAULT 'en';
   ALTER TABLE visit ADD COLUMN on_my_way_at INTEGER;
   ALTER TABLE visit ADD COLUMN more_time_at INTEGER;
   CREATE TABLE consent (
     n INTEGER PRIMARY KEY,
     visit_id TEXT NOT NULL,
     wording TEXT NOT NULL,
     language TEXT NOT NULL,
     given_at INTEGER NOT NULL
   ) STRICT;`,

  // What became of each text once it left the outbox, for receipts that come later and for the day's figure.
  `CREATE TABLE text (
     id TEXT PRIMARY KEY,
     visit_id TEXT NOT NULL,
     call INTEGER NOT NULL,
     progress TEXT NOT NULL,
     provider_id TEXT,
     sent_on TEXT
   ) STRICT, WITHOUT ROWID;
   CREATE INDEX text_of_visit ON text (visit_id);
   CREATE INDEX text_sent ON text (sent_on, progress) WHERE sent_on IS NOT NULL;
   INSERT INTO text (id, visit_id, call, progress)
     SELECT id, visit_id, call, 'sending' FROM outbox WHERE kind = 'turn_text' AND sending = 1;
   ALTER TABLE outbox ADD COLUMN doubts INTEGER NOT NULL DEFAULT 0;
   ALTER TABLE outbox ADD COLUMN begun_at INTEGER;
   ALTER TABLE outbox ADD COLUMN words TEXT;
   ALTER TABLE location ADD COLUMN texts_held TEXT;`,

  // What the text of a turn says, in the owner's own words.
  `ALTER TABLE location ADD COLUMN turn_text TEXT;`,

  // Whom a text tells that the turn is near, and who need not be told any more.
  `ALTER TABLE location ADD COLUMN nearly_at INTEGER;
   ALTER TABLE visit ADD COLUMN near_told INTEGER NOT NULL DEFAULT 0;`,

  // Browsers that are reminded of a visit's turn. What is owed stands in the same row: `due_at` is null while nothing is.
  `CREATE TABLE reminder (
     n INTEGER PRIMARY KEY,
     visit_id TEXT NOT NULL,
     endpoint TEXT NOT NULL,
     p256dh TEXT NOT NULL,
     auth TEXT NOT NULL,
     call INTEGER NOT NULL DEFAULT 0,
     due_at INTEGER,
     expires_at INTEGER NOT NULL DEFAULT 0,
     attempts INTEGER NOT NULL DEFAULT 0,
     UNIQUE (visit_id, endpoint)
   ) STRICT;
   CREATE INDEX reminder_due ON reminder (due_at) WHERE due_at IS NOT NULL;`,

  // The number that texts go to, read from what was typed; null while it has not been read, '' where there is none.
  `ALTER TABLE visit ADD COLUMN e164 TEXT;
   ALTER TABLE visit ADD COLUMN e164_country TEXT;
   ALTER TABLE location ADD COLUMN country TEXT;
   ALTER TABLE location ADD COLUMN text_countries TEXT;`,

  // Which of what is known about the account's payments the credits' end is from.
  `ALTER TABLE location ADD COLUMN standing INTEGER NOT NULL DEFAULT 0;`,

  // Since when each delivery is owed (null: since before that was noted), and since when the database has been away for it.
  `ALTER TABLE outbox ADD COLUMN owed_at INTEGER;
   ALTER TABLE location ADD COLUMN database_away_since INTEGER;`,

  // Every setting in one column, by its name: the columns that held one each are not read any more. Whose line a visit is in, and when its party had been served. Who did what the log
  // tells, and why; null: from before that was noted.
  `ALTER TABLE location ADD COLUMN settings TEXT NOT NULL DEFAULT '{}';
   UPDATE location SET settings = json_object('paused', json(iif(paused = 1, 'true', 'false')), 'capacity', capacity,
     'holdMs', hold_ms, 'afterHold', after_hold, 'undo', json(iif(undo_offered = 1, 'true', 'false')), 'turnText', turn_text,
     'nearlyAt', nearly_at, 'country', country, 'textCountries', json(coalesce(text_countries, '[]')), 'hours', json(hours),
     'timezone', timezone);
   ALTER TABLE visit ADD COLUMN service_id TEXT NOT NULL DEFAULT 'main';
   ALTER TABLE visit ADD COLUMN served_at INTEGER;
   ALTER TABLE event ADD COLUMN actor TEXT;
   ALTER TABLE event ADD COLUMN reason TEXT;`,
];

/** Whether this object's database was ever made: one that was not is left alone, whoever asks for it. */
export function isMigrated({ sql }: DurableObjectStorage): boolean {
  return sql.exec(`SELECT 1 FROM sqlite_master WHERE name = 'schema_step'`).toArray().length > 0;
}

/** Brings the object's own database to the end of `steps`, each once and whole. */
export function migrate(storage: DurableObjectStorage, steps: readonly string[] = migrations): void {
  const { sql } = storage;
  sql.exec('CREATE TABLE IF NOT EXISTS schema_step (step INTEGER PRIMARY KEY) STRICT');
  const done = sql.exec<{ n: number }>('SELECT COUNT(*) AS n FROM schema_step').one().n;
  steps.slice(done).forEach((statements, index) => {
    storage.transactionSync(() => {
      sql.exec(statements);
      sql.exec('INSERT INTO schema_step VALUES (?)', done + index + 1);
    });
  });
}
