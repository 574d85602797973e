/**
 * Reads the server's files: the rows of each location's object, and of D1. The server must be stopped, except where a
 * comment allows a running server.
 */
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import * as z from 'zod/mini';
import { visitStatuses, waitingPreferences } from '../../src/shared/visit-values.ts';

const storedVisit = z.object({
  id: z.string(),
  lastName: z.string(),
  phoneNumber: z.string(),
  numGuests: z.int(),
  waitingPreference: z.enum(waitingPreferences),
  joinedAt: z.int(),
  status: z.enum(visitStatuses),
  admittedAt: z.nullable(z.int()),
  holdEndsAt: z.nullable(z.int()),
  holdExpired: z.int(),
  endedAt: z.nullable(z.int()),
  revision: z.int(),
  textStatus: z.nullable(z.string()),
});
/** A row of an object's `visit` table. Times are epoch milliseconds. */
export type StoredVisit = z.infer<typeof storedVisit>;

const storedEvent = z.object({
  n: z.int(),
  visitId: z.string(),
  kind: z.enum([
    'joined',
    'added',
    'preference_changed',
    'moved',
    'admitted',
    'called_again',
    'hold_ended',
    'put_back',
    'undone',
    'recalled',
    'arrived',
    'no_show',
    'auto_resolved',
    'left',
    'removed',
  ]),
  at: z.int(),
  position: z.int(),
});
/** A row about a visit in the `event` table of an object. This table is the location's log. */
export type StoredEvent = z.infer<typeof storedEvent>;

const storedDelivery = z.object({ id: z.string(), kind: z.string(), attempts: z.int() });

const historyRow = z.object({
  visitId: z.string(),
  locationId: z.string(),
  revision: z.int(),
  outcome: z.enum(visitStatuses),
  numGuests: z.int(),
  waitingPreference: z.enum(waitingPreferences),
  joinedAt: z.int(),
  admittedAt: z.nullable(z.int()),
  endedAt: z.int(),
});
/** A row of D1's `visit_history`, without the columns that are not in events (business, promise). */
export type HistoryRow = z.infer<typeof historyRow>;

const textRow = z.object({ recipient: z.string() });

export type StoredLocation = {
  /** First the waiting visits in the order of the line, then all other visits in the order of joining. */
  visits: StoredVisit[];
  /** Events in the order in which they happened. */
  events: StoredEvent[];
  deliveries: z.infer<typeof storedDelivery>[];
};

type StoredDatabase = { history: HistoryRow[]; texts: z.infer<typeof textRow>[] };

export function readLocation(stateDir: string, locationId: string): StoredLocation {
  return reading(locationFile(stateDir, locationId), (select) => ({
    visits: select(
      storedVisit,
      `SELECT id, last_name AS lastName, phone_number AS phoneNumber, num_guests AS numGuests,
         waiting_preference AS waitingPreference, joined_at AS joinedAt, status, admitted_at AS admittedAt,
         hold_ends_at AS holdEndsAt, hold_expired AS holdExpired, ended_at AS endedAt, revision,
         text_status AS textStatus
       FROM visit ORDER BY status <> 'waiting', CASE status WHEN 'waiting' THEN rank ELSE joined_at END`,
    ),
    events: select(
      storedEvent,
      `SELECT n, visit_id AS visitId, kind, at, position FROM event WHERE visit_id <> '' ORDER BY n`,
    ),
    deliveries: readDeliveries(select),
  }));
}

/** Pending deliveries of a location's object. The server may be running. */
export function pendingBy(stateDir: string, locationId: string): StoredLocation['deliveries'] {
  return reading(locationFile(stateDir, locationId), readDeliveries);
}

function readDeliveries(select: Select): StoredLocation['deliveries'] {
  return select(storedDelivery, 'SELECT id, kind, attempts FROM delivery ORDER BY id');
}

function locationFile(stateDir: string, locationId: string): string {
  return path.join(stateDir, 'v3', 'do', 'holdline-LocationQueue', `${locationId}.sqlite`);
}

/** Makes all accounts paid and verified, because the load sends more texts than a trial may send. */
export function liftLimits(stateDir: string): void {
  const database = new DatabaseSync(databaseFile(stateDir), { timeout: 5_000 });
  try {
    database.exec('UPDATE businesses SET trial = 0; UPDATE users SET email_verified_at = created_at;');
  } finally {
    database.close();
  }
}

function databaseFile(stateDir: string): string {
  const folder = path.join(stateDir, 'v3', 'd1', 'miniflare-D1DatabaseObject');
  const [file, ...others] = readdirSync(folder).filter(
    (name) => name.endsWith('.sqlite') && name !== 'metadata.sqlite',
  );
  if (file === undefined || others.length > 0)
    throw new Error(`${folder} does not hold exactly one database`);
  return path.join(folder, file);
}

export function readDatabase(stateDir: string): StoredDatabase {
  return reading(databaseFile(stateDir), (select) => ({
    history: select(
      historyRow,
      `SELECT visit_id AS visitId, location_id AS locationId, revision, outcome, num_guests AS numGuests,
         waiting_preference AS waitingPreference, joined_at AS joinedAt, admitted_at AS admittedAt,
         ended_at AS endedAt
       FROM visit_history ORDER BY visit_id`,
    ),
    texts: select(textRow, `SELECT recipient FROM development_messages WHERE channel = 'sms'`),
  }));
}

type Select = <Row>(schema: z.ZodMiniType<Row>, sql: string) => Row[];

function reading<Result>(file: string, read: (select: Select) => Result): Result {
  const database = new DatabaseSync(file, { readOnly: true, timeout: 5_000 });
  try {
    return read((schema, sql) =>
      database
        .prepare(sql)
        .all()
        .map((row) => schema.parse({ ...row })),
    );
  } finally {
    database.close();
  }
}
