import { expect, test } from 'vitest';
import type { VisitStatus } from '../../src/shared/queue-view.ts';
import {
  admit,
  changePreference,
  close,
  creditsNow,
  endHold,
  isDialable,
  isLive,
  join,
  leave,
  refusalToJoin,
  remove,
  trackText,
} from '../../src/worker/queue/queue.ts';
import { aLocation, aParty, aVisit, NOW } from './factories.ts';

const texted = { waitingPreference: 'wait_anywhere', phoneNumber: '+62 812 3456 7890' } as const;

test('a join reserves one customer credit and stands at the end of the line', () => {
  const decision = join(
    aLocation({ lastRank: 7, customerCredits: 3 }),
    aParty(),
    'id-1',
    { ahead: 2, fromSender: 0 },
    NOW,
  );
  expect(decision).toEqual({
    ok: true,
    location: aLocation({ lastRank: 8, lastJoinedAt: NOW, customerCredits: 2, version: 1 }),
    visit: aVisit({
      id: 'id-1',
      rank: 8,
      joinedAt: NOW,
      promise: { minutes: 10, low: 5, high: 20, method: 'fixed' },
    }),
    effects: [],
  });
});

test('two joins in one millisecond get two milliseconds', () => {
  const decision = join(aLocation({ lastJoinedAt: NOW }), aParty(), 'id-2', { ahead: 1, fromSender: 0 }, NOW);
  expect(decision).toMatchObject({
    ok: true,
    visit: { joinedAt: NOW + 1 },
    location: { lastJoinedAt: NOW + 1 },
  });
});

test('a clock that runs backwards never gives an earlier join time', () => {
  const decision = join(
    aLocation({ lastJoinedAt: NOW + 5_000 }),
    aParty(),
    'id',
    { ahead: 0, fromSender: 0 },
    NOW,
  );
  expect(decision).toMatchObject({ ok: true, visit: { joinedAt: NOW + 5_001 } });
});

test.each([
  ['location_closed', aLocation({ closed: true, paused: true, customerCredits: 0, trialEndsAt: NOW })],
  ['trial_expired', aLocation({ trialEndsAt: NOW, paused: true, customerCredits: 0 })],
  ['joining_paused', aLocation({ paused: true, customerCredits: 0 })],
  ['no_credits', aLocation({ customerCredits: 0 })],
] as const)('a join is refused with %s', (code, location) => {
  expect(join(location, aParty(), 'id', { ahead: 0, fromSender: 0 }, NOW)).toEqual({ ok: false, code });
  expect(refusalToJoin(location, NOW)).toBe(code);
});

test('one network address has at most 50 parties in line', () => {
  const from = (fromSender: number) => join(aLocation(), aParty(), 'id', { ahead: 99, fromSender }, NOW);
  expect(from(49)).toMatchObject({ ok: true });
  expect(from(50)).toEqual({ ok: false, code: 'too_many_requests' });
});

test('the trial ends at its very millisecond', () => {
  const location = aLocation({ trialEndsAt: NOW });
  expect(refusalToJoin(location, NOW - 1)).toBeNull();
  expect(refusalToJoin(location, NOW)).toBe('trial_expired');
  expect(creditsNow(location, NOW - 1)).toEqual({ customerCredits: 10, smsCredits: 10 });
  expect(creditsNow(location, NOW)).toEqual({ customerCredits: 0, smsCredits: 0 });
});

test('an admit starts the hold and owes a history row; on the premises it owes no text', () => {
  expect(admit(aLocation(), aVisit(), NOW)).toEqual({
    ok: true,
    location: aLocation({ version: 1 }),
    visit: aVisit({ status: 'admitted', admittedAt: NOW, holdEndsAt: NOW + 300_000, revision: 1 }),
    effects: [{ kind: 'history' }],
  });
});

test('an admit of a guest who waits anywhere reserves one SMS credit and owes a text until the hold ends', () => {
  expect(admit(aLocation(), aVisit(texted), NOW)).toMatchObject({
    ok: true,
    location: { smsCredits: 9, customerCredits: 10 },
    visit: { text: { status: 'queued' } },
    effects: [{ kind: 'history' }, { kind: 'turn_text', to: '+62 812 3456 7890', expiresAt: NOW + 300_000 }],
  });
});

test.each([
  ['no SMS credit is left', aLocation({ smsCredits: 0 }), texted.phoneNumber, 'no_sms_credits'],
  ['the trial is over', aLocation({ trialEndsAt: NOW }), texted.phoneNumber, 'no_sms_credits'],
  ['no text can reach the number', aLocation(), 'ask for Maya', 'number_unreachable'],
] as const)(
  'whoever is in line can still be admitted when %s; the owner is told',
  (_, location, phoneNumber, error) => {
    const decision = admit(location, aVisit({ ...texted, phoneNumber }), NOW);
    expect(decision).toMatchObject({
      ok: true,
      location: { smsCredits: location.smsCredits },
      visit: { status: 'admitted', text: { status: 'not_sent', error } },
      effects: [{ kind: 'history' }],
    });
  },
);

test('a removal gives the customer credit back', () => {
  expect(remove(aLocation(), aVisit(), NOW)).toEqual({
    ok: true,
    location: aLocation({ customerCredits: 11, version: 1 }),
    visit: aVisit({ status: 'removed', endedAt: NOW, revision: 1 }),
    effects: [{ kind: 'history' }],
  });
});

test('closing a location removes whoever waits, gives every credit back and lets nobody in', () => {
  const waiting = [aVisit({ id: 'a', rank: 1 }), aVisit({ id: 'b', rank: 2 })];
  const closed = close(aLocation({ customerCredits: 8 }), waiting, NOW);
  expect(closed.location).toEqual(aLocation({ customerCredits: 10, closed: true, version: 2 }));
  expect(closed.removed.map(({ visit, effects }) => [visit.id, visit.status, effects])).toEqual([
    ['a', 'removed', [{ kind: 'history' }]],
    ['b', 'removed', [{ kind: 'history' }]],
  ]);
  expect(refusalToJoin(closed.location, NOW)).toBe('location_closed');
});

test('every change counts, so that a page notices one it missed', () => {
  const versions = [
    changePreference(aLocation(), aVisit(), texted),
    trackText(aLocation(), aVisit({ status: 'admitted' }), 'sent'),
    remove(aLocation(), aVisit(), NOW),
    admit(aLocation(), aVisit(), NOW),
  ].map((decision) => decision.ok && decision.location.version);
  expect(versions).toEqual([1, 1, 1, 1]);
});

test('leaving gives the customer credit back', () => {
  expect(leave(aLocation(), aVisit(), NOW)).toMatchObject({
    ok: true,
    location: { customerCredits: 11 },
    visit: { status: 'left', endedAt: NOW },
  });
});

test('leaving twice changes nothing', () => {
  const location = aLocation();
  const visit = aVisit({ status: 'left', endedAt: NOW - 1 });
  expect(leave(location, visit, NOW)).toEqual({ ok: true, location, visit, effects: [] });
});

const refusals: [VisitStatus, string][] = [
  ['admitted', 'already_admitted'],
  ['arrived', 'already_admitted'],
  ['no_show', 'already_admitted'],
  ['removed', 'not_waiting'],
];

test.each([...refusals, ['left', 'not_waiting'] as const])(
  'a visit that is %s is not admitted, removed or changed: %s',
  (status, code) => {
    const visit = aVisit({ status });
    expect(admit(aLocation(), visit, NOW)).toEqual({ ok: false, code });
    expect(remove(aLocation(), visit, NOW)).toEqual({ ok: false, code });
    expect(changePreference(aLocation(), visit, texted)).toEqual({ ok: false, code });
  },
);

test.each(refusals)('a visit that is %s cannot be left: %s', (status, code) => {
  expect(leave(aLocation(), aVisit({ status }), NOW)).toEqual({ ok: false, code });
});

test('a change of preference keeps place, party and a number given before', () => {
  const there = changePreference(aLocation(), aVisit(), texted);
  expect(there).toMatchObject({ ok: true, visit: { ...aVisit(), ...texted }, effects: [] });
  const back = changePreference(aLocation(), aVisit(texted), {
    waitingPreference: 'on_premises',
    phoneNumber: '',
  });
  expect(back).toMatchObject({
    ok: true,
    visit: { waitingPreference: 'on_premises', phoneNumber: texted.phoneNumber },
  });
});

test('the hold ends at exactly 300,000 ms, once', () => {
  const held = aVisit({ status: 'admitted', admittedAt: NOW, holdEndsAt: NOW + 300_000 });
  expect(endHold(aLocation(), held, NOW + 299_999)).toBeNull();
  const ended = endHold(aLocation(), held, NOW + 300_000);
  expect(ended).toMatchObject({ visit: { status: 'admitted', holdExpired: true }, location: { version: 1 } });
  expect(endHold(aLocation(), { ...held, holdExpired: true }, NOW + 300_000)).toBeNull();
});

test.each(['waiting', 'arrived', 'no_show', 'left', 'removed'] as const)(
  'a visit that is %s has no hold to end',
  (status) => {
    expect(endHold(aLocation(), aVisit({ status, holdEndsAt: NOW - 1 }), NOW)).toBeNull();
  },
);

test.each([
  ['sending', 10, { status: 'sending' }],
  ['queued', 10, { status: 'queued' }],
  ['sent', 10, { status: 'sent' }],
  ['unknown', 10, { status: 'unknown' }],
  ['refused', 11, { status: 'failed', error: 'refused' }],
  ['expired', 11, { status: 'failed', error: 'expired' }],
] as const)('a text that is %s leaves %i SMS credits', (progress, smsCredits, text) => {
  const tracked = trackText(aLocation(), aVisit({ status: 'admitted' }), progress);
  expect(tracked).toMatchObject({ location: { smsCredits }, visit: { text } });
});

test('a visit is live while it waits and while its spot is held', () => {
  const held = aVisit({ status: 'admitted', holdEndsAt: NOW });
  expect(isLive(aVisit(), NOW)).toBe(true);
  expect(isLive(held, NOW - 1)).toBe(true);
  expect(isLive(held, NOW)).toBe(false);
  for (const status of ['arrived', 'no_show', 'left', 'removed'] as const) {
    expect(isLive(aVisit({ status, holdEndsAt: NOW + 1 }), NOW)).toBe(false);
  }
});

test.each(['+62 812-3456-7890', '(021) 555 0100', '081.234.567', '123456', '123456789012345'])(
  '%s can be texted',
  (phone) => {
    expect(isDialable(phone)).toBe(true);
  },
);

test.each(['', '12345', '1234567890123456', 'call me', '+1+2345678', '٠١٢٣٤٥٦٧', "0812'; DROP TABLE visit"])(
  '%s cannot be texted',
  (phone) => {
    expect(isDialable(phone)).toBe(false);
  },
);
