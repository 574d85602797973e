import { staffVisit } from '../../../src/shared/queue/project-visit.ts';
import { expect, test } from 'vitest';
import { MemoryStorage, snapshotOf } from '../../../src/shared/queue/memory-storage.ts';
import {
  acceptingView,
  databaseView,
  joinAnswer,
  project,
  textsView,
} from '../../../src/shared/queue/project.ts';
import { movedMessage, positionMessage } from '../../../src/shared/queue/guest-messages.ts';
import { unknownPace } from '../../../src/shared/queue/rules/estimate/estimate.ts';
import { isOpenAt } from '../../../src/shared/queue/rules/opening-hours.ts';
import { initialSettings } from '../../../src/shared/queue/settings.ts';
import { serviceOf, type Location, type Undo, type Visit } from '../../../src/shared/queue/state.ts';
import {
  aLocation,
  anAdmittedVisit,
  aTextedVisit,
  aVisit,
  main,
  neverOpen,
  NOW,
  type AboutLocation,
  stateOf,
} from '../support/factories.ts';
import { iso } from '../../../src/shared/time/iso.ts';

const HOLD_ENDS_AT = NOW + 240_000;
const fixed = { low: 5, high: 20, method: 'fixed' } as const;

const at = (position: number) => ({ position, waiting: 3 });

/** A storage with this visit at this position, and with other visits at the other positions from 1 to 3. */
function lineWith(location: Location, visit: Visit, position: number): MemoryStorage {
  const others = [1, 2, 3].filter((place) => place !== position);
  return stateOf(
    location,
    { ...visit, rank: position },
    ...others.map((rank) => aVisit({ id: `other ${rank}`, rank })),
  );
}

const statusAnswer = (location: Location, visit: Visit, position: number, now: number) =>
  project.guest(lineWith(location, visit, position), location, visit, now);
const guestVisit = (location: Location, visit: Visit, position: number, now: number) =>
  statusAnswer(location, visit, position, now).customer;

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

test('only its owner sees what the guest of a waiting visit was told: one figure, or the learned range', () => {
  const promise = { minutes: 15, low: 7, high: 30, method: 'learned', learnedMs: 900_000 } as const;
  const waiting = { ...always, status: 'waiting', position: 4 };
  expect(staffVisit(aLocation(), aVisit({ promise }), 4, NOW)).toEqual({
    ...waiting,
    promised: { low: 7, high: 30 },
  });
  const fixed = aVisit({ promise: { ...promise, method: 'fixed' } });
  expect(staffVisit(aLocation(), fixed, 4, NOW).promised).toEqual({ low: 7, high: 30, minutes: 15 });
  expect(guestVisit(aLocation(), aVisit({ promise }), 4, NOW)).toEqual(waiting);
  const left = aVisit({ promise, status: 'left', endedAt: NOW });
  expect(staffVisit(aLocation(), left, 0, NOW)).toEqual({
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

test.each(['left', 'removed', 'arrived', 'no_show'] as const)(
  'a visit that is %s without a time shows none, neither to its guest nor to staff',
  (status) => {
    expect(staffVisit(aLocation(), aVisit({ status }), 0, NOW)).toEqual({ ...always, status });
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
  const about: AboutLocation = {
    settings: { capacity: 4, paused: true },
    credits: { customerCredits: 3, smsCredits: 4 },
  };
  const location = aLocation(about);
  const [a, b] = [aVisit({ id: 'a', rank: 1 }), aVisit({ id: 'b', rank: 2 })];
  const admitted = anAdmittedVisit({ id: 'held' });
  const gone = aVisit({ id: 'gone', status: 'left', endedAt: NOW });
  const visits = [b, gone, admitted, a];
  const {
    paused: _,
    timezone: __,
    memberCharts: ___,
    ...settings
  } = { ...initialSettings(), country: 'ID', capacity: 4 };
  const view = {
    id: 'location',
    address: '14 Kemang Raya, Jakarta',
    businessName: 'Blue Door Café',
    homeCountry: 'ID',
    timezone: 'Asia/Jakarta',
    customerCredits: 3,
    smsCredits: 4,
    queue: [staffVisit(location, a, 1, NOW), staffVisit(location, b, 2, NOW)],
    admittedCustomers: [staffVisit(location, admitted, 0, NOW)],
    removedCustomers: [staffVisit(location, gone, 0, NOW)],
    settings,
    paused: true,
  };
  expect(project.staff(stateOf(location, ...visits), NOW)).toEqual(view);
  const over = aLocation({ ...about, credits: { ...about.credits, endAt: NOW } });
  expect(project.staff(stateOf(over, ...visits), NOW)).toEqual({
    ...view,
    customerCredits: 0,
    smsCredits: 0,
  });
});

test('the owner sees what is the matter with texts and with the database, and how many texts went out today', () => {
  const viewed = (about: AboutLocation, texts: Parameters<typeof textRecords>[0] = []) => {
    const snapshot = { ...snapshotOf(aLocation(about)), texts: textRecords(texts) };
    return project.staff(new MemoryStorage('location', snapshot), NOW);
  };
  expect(viewed({})).not.toHaveProperty('texts');
  expect(viewed({})).not.toHaveProperty('database');
  const textBreaker = { reason: 'away', since: NOW - 5, probeAt: NOW } as const;
  const held = { reason: 'away', since: iso(NOW - 5) };
  expect(viewed({ health: { textBreaker } })).toMatchObject({ texts: { held } });
  expect(viewed({ health: { textBreaker } })?.texts).not.toHaveProperty('today');
  // NOW is on 21 November in Jakarta.
  const today = { day: '2026-11-21', sent: 2, delivered: 1 };
  const sent = [
    ['sent', '2026-11-21'],
    ['delivered', '2026-11-21'],
    ['delivered', '2026-11-20'],
    ['queued', null],
  ] as const;
  expect(viewed({}, sent)?.texts).toEqual({ today });
  expect(viewed({ health: { textBreaker } }, sent)?.texts).toEqual({ held, today });
  expect(viewed({ health: { databaseAwaySince: NOW - 7 } })?.database).toEqual({ awaySince: iso(NOW - 7) });
});

test('the state of failures is a projection of its own, too; empty without failures', () => {
  const [well, ill] = [
    aLocation(),
    aLocation({
      health: { textBreaker: { reason: 'account', since: NOW, probeAt: NOW }, databaseAwaySince: NOW },
    }),
  ];
  expect([textsView(stateOf(well), well, NOW), databaseView(well)]).toEqual([{}, {}]);
  expect([textsView(stateOf(ill), ill, NOW), databaseView(ill)]).toEqual([
    { held: { reason: 'account', since: iso(NOW) } },
    { awaySince: iso(NOW) },
  ]);
});

test('staff see nothing of a location that is not there', () => {
  expect(project.staff(stateOf(null), NOW)).toBeNull();
});

test('visits that are over stay in sight for two days, newest first, and of the ended ones a thousand', () => {
  const since = NOW - 48 * 3_600_000;
  const shown = (...visits: Visit[]) => project.staff(stateOf(aLocation(), ...visits), NOW);
  const ended = (id: string, endedAt: number) => aVisit({ id, status: 'removed', endedAt });
  const came = (id: string, admittedAt: number) => anAdmittedVisit({ id, admittedAt, status: 'arrived' });
  const view = shown(
    ended('too long ago', since - 1),
    ended('just', since),
    ended('later', NOW),
    came('came too long ago', since - 1),
    came('came just', since),
    came('came later', NOW),
    anAdmittedVisit({ id: 'not come', status: 'no_show' }),
  );
  expect(view?.removedCustomers.map(({ id }) => id)).toEqual(['later', 'just']);
  expect(view?.admittedCustomers.map(({ id }) => id)).toEqual(['came later', 'not come', 'came just']);
  const many = Array.from({ length: 1_001 }, (_, n) => ended(`${n}`, NOW - n));
  expect(shown(...many)?.removedCustomers.map(({ id }) => id)).toEqual(
    many.slice(0, 1_000).map(({ id }) => id),
  );
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
  expect(statusAnswer(location, aVisit(), 3, NOW)).toEqual({
    customer: { ...always, status: 'waiting', position: 3 },
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
  const customer = {
    ...always,
    status: 'admitted',
    admittedAt: iso(NOW - 60_000),
    holdEndsAt: iso(HOLD_ENDS_AT),
    holdExpired: false,
  };
  const told = {
    customer,
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
  expect(statusAnswer(aLocation(), visit, 0, NOW)).toEqual(told);
  const { moreTime: _, ...late } = told;
  expect(statusAnswer(aLocation(), visit, 0, HOLD_ENDS_AT)).toEqual({
    ...late,
    customer: { ...customer, holdExpired: true },
    message: 'Timer expired — your spot will be released.',
    holdExpired: true,
    serverNow: iso(HOLD_ENDS_AT),
  });
});

test('an admitted guest sees the original hold, even after a change of the setting', () => {
  const location = aLocation({ settings: { holdMs: 60_000 } });
  expect(statusAnswer(location, anAdmittedVisit(), 0, NOW)).toMatchObject({ holdMs: 300_000 });
});

test('a guest who does not wait sees no wait, even if the learned one begins above zero', () => {
  const first = { sum: 600_000, weight: 1 };
  const location = aLocation({ service: { pace: { ...unknownPace, admits: 20, first } } });
  expect(statusAnswer(location, aVisit(), 1, NOW).estimatedWaitMinutes).toBeGreaterThan(0);
  expect(statusAnswer(location, anAdmittedVisit(), 0, NOW)).toMatchObject({
    estimatedWaitMinutes: 0,
    estimate: { low: 0, high: 0, method: 'learned' },
  });
});

test('a guest of a location that was removed is told so', () => {
  expect(statusAnswer(aLocation({ profile: { closedAt: NOW } }), anAdmittedVisit(), 0, NOW)).toMatchObject({
    locationClosed: true,
  });
  expect(statusAnswer(aLocation(), anAdmittedVisit(), 0, NOW)).not.toHaveProperty('locationClosed');
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
  expect(statusAnswer(aLocation(), aVisit({ status, endedAt: NOW }), 0, NOW)).toMatchObject({
    status,
    ...told,
    ...nowhere,
  });
});

test('a guest whom nobody called in time is told so, and not of a removal by the business', () => {
  const visit = aVisit({ status: 'removed', endedAt: NOW, waitExpired: true });
  expect(statusAnswer(aLocation(), visit, 0, NOW)).toMatchObject({
    customer: { ...always, status: 'removed', removedAt: iso(NOW), waitExpired: true },
    removed: true,
    message: 'Nobody called you before the next opening, so your place in line has ended.',
  });
});

test('whoever joins is told the place, and the token once', () => {
  const [location, visit] = [aLocation(), aVisit()];
  expect(joinAnswer(lineWith(location, visit, 3), location, visit, 'the token', NOW)).toEqual({
    success: true,
    customer: { ...always, status: 'waiting', position: 3 },
    queueToken: 'the token',
    position: 3,
    estimatedWaitMinutes: 10,
    estimate: fixed,
  });
});

test('a removal that can still be undone is not told: the guest stands where an undo leads', () => {
  const visit = aVisit({ id: 'gone', rank: 25, status: 'removed', endedAt: NOW - 1, revision: 1 });
  const undo: Undo = {
    visitId: 'gone',
    of: 'remove',
    until: NOW + 1,
    rank: 25,
    charged: false,
    pace: unknownPace,
  };
  const location = aLocation({ service: { undos: [undo] } });
  const others = [10, 20, 30].map((rank) => aVisit({ id: `${rank}`, rank }));
  const state = stateOf(location, visit, ...others);
  const customer = { ...always, id: 'gone', status: 'waiting', position: 3 };
  expect(project.guest(state, location, visit, NOW)).toEqual({
    ...statusAnswer(aLocation(), aVisit(), 3, NOW),
    customer,
    // For this guest the line has four places, because the guest's own removed visit is still shown at the third place.
    // So this guest can move one place back.
    moreTime: { places: 1, position: 4 },
  });
  expect(joinAnswer(state, location, visit, 'the token', NOW)).toMatchObject({ customer, position: 3 });
  expect(project.guest(state, location, visit, NOW + 1)).toMatchObject({
    status: 'removed',
    removed: true,
    position: 0,
    message: 'You have been removed from the queue by the business.',
  });
  // The removed visit is not counted in the positions of other guests.
  const first = aVisit({ id: '10', rank: 10 });
  expect(project.guest(state, location, first, NOW)).toMatchObject({ position: 1, status: 'waiting' });
});

test('before joining a guest may know whether a join is refused, whether texts can be sent, and the line', () => {
  const accepting = (about: AboutLocation, ...visits: Visit[]) => {
    const location = aLocation(about);
    return acceptingView(stateOf(location, ...visits), location, isOpenAt, NOW);
  };
  const line = { parties: 0, low: 0, high: 0 };
  expect(accepting({})).toEqual({ refusal: null, smsAvailable: true, line });
  const settings = { capacity: 1 };
  expect(accepting({ settings }, aVisit())).toEqual({
    refusal: 'queue_full',
    smsAvailable: true,
    line: { parties: 1, low: 5, high: 5 },
  });
  expect(accepting({ settings })).toEqual({ refusal: null, smsAvailable: true, line });
  expect(accepting({ settings: { hours: neverOpen }, credits: { smsCredits: 0 } })).toEqual({
    refusal: 'outside_hours',
    smsAvailable: false,
    line,
  });
  expect(accepting({ credits: { smsCredits: 1 } })).toEqual({ refusal: null, smsAvailable: true, line });
});

test('a guest who moves up gets the place and nothing else', () => {
  const service = serviceOf(aLocation(), main);
  expect(movedMessage(service, 7, at(3), false, NOW)).toEqual({
    type: 'moved',
    to: [7, 3, 10, 5, 20, 0, NOW],
    fixed: true,
  });
  expect(positionMessage(service, at(3), false, NOW)).toEqual({
    type: 'place',
    ...place,
    message: 'You are #3 in line',
    serverNow: iso(NOW),
  });
});

test('a place comes with where five more minutes would lead, but for the last and for whoever had them', () => {
  const service = serviceOf(aLocation(), main);
  const told = (position: number, hasHadMoreTime: boolean) => [
    movedMessage(service, 7, at(position), hasHadMoreTime, NOW).to[5],
    positionMessage(service, at(position), hasHadMoreTime, NOW).moreTime,
  ];
  expect([told(1, false), told(2, false), told(3, false), told(1, true)]).toEqual([
    [1, { places: 1, position: 2 }],
    [1, { places: 1, position: 3 }],
    [0, undefined],
    [0, undefined],
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

function textRecords(texts: readonly (readonly ['sent' | 'delivered' | 'queued', string | null])[]) {
  return new Map(
    texts.map(([progress, sentOn], index) => {
      const id = `text ${index}`;
      return [
        id,
        { id, visitId: 'visit', call: 1, credits: 1, progress, fault: null, providerId: null, sentOn },
      ];
    }),
  );
}
