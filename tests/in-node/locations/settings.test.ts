import type { SettingsChange } from '../../../src/shared/queue/settings.ts';
import { evictDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { expect, test, vi } from 'vitest';
import type { AccountView } from '../../../src/shared/contracts/account/view.ts';
import { countries } from '../../../src/shared/countries.ts';
import { settingsView } from '../../../src/shared/queue/project.ts';
import { aLocation } from '../../pure/support/factories.ts';
import { call } from '../../worker/support/factories.ts';
import {
  acted,
  anotherLocation,
  anOwnersLocation,
  invalid,
  join,
  lineOf,
  objectOf,
  patch,
  refused,
  setUp,
  tryToJoin,
  viewOf,
} from '../../worker/support/owner-calls.ts';
import { alarmUntil, holdMs, moveClock, stopClock } from '../../worker/support/queue-factories.ts';
import { iso } from '../../../src/shared/time/iso.ts';

const sentence = 'Please check what you entered.';
const defaults = settingsView(aLocation()).settings;
const never = { monday: [], tuesday: [], wednesday: [], thursday: [], friday: [], saturday: [], sunday: [] };

const changes: [SettingsChange, object][] = [
  [{ paused: true }, { paused: true }],
  [{ timezone: 'Europe/Berlin' }, { timezone: 'Europe/Berlin' }],
  [{ holdMs: 60_000 }, { settings: { ...defaults, holdMs: 60_000 } }],
  [{ holdMs: 1_800_000 }, { settings: { ...defaults, holdMs: 1_800_000 } }],
  [{ afterHold: 'no_show' }, { settings: { ...defaults, afterHold: 'no_show' } }],
  [{ undo: true }, { settings: { ...defaults, undo: true } }],
  [{ capacity: 1 }, { settings: { ...defaults, capacity: 1 } }],
  [{ capacity: 10_000 }, { settings: { ...defaults, capacity: 10_000 } }],
  [{ hours: never }, { settings: { ...defaults, hours: never } }],
  [{ turnText: ' Come in,  {business} ' }, { settings: { ...defaults, turnText: 'Come in, {business}' } }],
  [{ turnText: '  ' }, { settings: defaults }],
  [{ nearlyAt: 10 }, { settings: { ...defaults, nearlyAt: 10 } }],
  [{ country: 'MY' }, { settings: { ...defaults, country: 'MY' } }],
  [{ textCountries: ['SG', 'MY'] }, { settings: { ...defaults, textCountries: ['SG', 'MY'] } }],
];

test.each(changes)(
  '%j changes that and nothing else, here only, and survives a restart',
  async (change, after) => {
    const place = await anOwnersLocation({ maxLocations: 2, trial: false });
    const elsewhere = await anotherLocation(place);
    const { status, body } = await patch(place, change);
    expect(status).toBe(200);
    const expected = { ...place.location, ...after };
    expect(body).toMatchObject({ id: place.owner.business.id, locations: [expected, elsewhere.location] });
    await evictDurableObject(objectOf(place)());
    expect(await viewOf(place)).toEqual(expected);
    expect(await viewOf(elsewhere)).toEqual(elsewhere.location);
  },
);

test('all settings at once, and back again', async () => {
  const place = await anOwnersLocation({ trial: false });
  const hours = { ...never, friday: [{ opens: '18:00', closes: '02:00' }] };
  const turnText = 'Your table is ready. {minutes} min.';
  const texts = {
    turnText,
    nearlyAt: 2,
    country: 'US' as const,
    textCountries: ['CA' as const, 'MX' as const],
  };
  const all = { holdMs: 90_000, afterHold: 'no_show' as const, undo: true, capacity: 12, hours, ...texts };
  await setUp(place, { ...all, paused: true, timezone: 'America/New_York' });
  expect(await viewOf(place)).toEqual({
    ...place.location,
    paused: true,
    timezone: 'America/New_York',
    settings: all,
  });
  await setUp(place, {
    ...settingsView(aLocation({ settings: { holdMs } })).settings,
    country: 'ID',
    paused: false,
  });
  expect(await viewOf(place)).toEqual({ ...place.location, timezone: 'America/New_York' });
});

/** Wrong bodies, each with the names of its wrong fields. */
const wrong: [unknown, string[]][] = [
  [{ holdMs: 59_999 }, ['holdMs']],
  [{ holdMs: 1_800_001 }, ['holdMs']],
  [{ holdMs: 90_000.5 }, ['holdMs']],
  [{ holdMs: -300_000 }, ['holdMs']],
  [{ holdMs: 1e300 }, ['holdMs', 'holdMs']],
  [{ holdMs: '300000' }, ['holdMs']],
  [{ holdMs: null }, ['holdMs']],
  [{ capacity: 0 }, ['capacity']],
  [{ capacity: -1 }, ['capacity']],
  [{ capacity: 10_001 }, ['capacity']],
  [{ capacity: 1.5 }, ['capacity']],
  [{ capacity: '5' }, ['capacity']],
  [{ afterHold: 'left' }, ['afterHold']],
  [{ afterHold: null }, ['afterHold']],
  [{ turnText: 7 }, ['turnText']],
  [{ nearlyAt: 0 }, ['nearlyAt']],
  [{ nearlyAt: 11 }, ['nearlyAt']],
  [{ nearlyAt: '3' }, ['nearlyAt']],
  [{ country: 'id' }, ['country']],
  [{ country: 'XX' }, ['country']],
  [{ country: null }, ['country']],
  [{ textCountries: ['ID', 'Atlantis'] }, ['textCountries']],
  [{ textCountries: countries.slice(0, 11) }, ['textCountries']],
  [{ textCountries: 'SG' }, ['textCountries']],
  [{ undo: 1 }, ['undo']],
  [{ paused: 'true' }, ['paused']],
  [{ paused: null }, ['paused']],
  [{ timezone: 'Mars/Olympus' }, ['timezone']],
  [{ timezone: '+07:00' }, ['timezone']],
  [{ timezone: '' }, ['timezone']],
  [{ timezone: "Asia/Jakarta'; DROP TABLE location; --" }, ['timezone']],
  [{ timezone: 7 }, ['timezone']],
  [{ hours: {} }, Object.keys(never).fill('hours')],
  [{ hours: [] }, ['hours']],
  [{ hours: { ...never, monday: [{ opens: '9:00', closes: '17:00' }] } }, ['hours']],
  [{ hours: { ...never, monday: [{ opens: '09:00', closes: '24:00' }] } }, ['hours']],
  [{ hours: { ...never, monday: [{ opens: '09:00' }] } }, ['hours']],
  [
    { hours: { ...never, monday: Array.from({ length: 7 }, () => ({ opens: '09:00', closes: '10:00' })) } },
    ['hours'],
  ],
  [{ hours: { ...never, holiday: [] } }, ['hours']],
  [{ paused: true, holdMs: 1 }, ['holdMs']],
  [{ undo: 'yes', capacity: 0 }, ['undo', 'capacity']],
  [{}, []],
  [{ customerCredits: 1_000_000 }, []],
  [{ paused: true, closedAt: null }, []],
  [null, []],
  [[], []],
  ['"paused"', []],
  ['7', []],
];

test('what is out of range, of another type or unknown is refused whole and changes nothing', async () => {
  const place = await anOwnersLocation({ trial: false });
  for (const [change, fields] of wrong) {
    const fieldErrors: Record<string, string[]> = {};
    for (const field of fields) (fieldErrors[field] ??= []).push(sentence);
    expect({ change, ...(await patch(place, change)) }).toEqual({ change, ...invalid(fieldErrors) });
  }
  expect(await viewOf(place)).toEqual(place.location);
});

test('a body that is none is refused', async () => {
  const place = await anOwnersLocation({ trial: false });
  expect(await patch(place, undefined)).toEqual(refused('invalid_json'));
  expect(await patch(place, '{"paused":tru')).toEqual(refused('invalid_json'));
  expect(await patch(place, '{"paused":true}'.padEnd(33_000))).toEqual(refused('too_large'));
  expect(await viewOf(place)).toEqual(place.location);
});

test('a full queue takes the next guest when somebody has gone', async () => {
  const place = await anOwnersLocation({ trial: false });
  const ada = await join(place);
  await join(place, { firstName: 'Budi' });
  await setUp(place, { capacity: 2 });
  expect(await tryToJoin(place)).toEqual(refused('queue_full'));
  await acted(place, ada, 'admit');
  expect((await tryToJoin(place, { firstName: 'Cleo' })).status).toBe(201);
  // A capacity below the length of the line removes nobody.
  await setUp(place, { capacity: 1 });
  expect(await tryToJoin(place)).toEqual(refused('queue_full'));
  expect(await lineOf(place)).toEqual(['Budi', 'Cleo']);
  await setUp(place, { capacity: null });
  expect((await tryToJoin(place)).status).toBe(201);
});

test('a paused queue takes nobody until it goes on, and those in line stay', async () => {
  const place = await anOwnersLocation({ trial: false });
  const ada = await join(place);
  await setUp(place, { paused: true });
  expect(await tryToJoin(place)).toEqual(refused('joining_paused'));
  const path = `/auth/business/${place.owner.business.username}/addresses`;
  expect(await (await call('GET', path)).json()).toMatchObject({
    addresses: [{ accepting: false, reason: 'The line is paused. Please ask the staff or try again soon.' }],
  });
  await acted(place, ada, 'admit');
  await setUp(place, { paused: false });
  expect((await tryToJoin(place)).status).toBe(201);
});

test.each([
  // Jakarta is seven hours ahead of UTC, all year.
  ['Asia/Jakarta', '2027-03-01T02:00:00.000Z', '2027-03-01T10:00:00.000Z'],
  // Berlin is one hour ahead of UTC on the first Monday. On the second Monday, after the change of clocks, Berlin is
  // two hours ahead of UTC.
  ['Europe/Berlin', '2027-03-22T08:00:00.000Z', '2027-03-22T16:00:00.000Z'],
  ['Europe/Berlin', '2027-03-29T07:00:00.000Z', '2027-03-29T15:00:00.000Z'],
])('in %s nine to five on a Monday is from %s to %s, to the millisecond', async (timezone, opens, closes) => {
  vi.useFakeTimers({ toFake: ['Date'] });
  vi.setSystemTime(Date.parse(opens) - 1);
  const place = await anOwnersLocation({ trial: false });
  await setUp(place, { timezone, hours: { ...never, monday: [{ opens: '09:00', closes: '17:00' }] } });
  expect(await tryToJoin(place)).toEqual(refused('outside_hours'));
  moveClock(1);
  expect((await tryToJoin(place)).status).toBe(201);
  vi.setSystemTime(Date.parse(closes) - 1);
  expect((await tryToJoin(place)).status).toBe(201);
  moveClock(1);
  expect(await tryToJoin(place)).toEqual(refused('outside_hours'));
  await setUp(place, { hours: null });
  expect((await tryToJoin(place)).status).toBe(201);
});

test('a moved location opens by the clock of its new zone', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  // This is a Monday. It is 09:30 in Jakarta and 11:30 in Tokyo.
  vi.setSystemTime(Date.parse('2027-03-01T02:30:00.000Z'));
  const place = await anOwnersLocation({ trial: false });
  await setUp(place, { hours: { ...never, monday: [{ opens: '11:00', closes: '12:00' }] } });
  expect(await tryToJoin(place)).toEqual(refused('outside_hours'));
  await setUp(place, { timezone: 'Asia/Tokyo' });
  expect((await tryToJoin(place)).status).toBe(201);
});

test('a new length of the hold is for the next admit; a running hold keeps its end', async () => {
  const now = stopClock();
  const place = await anOwnersLocation({ trial: false });
  const [first, second] = [await join(place), await join(place, { firstName: 'Budi' })];
  const { holdEndsAt } = await acted(place, first, 'admit');
  expect(holdEndsAt).toBe(iso(now + holdMs));
  await setUp(place, { holdMs: 60_000 });
  expect((await acted(place, second, 'admit')).holdEndsAt).toBe(iso(now + 60_000));
  moveClock(60_000);
  await alarmUntil(objectOf(place), async () => (await expiredOf(place))['Budi']);
  expect(await expiredOf(place)).toEqual({ Ada: false, Budi: true });
  moveClock(holdMs - 60_000);
  expect(await expiredOf(place)).toEqual({ Ada: true, Budi: true });
});

async function expiredOf(place: Awaited<ReturnType<typeof anOwnersLocation>>) {
  const { admittedCustomers } = await viewOf(place);
  return Object.fromEntries(admittedCustomers.map(({ firstName, holdExpired }) => [firstName, holdExpired]));
}

test('what many tabs set at once is all there, each field by one of them', async () => {
  const place = await anOwnersLocation({ trial: false });
  const answers = await Promise.all([
    patch(place, { paused: true }),
    patch(place, { capacity: 7 }),
    patch(place, { holdMs: 120_000 }),
    patch(place, { timezone: 'Asia/Tokyo' }),
    patch(place, { afterHold: 'no_show' }),
    patch(place, { undo: true }),
  ]);
  expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 6 }, () => 200));
  expect(await viewOf(place)).toEqual({
    ...place.location,
    paused: true,
    timezone: 'Asia/Tokyo',
    settings: { ...defaults, holdMs: 120_000, afterHold: 'no_show', undo: true, capacity: 7 },
  });
});

test('a removed location can no longer be set up', async () => {
  const place = await anOwnersLocation({ trial: false });
  const { cookie } = place.owner;
  const removed = await call('DELETE', `/auth/locations/${place.location.id}`, { cookie });
  expect((await removed.json<AccountView>()).locations).toEqual([]);
  expect(await patch(place, { paused: true })).toEqual(refused('not_found'));
});

test('in a trial no country is added for texts; what is stored can be taken away, and paying lifts it', async () => {
  const place = await anOwnersLocation({ trial: false });
  await patch(place, { textCountries: ['SG', 'MY'] });
  await env.DB.prepare('UPDATE businesses SET trial = 1').run();
  const refusedInTrial = invalid({
    textCountries: [
      'In the trial texts go only to the country of your own number. Choose a plan to text other countries.',
    ],
  });
  expect(await patch(place, { textCountries: ['SG', 'MY', 'TN'] })).toEqual(refusedInTrial);
  expect(await patch(place, { textCountries: ['SG'] })).toMatchObject({ status: 200 });
  expect(await patch(place, { textCountries: ['SG', 'MY'] })).toEqual(refusedInTrial);
  await env.DB.prepare('UPDATE businesses SET trial = 0').run();
  expect(await patch(place, { textCountries: ['TN'] })).toMatchObject({ status: 200 });
});
