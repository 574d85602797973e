import { expect, test } from 'vitest';
import { unknownPace } from '../../src/shared/queue/rules/estimate.ts';
import {
  guestVisit,
  joinAnswer,
  locationView,
  placeMessage,
  statusAnswer,
  visitView,
} from '../../src/shared/queue/project.ts';
import type { Visit } from '../../src/shared/queue/state.ts';
import { aLocation, anAdmittedVisit, aTextedVisit, aVisit, NOW, someSettings } from './factories.ts';

const iso = (at: number) => new Date(at).toISOString();
const HOLD_ENDS_AT = NOW + 240_000;
const fixed = { low: 5, high: 20, method: 'fixed' } as const;

/** That place in a line of three. */
const at = (position: number) => ({ position, waiting: 3 });

/** What every view of the visit of these tests says. */
const always = {
  id: 'visit',
  firstName: 'Maya',
  lastName: 'Putri',
  numGuests: 2,
  waitingPreference: 'on_premises',
  joinedAt: '2026-11-20T17:50:00.000Z',
  address: '14 Kemang Raya, Jakarta',
} as const;

test('a waiting visit shows its place, and no number when it gave none', () => {
  expect(guestVisit(aLocation(), aVisit(), 3, NOW)).toEqual({ ...always, status: 'waiting', position: 3 });
});

test('only its owner sees what a waiting visit was promised', () => {
  const promise = { minutes: 15, low: 7, high: 30, method: 'fixed', learnedMs: 900_000 } as const;
  const waiting = { ...always, status: 'waiting', position: 4 };
  expect(visitView(aLocation(), aVisit({ promise }), 4, NOW)).toEqual({
    ...waiting,
    promised: { low: 7, high: 30 },
  });
  expect(guestVisit(aLocation(), aVisit({ promise }), 4, NOW)).toEqual(waiting);
  const left = aVisit({ promise, status: 'left', endedAt: NOW });
  expect(visitView(aLocation(), left, 0, NOW)).toEqual({
    ...always,
    status: 'left',
    leftAt: iso(NOW),
  });
});

test('an admitted visit shows its hold', () => {
  const held = {
    ...always,
    status: 'admitted',
    admittedAt: iso(NOW - 60_000),
    holdEndsAt: iso(HOLD_ENDS_AT),
  };
  expect(guestVisit(aLocation(), anAdmittedVisit(), 0, HOLD_ENDS_AT - 1)).toEqual({
    ...held,
    holdExpired: false,
  });
  expect(guestVisit(aLocation(), anAdmittedVisit(), 0, HOLD_ENDS_AT)).toEqual({ ...held, holdExpired: true });
});

test('a visit shows its number, its text and its second call', () => {
  const { waitingPreference, phoneNumber, textNumber } = aTextedVisit();
  const text = { status: 'failed', error: 'refused' } as const;
  const visit = anAdmittedVisit({ waitingPreference, phoneNumber, textNumber, text, calledAgainAt: NOW });
  expect(guestVisit(aLocation(), visit, 0, NOW)).toEqual({
    ...always,
    waitingPreference,
    phoneNumber,
    status: 'admitted',
    admittedAt: iso(NOW - 60_000),
    holdEndsAt: iso(HOLD_ENDS_AT),
    holdExpired: false,
    calledAgainAt: iso(NOW),
    message: text,
  });
});

test.each([
  ['left', { leftAt: iso(NOW) }],
  ['removed', { removedAt: iso(NOW) }],
  ['arrived', { arrivedAt: iso(NOW) }],
  ['no_show', {}],
] as const)('a visit that is %s shows when', (status, end) => {
  expect(guestVisit(aLocation(), aVisit({ status, endedAt: NOW }), 0, NOW)).toEqual({
    ...always,
    status,
    ...end,
  });
});

test.each(['left', 'removed', 'arrived'] as const)(
  'a visit that is %s without a time shows none',
  (status) => {
    expect(guestVisit(aLocation(), aVisit({ status }), 0, NOW)).toEqual({ ...always, status });
  },
);

test.each<[string, Visit, object]>([
  [
    'no text can reach the number',
    aTextedVisit({ phoneNumber: 'ask', textNumber: null }),
    { message: { status: 'not_sent', error: 'number_unreachable' } },
  ],
  ['a text can reach the number', aTextedVisit(), {}],
  ['the guest stays close', aVisit({ phoneNumber: 'ask' }), {}],
  ['the guest has left', aTextedVisit({ textNumber: null, status: 'left' }), {}],
])('the message of a visit before its turn when %s', (_, visit, message) => {
  const { message: shown } = guestVisit(aLocation(), visit, 1, NOW);
  expect({ ...(shown !== undefined && { message: shown }) }).toEqual(message);
});

test('the owner sees three lists, the line numbered from 1', () => {
  const settings = someSettings({ capacity: 4 });
  const location = aLocation({
    settings,
    settings: { paused: true },
    credits: { customerCredits: 3, smsCredits: 4 },
  });
  const [a, b] = [aVisit({ id: 'a' }), aVisit({ id: 'b' })];
  const admitted = anAdmittedVisit({ id: 'held' });
  const gone = aVisit({ id: 'gone', status: 'left', endedAt: NOW });
  const lists = { waiting: [a, b], admitted: [admitted], ended: [gone] };
  const view = {
    id: 'location',
    address: '14 Kemang Raya, Jakarta',
    businessName: 'Blue Door Café',
    timezone: 'Asia/Jakarta',
    customerCredits: 3,
    smsCredits: 4,
    queue: [visitView(location, a, 1, NOW), visitView(location, b, 2, NOW)],
    admittedCustomers: [visitView(location, admitted, 0, NOW)],
    removedCustomers: [visitView(location, gone, 0, NOW)],
    settings,
    paused: true,
  };
  expect(locationView('location', location, lists, {}, NOW)).toEqual(view);
  const today = { day: '2026-11-21', sent: 2, delivered: 1 };
  expect(locationView('location', location, lists, { today }, NOW)).toEqual({ ...view, texts: { today } });
  const held = { reason: 'away', since: new Date(NOW).toISOString() } as const;
  expect(locationView('location', location, lists, { held }, NOW)).toEqual({ ...view, texts: { held } });
  expect(locationView('location', { ...location, trialEndsAt: NOW }, lists, {}, NOW)).toEqual({
    ...view,
    customerCredits: 0,
    smsCredits: 0,
  });
});

const place = { position: 3, ahead: 2, estimatedWaitMinutes: 10, estimate: fixed };
const nowhere = {
  position: 0,
  ahead: 0,
  estimatedWaitMinutes: 0,
  estimate: { low: 0, high: 0, method: 'fixed' },
};

test('a waiting guest is told the place and what to expect', () => {
  const location = aLocation({ settings: { holdMs: 60_000 } });
  expect(statusAnswer(location, aVisit(), at(3), NOW)).toEqual({
    customer: guestVisit(location, aVisit(), 3, NOW),
    removed: false,
    status: 'waiting',
    admitted: false,
    ...place,
    message: 'You are #3 in line',
    address: '14 Kemang Raya, Jakarta',
    businessName: 'Blue Door Café',
    holdMs: 60_000,
    serverNow: iso(NOW),
  });
});

test('an admitted guest is told until when the spot is held', () => {
  const visit = anAdmittedVisit();
  const told = {
    customer: guestVisit(aLocation(), visit, 0, NOW),
    removed: false,
    status: 'admitted',
    admitted: true,
    ...nowhere,
    moreTime: { places: 1, position: 2 },
    message: "It's your turn",
    address: '14 Kemang Raya, Jakarta',
    businessName: 'Blue Door Café',
    holdMs: 300_000,
    holdEndsAt: iso(HOLD_ENDS_AT),
    holdExpired: false,
    serverNow: iso(NOW),
  };
  expect(statusAnswer(aLocation(), visit, at(0), NOW)).toEqual(told);
  const { moreTime: _, ...late } = told;
  expect(statusAnswer(aLocation(), visit, at(0), HOLD_ENDS_AT)).toEqual({
    ...late,
    customer: guestVisit(aLocation(), visit, 0, HOLD_ENDS_AT),
    message: 'Timer expired — your spot will be released.',
    holdExpired: true,
    serverNow: iso(HOLD_ENDS_AT),
  });
});

test('an admitted guest is told the hold it was given, whatever has been set since', () => {
  const location = aLocation({ settings: { holdMs: 60_000 } });
  expect(statusAnswer(location, anAdmittedVisit(), at(0), NOW)).toMatchObject({ holdMs: 300_000 });
});

test('whoever does not wait is told no wait, also where the learned one begins with some minutes', () => {
  const first = { sum: 600_000, weight: 1 };
  const location = aLocation({ service: { pace: { ...unknownPace, admits: 20, first } } });
  expect(statusAnswer(location, aVisit(), at(1), NOW).estimatedWaitMinutes).toBeGreaterThan(0);
  expect(statusAnswer(location, anAdmittedVisit(), at(0), NOW)).toMatchObject({
    estimatedWaitMinutes: 0,
    estimate: { low: 0, high: 0, method: 'learned' },
  });
});

test('a guest of a location that was removed is told so', () => {
  expect(
    statusAnswer(aLocation({ profile: { closedAt: NOW } }), anAdmittedVisit(), at(0), NOW),
  ).toMatchObject({
    locationClosed: true,
  });
  expect(statusAnswer(aLocation(), anAdmittedVisit(), at(0), NOW)).not.toHaveProperty('locationClosed');
});

test.each([
  ['arrived', { removed: false, admitted: true, message: 'You’re checked in. Enjoy your visit.' }],
  ['no_show', { removed: false, admitted: true, message: 'Timer expired — your spot will be released.' }],
  ['left', { removed: true, admitted: false, message: 'You left the queue' }],
  [
    'removed',
    { removed: true, admitted: false, message: 'You have been removed from the queue by the business.' },
  ],
] as const)('a guest whose visit is %s is told so', (status, told) => {
  expect(statusAnswer(aLocation(), aVisit({ status, endedAt: NOW }), at(0), NOW)).toMatchObject({
    status,
    ...told,
    ...nowhere,
  });
});

test('whoever joins is told the place, and the token once', () => {
  expect(joinAnswer(aLocation(), aVisit(), 3, 'the token', NOW)).toEqual({
    success: true,
    customer: guestVisit(aLocation(), aVisit(), 3, NOW),
    queueToken: 'the token',
    position: 3,
    estimatedWaitMinutes: 10,
    estimate: fixed,
  });
});

test('whoever moves up hears the place and nothing else', () => {
  expect(placeMessage(aLocation({ service: { pace: unknownPace } }), at(3), false, NOW)).toEqual({
    type: 'place',
    ...place,
    message: 'You are #3 in line',
    serverNow: iso(NOW),
  });
});

test('a place comes with where five more minutes would lead, but for the last and for whoever had them', () => {
  const told = (position: number, hasHadMoreTime: boolean) =>
    placeMessage(aLocation(), at(position), hasHadMoreTime, NOW).moreTime;
  expect([told(1, false), told(2, false), told(3, false), told(1, true)]).toEqual([
    { places: 1, position: 2 },
    { places: 1, position: 3 },
    undefined,
    undefined,
  ]);
});

test('a visit shows what its guest has replied', () => {
  const visit = aVisit({ onMyWayAt: NOW - 1, moreTimeAt: NOW });
  expect(guestVisit(aLocation(), visit, 2, NOW)).toEqual({
    ...always,
    status: 'waiting',
    position: 2,
    onMyWayAt: iso(NOW - 1),
    moreTimeAt: iso(NOW),
  });
});
