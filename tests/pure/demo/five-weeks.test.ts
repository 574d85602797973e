/** The generated five weeks of past visits of the demo business, and the import file that contains them. */
import { describe, expect, test } from 'vitest';
import { demoFile, visitRow } from '../../../scripts/demo/business-file.ts';
import { demoLocations, demoOwner, demoPasswordHash } from '../../../scripts/demo/demo-business.ts';
import { fiveWeeksOf } from '../../../scripts/demo/five-weeks.ts';
import { firstInLine } from '../../../scripts/demo/guests.ts';
import { checkFile } from '../../../scripts/operator/transfer.ts';
import { PART_BYTES } from '../../../src/shared/contracts/business-file.ts';
import { estimateWait } from '../../../src/shared/queue/rules/estimate/estimate.ts';
import { MAIN_SERVICE, serviceOf } from '../../../src/shared/queue/state.ts';
import { promiseKept } from '../../../src/shared/time/promise-kept.ts';
import { toVisit } from '../../../src/worker/location/store/visit-row.ts';
import { verifyPassword } from '../../../src/worker/platform/passwords.ts';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
/** A Tuesday, 15:30 in Jakarta. */
const NOW = Date.parse('2026-11-24T08:30:00.000Z');

const pastsAt = (now: number) => demoLocations.map((place, index) => fiveWeeksOf(place, now, index === 0));
const jakarta = (at: number) => new Date(at + 7 * HOUR_MS);

describe('five weeks', () => {
  const pasts = pastsAt(NOW);
  const visits = pasts.flatMap((past) => past.visits);
  const atFirst = visits.slice(0, pasts[0]?.visits.length);

  test('are some 2,000 visits at two locations, the same each time', () => {
    expect(visits.length).toBeGreaterThan(1_700);
    expect(visits.length).toBeLessThan(2_500);
    expect(Math.min(...visits.map(({ joinedAt }) => joinedAt))).toBeGreaterThan(NOW - 35 * DAY_MS);
    expect(Math.max(...visits.map(({ joinedAt }) => joinedAt))).toBeLessThan(NOW);
    expect(pastsAt(NOW)).toEqual(pasts);
  });

  test('end with five parties in line; of all others it is known what became of them', () => {
    const line = atFirst.filter(({ status }) => status === 'waiting');
    expect(line.map(({ firstName }) => firstName)).toEqual(firstInLine.map(({ firstName }) => firstName));
    for (const past of pasts) {
      const open = past.visits.filter(({ status }) => status === 'waiting' || status === 'admitted');
      expect(open.every(({ joinedAt }) => joinedAt > NOW - HOUR_MS)).toBe(true);
      const outcomes = [...new Set(past.visits.map(({ status }) => status))];
      expect(outcomes).toEqual(expect.arrayContaining(['arrived', 'no_show', 'left', 'removed']));
    }
  });

  test('have busy lunches and slow Mondays', () => {
    const joinedIn = (holds: (at: Date) => boolean) =>
      atFirst.filter(({ joinedAt }) => holds(jakarta(joinedAt))).length;
    const lunch = joinedIn((at) => at.getUTCHours() === 12);
    const morning = joinedIn((at) => at.getUTCHours() === 9);
    expect(lunch).toBeGreaterThan(3 * morning);
    const mondays = joinedIn((at) => at.getUTCDay() === 1);
    const saturdays = joinedIn((at) => at.getUTCDay() === 6);
    expect(saturdays).toBeGreaterThan(1.5 * mondays);
  });

  test('keep most promises and miss some, and have taught each location its pace', () => {
    for (const { visits, location } of pasts) {
      const kept = visits
        .filter(({ admittedAt, moved }) => admittedAt !== null && !moved)
        .map((visit) => promiseKept(visit.promise, (visit.admittedAt ?? 0) - visit.joinedAt).inRange);
      const share = kept.filter(Boolean).length / kept.length;
      expect(share).toBeGreaterThan(0.65);
      expect(share).toBeLessThan(0.95);
      const { pace } = serviceOf(location, { serviceId: MAIN_SERVICE });
      const { method, minutes } = estimateWait(pace, 5, NOW);
      expect(method).toBe('learned');
      expect(minutes).not.toBe(25);
    }
  });

  test('are visits that a location reads from its file as they were', () => {
    for (const visit of visits) expect(toVisit(visitRow(visit))).toEqual(visit);
  });
});

test.each(['2026-11-23T20:00:00Z', '2026-11-24T01:30:00Z'])(
  'a start at %s, when the place is closed, finds that something was going on',
  (start) => {
    const now = Date.parse(start);
    const [first] = demoLocations;
    const { visits } = fiveWeeksOf(first, now, true);
    const lately = visits.filter(({ admittedAt }) => (admittedAt ?? 0) > now - 3 * HOUR_MS);
    expect(lately.length).toBeGreaterThan(10);
  },
);

test('the file is one that an import takes, in parts of bounded size', async () => {
  const lines = [...demoFile(NOW, () => 'ab'.repeat(32))];
  const { account } = await checkFile(
    (async function* () {
      yield* lines;
    })(),
  );
  expect(account).toMatchObject({
    user: { email: demoOwner.email },
    business: { username: demoOwner.username, plan: 'Professional', trial: false },
    locations: [{ slot: 1 }, { slot: 2 }],
  });
  expect(Math.max(...lines.map((line) => Buffer.byteLength(line)))).toBeLessThan(PART_BYTES);
});

test('the log-in that the README names opens it', async () => {
  expect(await verifyPassword(demoOwner.password, demoPasswordHash)).toEqual({
    fits: true,
    needsRehash: false,
  });
});
