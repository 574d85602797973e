/** History of visits in D1: one row for each visit. A repeated delivery is stored and counted once. */
import { getTableColumns, inArray } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/d1';
import { visitHistory } from '../../db/schema/locations.ts';
import { countNames, countsOf, takenBack, type HourCounts } from './visit-counts.ts';

export type VisitHistoryRow = typeof visitHistory.$inferSelect;

/** A row to write, and the stored row as it was read; null: no row was stored. */
type Change = { before: VisitHistoryRow | null; after: VisitHistoryRow };

/** How often a batch is tried if other writers change its rows. After the last try, the delivery is postponed. */
const TRIES = 3;

/**
 * Writes at most 50 rows and their counts in one batch, all or nothing. A row with a higher revision replaces the
 * stored row, and the counts of the stored row are subtracted. So each visit is counted once, even if deliveries are
 * repeated, revised or late. Throws if other writers change the rows in every try.
 */
export async function writeVisitHistory(d1: D1Database, rows: readonly VisitHistoryRow[]): Promise<void> {
  const latest = latestOfEach(rows);
  for (let tries = 0; tries < TRIES; tries += 1) {
    const known = await readRows(d1, [...latest.keys()]);
    const changes = [...latest.values()]
      .map((after): Change => ({ before: known.get(after.visitId) ?? null, after }))
      .filter(({ before, after }) => before === null || before.revision < after.revision);
    if (await writeChanges(d1, changes)) return;
  }
  throw new Error('The history was overtaken each time');
}

function latestOfEach(rows: readonly VisitHistoryRow[]): Map<string, VisitHistoryRow> {
  const latest = new Map<string, VisitHistoryRow>();
  for (const row of rows) {
    const other = latest.get(row.visitId);
    if (other === undefined || other.revision < row.revision) latest.set(row.visitId, row);
  }
  return latest;
}

async function readRows(d1: D1Database, visitIds: string[]): Promise<Map<string, VisitHistoryRow>> {
  const rows = await drizzle(d1).select().from(visitHistory).where(inArray(visitHistory.visitId, visitIds));
  return new Map(rows.map((row) => [row.visitId, row]));
}

/**
 * Optimistic locking: both statements skip a visit whose stored revision has changed after the read. So the counts and
 * the row of a visit are written together or not at all. False if a visit was skipped.
 */
async function writeChanges(d1: D1Database, changes: Change[]): Promise<boolean> {
  if (changes.length === 0) return true;
  const counted = changes.flatMap(({ before, after }) =>
    differenceOf(before, after).map((counts) => ({
      ...counts,
      visitId: after.visitId,
      knownRevision: before?.revision ?? null,
    })),
  );
  const rows = changes.map(({ before, after }) => ({ ...after, knownRevision: before?.revision ?? null }));
  const [, written] = await d1.batch([
    d1.prepare(ADD_COUNTS).bind(JSON.stringify(counted)),
    d1.prepare(WRITE_ROWS).bind(JSON.stringify(rows)),
  ]);
  return written?.meta.changes === changes.length;
}

function differenceOf(before: VisitHistoryRow | null, after: VisitHistoryRow): HourCounts[] {
  return [...(before === null ? [] : countsOf(before).map(takenBack)), ...countsOf(after)];
}

/** Values are passed as JSON lists, because D1 binds at most 100 values in a statement. */
const GIVEN = `FROM json_each(?) AS given LEFT JOIN visit_history AS known ON known.visit_id = given.value ->> 'visitId'
   WHERE known.revision IS given.value ->> 'knownRevision'`;

const snakeCase = (name: string) => name.replaceAll(/[A-Z]|\d+/g, (part) => `_${part.toLowerCase()}`);
const given = (name: string) => `given.value ->> '${name}'`;

const ADD_COUNTS = `INSERT INTO visit_hours (location_id, day, hour, ${countNames.map(snakeCase).join(', ')})
   SELECT ${['locationId', 'day', 'hour'].map(given).join(', ')}, ${countNames.map((name) => `sum(${given(name)})`).join(', ')}
   ${GIVEN} GROUP BY 1, 2, 3
   ON CONFLICT (location_id, day, hour) DO UPDATE SET ${countNames
     .map(snakeCase)
     .map((name) => `${name} = ${name} + excluded.${name}`)
     .join(', ')}`;

/** A row with a higher revision replaces the whole stored row, because counts are computed from the row alone. */
const columns = Object.entries(getTableColumns(visitHistory)).map(([key, { name }]) => ({ key, name }));

const WRITE_ROWS = `INSERT INTO visit_history (${columns.map(({ name }) => name).join(', ')})
   SELECT ${columns.map(({ key }) => given(key)).join(', ')} ${GIVEN}
   ON CONFLICT (visit_id) DO UPDATE SET ${columns.map(({ name }) => `${name} = excluded.${name}`).join(', ')}`;
