import { expect, test } from 'vitest';
import { promiseWait, sawLine, unknownPace } from '../../src/shared/queue/rules/estimate.ts';
import { Line, RANK_STEP } from '../../src/shared/queue/rules/line.ts';
import { addWalkIn, join, refusalToJoin } from '../../src/shared/queue/rules/queue.ts';
import type { Location } from '../../src/shared/queue/state.ts';
import { aLocation, alwaysOpen, aParty, aVisit, lineOf, neverOpen, NOW, someSettings } from './factories.ts';

const empty = new Line([]);
const two = [aVisit({ id: 'a', rank: 10 }), aVisit({ id: 'b', rank: 20 })];

const joinOf = (location: Location, fromSender = 0, line = empty) =>
  join(location, aParty(), 'new', { line, fromSender }, NOW);

test('a join reserves one customer credit and stands at the end of the line', () => {
  const pace = sawLine(unknownPace, 2, NOW - 60_000);
  const decision = joinOf(
    aLocation({ lastRank: 7, lastJoinedAt: 5, customerCredits: 3, pace }),
    0,
    lineOf(...two),
  );
  expect(decision).toEqual({
    ok: true,
    location: aLocation({
      lastRank: 7 + RANK_STEP,
      lastJoinedAt: NOW,
      customerCredits: 2,
      version: 1,
      pace: sawLine(pace, 3, NOW),
    }),
    visit: aVisit({
      id: 'new',
      rank: 7 + RANK_STEP,
      joinedAt: NOW,
      promise: promiseWait(pace, 2),
    }),
    effects: [],
    event: 'joined',
    position: 3,
    ranks: [],
  });
});

test('two joins in one millisecond get two, and a clock that runs back never gives an earlier time', () => {
  expect(joinOf(aLocation({ lastJoinedAt: NOW }))).toMatchObject({
    visit: { joinedAt: NOW + 1 },
    location: { lastJoinedAt: NOW + 1 },
  });
  expect(joinOf(aLocation({ lastJoinedAt: NOW + 5_000 }))).toMatchObject({
    visit: { joinedAt: NOW + 5_001 },
  });
  expect(joinOf(aLocation({ lastJoinedAt: NOW - 1 }))).toMatchObject({ visit: { joinedAt: NOW } });
});

// Each row has every later reason to refuse as well: what lasts longest is said first.
const reasons = {
  no_credits: { customerCredits: 0 },
  queue_full: { settings: someSettings({ capacity: 2 }) },
  outside_hours: { settings: someSettings({ capacity: 2, hours: neverOpen }) },
  joining_paused: { paused: true },
  trial_expired: { trialEndsAt: NOW },
  location_closed: { closedAt: NOW - 1 },
} satisfies Record<string, Partial<Location>>;
const codes = [
  'no_credits',
  'queue_full',
  'outside_hours',
  'joining_paused',
  'trial_expired',
  'location_closed',
] as const;

test.each(codes.map((code, index) => ({ code, later: codes.slice(0, index + 1) })))(
  'a join is refused with $code, whatever else stands against it',
  ({ code, later }) => {
    const location = aLocation(Object.assign({}, ...later.map((one) => reasons[one])));
    expect(joinOf(location, 0, lineOf(...two))).toEqual({ ok: false, code });
    expect(refusalToJoin(location, 2, NOW)).toBe(code);
    const alone = aLocation(reasons[code]);
    expect(refusalToJoin(alone, 2, NOW)).toBe(code);
  },
);

test('an open location with room takes guests, to the last credit and the last place', () => {
  const settings = someSettings({ capacity: 2, hours: alwaysOpen });
  expect(refusalToJoin(aLocation({ customerCredits: 1, settings }), 1, NOW)).toBeNull();
  expect(refusalToJoin(aLocation({ settings }), 3, NOW)).toBe('queue_full');
  expect(refusalToJoin(aLocation(), 1_000, NOW)).toBeNull();
});

test('the trial ends at its very millisecond', () => {
  expect(refusalToJoin(aLocation({ trialEndsAt: NOW + 1 }), 0, NOW)).toBeNull();
  expect(refusalToJoin(aLocation({ trialEndsAt: NOW }), 0, NOW)).toBe('trial_expired');
});

test('one network address has at most 50 parties in line', () => {
  expect(joinOf(aLocation(), 49)).toMatchObject({ ok: true });
  expect(joinOf(aLocation(), 50)).toEqual({ ok: false, code: 'too_many_requests' });
});

test('a walk-in costs what every guest costs; pause, hours and capacity do not bind the owner', () => {
  const settings = someSettings({ capacity: 1, hours: neverOpen });
  const location = aLocation({ paused: true, settings, customerCredits: 1 });
  const decision = addWalkIn(location, aParty({ lastName: '' }), 'walk-in', lineOf(...two), NOW);
  expect(decision).toMatchObject({
    ok: true,
    location: { customerCredits: 0, lastRank: RANK_STEP, version: 1 },
    visit: { id: 'walk-in', firstName: 'Maya', lastName: '', joinedAt: NOW, status: 'waiting' },
    event: 'added',
    position: 3,
  });
});

test.each([
  ['location_closed', aLocation({ closedAt: NOW, trialEndsAt: NOW, customerCredits: 0 })],
  ['trial_expired', aLocation({ trialEndsAt: NOW, customerCredits: 0 })],
  ['no_credits', aLocation({ customerCredits: 0 })],
] as const)('a walk-in is refused with %s', (code, location) => {
  expect(addWalkIn(location, aParty(), 'walk-in', empty, NOW)).toEqual({ ok: false, code });
});
