import { expect, test } from 'vitest';
import {
  promiseWait,
  recordLength,
  unknownPace,
} from '../../../../src/shared/queue/rules/estimate/estimate.ts';
import { Line, RANK_STEP } from '../../../../src/shared/queue/rules/line.ts';
import { addWalkIn, join, refusalToJoin } from '../../../../src/shared/queue/rules/queue.ts';
import { isOpenAt } from '../../../../src/shared/queue/rules/opening-hours.ts';
import type { Location } from '../../../../src/shared/queue/state.ts';
import {
  aLocation,
  alwaysOpen,
  aNewcomer,
  aVisit,
  lineOf,
  main,
  neverOpen,
  NOW,
  type AboutLocation,
} from '../../support/factories.ts';

const empty = new Line([]);
const two = [aVisit({ id: 'a', rank: 10 }), aVisit({ id: 'b', rank: 20 })];

const joinOf = (location: Location, line = empty) =>
  join(location, aNewcomer(), { line, refusalOfSender: () => null, isOpenAt }, NOW);

test('a join reserves one customer credit and stands at the end of the line', () => {
  const pace = recordLength(unknownPace, 2, NOW - 60_000);
  const decision = joinOf(
    aLocation({ lastJoinedAt: 5, service: { lastRank: 7, pace }, credits: { customerCredits: 3 } }),
    lineOf(...two),
  );
  expect(decision).toEqual({
    ok: true,
    location: aLocation({
      lastJoinedAt: NOW,
      version: 1,
      service: { lastRank: 7 + RANK_STEP, pace: recordLength(pace, 3, NOW) },
      credits: { customerCredits: 2 },
    }),
    visit: aVisit({
      id: 'new',
      rank: 7 + RANK_STEP,
      joinedAt: NOW,
      promise: promiseWait(pace, 2, NOW),
    }),
    effects: [],
    event: 'joined',
    reason: null,
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

// In each case, the reasons of all cases before it in this list also apply. Of several reasons, the refusal names the
// one that lasts longest.
const codes = [
  'no_credits',
  'queue_full',
  'outside_hours',
  'joining_paused',
  'trial_expired',
  'location_closed',
] as const;
const reasons: Record<(typeof codes)[number], AboutLocation> = {
  no_credits: { credits: { customerCredits: 0 } },
  queue_full: { settings: { capacity: 2 } },
  outside_hours: { settings: { capacity: 2, hours: neverOpen } },
  joining_paused: { settings: { paused: true } },
  trial_expired: { credits: { endAt: NOW } },
  location_closed: { profile: { closedAt: NOW - 1 } },
};

test.each(codes.map((code, index) => ({ code, later: codes.slice(0, index + 1) })))(
  'a join is refused with $code, whatever else stands against it',
  ({ code, later }) => {
    const location = aLocation({
      profile: Object.assign({}, ...later.map((one) => reasons[one].profile)),
      credits: Object.assign({}, ...later.map((one) => reasons[one].credits)),
      settings: Object.assign({}, ...later.map((one) => reasons[one].settings)),
    });
    expect(joinOf(location, lineOf(...two))).toEqual({ ok: false, code });
    expect(refusalToJoin(location, main, 2, NOW, isOpenAt)).toBe(code);
    const alone = aLocation(reasons[code]);
    expect(refusalToJoin(alone, main, 2, NOW, isOpenAt)).toBe(code);
  },
);

test('an open location with room takes guests, to the last credit and the last place', () => {
  const settings = { capacity: 2, hours: alwaysOpen };
  expect(
    refusalToJoin(aLocation({ settings, credits: { customerCredits: 1 } }), main, 1, NOW, isOpenAt),
  ).toBeNull();
  expect(refusalToJoin(aLocation({ settings }), main, 3, NOW, isOpenAt)).toBe('queue_full');
  expect(refusalToJoin(aLocation(), main, 1_000, NOW, isOpenAt)).toBeNull();
});

test('the trial ends at its very millisecond', () => {
  expect(refusalToJoin(aLocation({ credits: { endAt: NOW + 1 } }), main, 0, NOW, isOpenAt)).toBeNull();
  expect(refusalToJoin(aLocation({ credits: { endAt: NOW } }), main, 0, NOW, isOpenAt)).toBe('trial_expired');
});

test('a walk-in costs what every guest costs; pause, hours and capacity do not bind the owner', () => {
  const settings = { paused: true, capacity: 1, hours: neverOpen };
  const location = aLocation({ settings, credits: { customerCredits: 1 } });
  const decision = addWalkIn(location, aNewcomer({ id: 'walk-in', lastName: '' }), lineOf(...two), NOW);
  expect(decision).toMatchObject({
    ok: true,
    location: { version: 1, credits: { customerCredits: 0 }, services: { main: { lastRank: RANK_STEP } } },
    visit: { id: 'walk-in', firstName: 'Maya', lastName: '', joinedAt: NOW, status: 'waiting' },
    event: 'added',
    position: 3,
  });
});

test('a walk-in is promised the wait that staff told; without it, the estimate', () => {
  const promiseOf = (told?: { low: number; high: number }) => {
    const decision = addWalkIn(aLocation(), aNewcomer(), lineOf(...two), NOW, told);
    return decision.ok ? decision.visit.promise : decision.code;
  };
  expect(promiseOf()).toMatchObject({ minutes: 10, method: 'fixed' });
  expect(promiseOf({ low: 20, high: 35 })).toMatchObject({
    minutes: 28,
    low: 20,
    high: 35,
    method: 'learned',
  });
});

test('a walk-in is taken beyond zero, a guest is not', () => {
  const location = aLocation({ credits: { customerCredits: 0, customerCreditsMonth: 10 } });
  const decision = addWalkIn(location, aNewcomer(), empty, NOW);
  expect(decision).toMatchObject({
    ok: true,
    location: { credits: { customerCredits: 0, customerDebt: 1 } },
  });
  expect(joinOf(location)).toEqual({ ok: false, code: 'no_credits' });
  if (decision.ok)
    expect(addWalkIn(decision.location, aNewcomer(), empty, NOW)).toEqual({ ok: false, code: 'no_credits' });
});

test('a used up limit of an unconfirmed account looks to guests like missing credits', () => {
  expect(joinOf(aLocation({ credits: { guestsLeft: 0 } }))).toEqual({ ok: false, code: 'no_credits' });
});

test.each([
  ['location_closed', aLocation({ profile: { closedAt: NOW }, credits: { endAt: NOW, customerCredits: 0 } })],
  ['trial_expired', aLocation({ credits: { endAt: NOW, customerCredits: 0 } })],
  ['no_credits', aLocation({ credits: { customerCredits: 0 } })],
  ['email_unconfirmed', aLocation({ credits: { guestsLeft: 0 } })],
] as const)('a walk-in is refused with %s', (code, location) => {
  expect(addWalkIn(location, aNewcomer(), empty, NOW)).toEqual({ ok: false, code });
});
