/**
 * The schema inside a location's object. Append only: an object may wake years later in any of these states.
 * `store.ts` is the one other file that knows these columns.
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
];

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
