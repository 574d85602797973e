import { expect, test } from 'vitest';
import {
  recordDeparture,
  recordLength,
  recordReturn,
  unknownPace,
} from '../../../../src/shared/queue/rules/estimate/estimate.ts';
import { Line } from '../../../../src/shared/queue/rules/line.ts';
import { recall } from '../../../../src/shared/queue/rules/recall.ts';
import { offerUndo } from '../../../../src/shared/queue/rules/undo.ts';
import type { Visit } from '../../../../src/shared/queue/state.ts';
import { aLocation, anAdmittedVisit, aVisit, lineOf, NOW } from '../../support/factories.ts';

const MINUTE_MS = 60_000;
const empty = new Line([]);
const over = { ok: false, code: 'recall_over' };
const first = aVisit({ id: 'first', rank: 10 });
const last = aVisit({ id: 'last', rank: 30 });
const gone = (about: Partial<Visit> = {}) =>
  aVisit({ rank: 20, status: 'removed', endedAt: NOW - MINUTE_MS, revision: 1, ...about });

test.each(['left', 'removed'] as const)(
  'a visit that %s waits again at its old place, paid again',
  (status) => {
    const pace = recordLength(recordDeparture(recordLength(unknownPace, 3, NOW)), 2, NOW);
    const location = aLocation({ credits: { customerCredits: 1 }, service: { lastRank: 30, pace } });
    expect(recall(location, gone({ status }), lineOf(first, last), NOW)).toEqual({
      ok: true,
      location: aLocation({
        version: 1,
        credits: { customerCredits: 0 },
        service: { lastRank: 30, pace: recordReturn(pace, 3, NOW) },
      }),
      visit: aVisit({ rank: 20, returnedAt: NOW, moved: true, pageGone: true, revision: 2 }),
      effects: [{ kind: 'history' }],
      event: 'recalled',
      reason: null,
      position: 2,
      ranks: [],
    });
  },
);

test.each(['arrived', 'no_show'] as const)(
  'a visit that is %s is admitted again, and its hold goes on',
  (status) => {
    const visit = anAdmittedVisit({
      status,
      endedAt: NOW - 1,
      calledAgainAt: NOW - 2,
      text: { status: 'sent' },
    });
    const location = aLocation({ credits: { customerCredits: 0, smsCredits: 0, endAt: NOW - 1 } });
    expect(recall(location, visit, lineOf(first), NOW)).toEqual({
      ok: true,
      location: { ...location, version: 1 },
      visit: { ...visit, status: 'admitted', endedAt: null, pageGone: true, revision: 2 },
      effects: [{ kind: 'history' }],
      event: 'recalled',
      reason: null,
      position: 0,
      ranks: [],
    });
  },
);

test('where the hold is over a new one begins, in which the guest can be called again', () => {
  const location = aLocation({ settings: { holdMs: 2 * MINUTE_MS } });
  const late = { holdEndsAt: NOW - 1, holdExpired: true, calledAgainAt: NOW - 3 };
  const again = {
    status: 'admitted',
    holdEndsAt: NOW + 2 * MINUTE_MS,
    holdExpired: false,
    holdRestartedAt: NOW,
    calledAgainAt: null,
    autoResolved: false,
    admittedAt: NOW - MINUTE_MS,
  };
  const noShow = anAdmittedVisit({ ...late, status: 'no_show', endedAt: NOW - 1, autoResolved: true });
  expect(recall(location, noShow, empty, NOW)).toMatchObject({ ok: true, visit: again });
});

test('a visit that nobody resolved is recalled 30 minutes after its hold, and its page was never told an end', () => {
  const visit = anAdmittedVisit({ holdEndsAt: NOW - 30 * MINUTE_MS, holdExpired: true, autoResolved: true });
  expect(recall(aLocation(), visit, empty, NOW)).toMatchObject({
    ok: true,
    visit: { status: 'admitted', autoResolved: false, holdExpired: false, pageGone: false, revision: 2 },
  });
  expect(recall(aLocation(), { ...visit, holdEndsAt: NOW - 30 * MINUTE_MS + 1 }, empty, NOW)).toEqual(over);
});

test('a visit goes back where it can still be undone, and its page has heard nothing', () => {
  const location = offerUndo(aLocation(), gone(), 'remove', NOW - 1);
  expect(recall(location, gone(), empty, NOW)).toMatchObject({
    visit: { status: 'waiting', pageGone: false },
    location: { services: { main: { undos: [] } } },
  });
});

test('a walk-in never had a page, so that none is gone', () => {
  const walkIn = gone({ isWalkIn: true });
  expect(recall(aLocation(), walkIn, empty, NOW)).toMatchObject({ visit: { pageGone: false } });
});

test('a visit can be recalled until the end of the day in the location’s time zone', () => {
  const midnight = Date.UTC(2026, 10, 20, 17);
  const at = (now: number, timezone: string) =>
    recall(aLocation({ settings: { timezone } }), gone({ endedAt: midnight - MINUTE_MS }), empty, now).ok;
  expect(at(midnight - 1, 'Asia/Jakarta')).toBe(true);
  expect(recall(aLocation(), gone({ endedAt: midnight - MINUTE_MS }), empty, midnight)).toEqual(over);
  expect(at(midnight, 'Europe/Berlin')).toBe(true);
});

test.each([
  ['waits', aVisit()],
  ['is held', anAdmittedVisit()],
  ['is erased', gone({ firstName: '', lastName: '' })],
])('a visit that %s is not recalled', (_, visit) => {
  expect(recall(aLocation(), visit, empty, NOW)).toEqual(over);
});

test('a credit that went to another guest, or ended, cannot be taken again; a spent one need not be', () => {
  const refusal = (credits: object, about: Partial<Visit> = {}) => {
    const decision = recall(aLocation({ credits }), gone(about), empty, NOW);
    return decision.ok ? decision.location.credits.customerCredits : decision.code;
  };
  expect(refusal({ customerCredits: 0 })).toBe('no_credits');
  expect(refusal({ guestsLeft: 0 })).toBe('email_unconfirmed');
  expect(refusal({ endAt: NOW })).toBe('trial_expired');
  expect(refusal({ customerCredits: 0, endAt: NOW }, { charged: true })).toBe(0);
});

test('nobody is recalled to a closed location', () => {
  const closed = aLocation({ profile: { closedAt: NOW - 1 } });
  const refused = { ok: false, code: 'location_closed' };
  expect(recall(closed, gone(), empty, NOW)).toEqual(refused);
  expect(recall(closed, anAdmittedVisit({ status: 'arrived', endedAt: NOW }), empty, NOW)).toEqual(refused);
});
