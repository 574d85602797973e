/** The summary of a location for the overview of all locations. */
import { expect, test } from 'vitest';
import { overviewMessage } from '../../../src/shared/contracts/overview.ts';
import { MemoryStorage, snapshotOf } from '../../../src/shared/queue/memory-storage.ts';
import { newsOf } from '../../../src/shared/queue/project-summary.ts';
import { dayStart, isOpenAt, turnsAfter } from '../../../src/shared/queue/rules/opening-hours.ts';
import type { Location, Visit } from '../../../src/shared/queue/state.ts';
import { aLocation, anAdmittedVisit, aVisit, everyDay, NOW } from '../support/factories.ts';

const MINUTE_MS = 60_000;

function summaryOf(location: Location | null, ...visits: Visit[]): unknown {
  const state = new MemoryStorage('location', snapshotOf(location, visits));
  const news = newsOf(state, { isOpenAt, turnsAfter, dayStart }, NOW);
  return news && overviewMessage.parse(news);
}

test('an empty location is open, and has nothing to tell', () => {
  expect(summaryOf(aLocation())).toEqual({
    type: 'location',
    id: 'location',
    address: '14 Kemang Raya, Jakarta',
    timezone: 'Asia/Jakarta',
    waiting: 0,
    arriving: 0,
    // NOW is 01:00 on 21 November in Jakarta.
    today: { day: '2026-11-21', joined: 0, left: 0 },
    open: true,
    turns: [],
    paused: false,
    texts: {},
    database: {},
    serverNow: '2026-11-20T18:00:00.000Z',
  });
});

test('the longest wait has its own promise; another party may be late first', () => {
  const promise = { method: 'learned', learnedMs: 0 } as const;
  const visits = [
    aVisit({ id: 'a', joinedAt: NOW - 5 * MINUTE_MS, promise: { ...promise, minutes: 5, low: 5, high: 7 } }),
    aVisit({
      id: 'b',
      joinedAt: NOW - 9 * MINUTE_MS,
      promise: { ...promise, minutes: 20, low: 10, high: 30 },
    }),
  ];
  expect(summaryOf(aLocation(), ...visits)).toMatchObject({
    waiting: 2,
    longest: { joinedAt: '2026-11-20T17:51:00.000Z', promisedMinutes: 20 },
    lateFrom: '2026-11-20T18:01:00.000Z',
  });
});

test('parties without an outcome arrive; today counts joins and those who left, without discarded ones', () => {
  const today = NOW - MINUTE_MS;
  const yesterday = NOW - 90 * MINUTE_MS;
  const left = { status: 'left', joinedAt: today, endedAt: today } as const;
  const visits = [
    anAdmittedVisit({ id: 'held', joinedAt: today }),
    anAdmittedVisit({ id: 'late', joinedAt: yesterday, holdExpired: true }),
    anAdmittedVisit({ id: 'over', joinedAt: yesterday, holdExpired: true, autoResolved: true }),
    aVisit({ id: 'left', ...left }),
    aVisit({ id: 'left yesterday', ...left, joinedAt: yesterday, endedAt: yesterday }),
    aVisit({ id: 'removed', ...left, status: 'removed' }),
    aVisit({ id: 'no guest', ...left, discarded: true }),
  ];
  expect(summaryOf(aLocation(), ...visits)).toMatchObject({
    waiting: 0,
    arriving: 2,
    today: { day: '2026-11-21', joined: 3, left: 1 },
  });
});

test('it tells when it opens and closes in the next day, that it is paused, and that texts are held', () => {
  const hours = everyDay({ opens: '08:00', closes: '12:00' }, { opens: '12:00', closes: '17:30' });
  const location = aLocation({
    settings: { hours, paused: true },
    health: { textBreaker: { reason: 'away', since: NOW, probeAt: NOW }, databaseAwaySince: NOW },
  });
  expect(summaryOf(location)).toMatchObject({
    open: false,
    turns: ['2026-11-21T01:00:00.000Z', '2026-11-21T10:30:00.000Z'],
    paused: true,
    texts: { held: { reason: 'away' } },
    database: { awaySince: '2026-11-20T18:00:00.000Z' },
  });
});

test('a closed location is gone, and one that is erased tells nothing', () => {
  expect(summaryOf(aLocation({ profile: { closedAt: NOW } }))).toEqual({ type: 'gone', id: 'location' });
  expect(summaryOf(null)).toBeNull();
});
