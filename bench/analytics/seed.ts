/** Seeds visits of an old business, a young business and many other businesses into a local D1 file by SQL. */
import { openDatabase } from './database-file.ts';

/** A business with one location and `perDay` visits on each of its days. */
export type Business = { id: string; days: number; perDay: number };

/** A timezone that is at UTC+7 all year, so that SQL can compute local days. */
export const TIMEZONE = 'Asia/Jakarta';
/** A Saturday evening in `TIMEZONE`. */
export const NOW_MS = Date.parse('2026-11-21T14:00:00.000Z');

const OFFSET_MS = 7 * 3_600_000;
const DAY_MS = 86_400_000;
const PER_DAY = 150;
const OTHER_DAYS = 365;

/**
 * The young and the old business have the same number of visits a day. The young business is slightly older than the
 * range of the charts.
 */
export const businesses = {
  young: { id: 'young', days: 6 * 7, perDay: PER_DAY },
  old: { id: 'old', days: 10 * 365, perDay: PER_DAY },
} as const satisfies Record<string, Business>;

/**
 * Fills the database of a state folder with `visits` visits. If `visits` is small, the history of the old business is
 * shorter, and there are fewer other businesses.
 */
export function seed(stateDir: string, visits: number): { visits: number; hours: number; locations: number } {
  const database = openDatabase(stateDir);
  try {
    // The database may lose data in a crash, because a damaged file can be seeded again.
    database.exec('PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -400000');
    database.exec('CREATE TEMP TABLE business (id TEXT, days INTEGER, per_day INTEGER)');
    const add = database.prepare('INSERT INTO business VALUES (?, ?, ?)');
    for (const { id, days, perDay } of sharesOf(visits)) add.run(id, days, perDay);
    database.exec('BEGIN');
    database.exec(VISITS);
    database.exec(HOURS);
    database.exec('COMMIT');
    const count = (what: string) => Number(database.prepare(`SELECT ${what} AS n`).get()?.['n']);
    return {
      visits: count('(SELECT count(*) FROM visit_history)'),
      hours: count('(SELECT count(*) FROM visit_hours)'),
      locations: count('(SELECT count(*) FROM business)'),
    };
  } finally {
    database.close();
  }
}

function sharesOf(visits: number): Business[] {
  const { young, old } = businesses;
  const oldDays = Math.min(old.days, Math.floor(visits / 2 / old.perDay));
  let left = visits - young.days * young.perDay - oldDays * old.perDay;
  const shares: Business[] = [young, { ...old, days: oldDays }];
  for (let n = 0; left > 0; n += 1) {
    const days = Math.min(OTHER_DAYS, Math.ceil(left / PER_DAY));
    shares.push({ id: `other-${n}`, days, perDay: PER_DAY });
    left -= days * PER_DAY;
  }
  return shares;
}

/** The last midnight before `NOW_MS` in `TIMEZONE`. */
const TODAY = NOW_MS - ((NOW_MS + OFFSET_MS) % DAY_MS);

/**
 * On each day, visits begin between 9:00 and 21:00 at even intervals, each with a shift of less than a minute. Each of
 * the outcomes `left`, `removed` and `no_show` is the outcome of one visit in twenty.
 */
const VISITS = `
  WITH RECURSIVE n (n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM n WHERE n < (SELECT max(days * per_day) FROM business)),
  visit AS (
    SELECT b.id AS location_id, n.n AS n, (n.n * 7919 + length(b.id) * 104729) % 1000003 AS chance,
      ${TODAY} - (n.n / b.per_day) * ${DAY_MS} + 9 * 3600000 + (n.n % b.per_day) * (43200000 / b.per_day)
        + (n.n * 7919) % 60000 AS joined_at
    FROM business AS b JOIN n ON n.n < b.days * b.per_day
  )
  INSERT INTO visit_history (visit_id, revision, business_id, location_id, outcome, num_guests, waiting_preference,
    joined_at, admitted_at, ended_at, promised_minutes, promised_low, promised_high, moved, timezone)
  SELECT location_id || ':' || n, 2, location_id, location_id,
    CASE chance % 20 WHEN 0 THEN 'left' WHEN 1 THEN 'removed' WHEN 2 THEN 'no_show' ELSE 'arrived' END,
    1 + chance % 6, CASE chance % 3 WHEN 0 THEN 'wait_anywhere' ELSE 'on_premises' END,
    joined_at, CASE WHEN chance % 20 < 2 THEN NULL ELSE joined_at + chance % 2700000 END,
    joined_at + chance % 2700000 + 120000, chance % 45, chance % 45 / 2, chance % 45 * 2, 0, '${TIMEZONE}'
  FROM visit ORDER BY location_id, joined_at`;

const local = (at: string) => `(${at} + ${OFFSET_MS}) / 1000, 'unixepoch'`;

/**
 * Computes the counts of `visit-counts.ts` in SQL, because 2,000,000 function calls would take minutes. `recount.ts`
 * checks that SQL and `visit-counts.ts` give the same counts.
 */
const HOURS = `
  WITH counted AS (
    SELECT location_id, joined_at AS at, 1 AS joined, 0 AS served, 0 AS waited_ms, 0 AS no_shows, 0 AS admitted,
      promised_minutes, promised_low, promised_high FROM visit_history
    UNION ALL
    SELECT location_id, coalesce(admitted_at, ended_at), 0, outcome = 'arrived', coalesce(admitted_at - joined_at, 0),
      outcome IN ('left', 'no_show'), admitted_at IS NOT NULL, promised_minutes, promised_low, promised_high
    FROM visit_history WHERE outcome <> 'removed'
  )
  INSERT INTO visit_hours (location_id, day, hour, joined, served, waited_ms, no_shows, waits_under_5, waits_under_10,
    waits_under_15, waits_under_30, waits_longer, promises, promise_error_ms, promises_kept)
  SELECT location_id, date(${local('at')}), CAST(strftime('%H', ${local('at')}) AS INTEGER), sum(joined), sum(served),
    sum(served * waited_ms), sum(no_shows), sum(served AND waited_ms < 300000),
    sum(served AND waited_ms >= 300000 AND waited_ms < 600000),
    sum(served AND waited_ms >= 600000 AND waited_ms < 900000),
    sum(served AND waited_ms >= 900000 AND waited_ms < 1800000), sum(served AND waited_ms >= 1800000),
    sum(admitted), sum(admitted * abs(waited_ms - promised_minutes * 60000)),
    sum(admitted AND waited_ms / 60000 BETWEEN promised_low AND promised_high)
  FROM counted GROUP BY 1, 2, 3`;
