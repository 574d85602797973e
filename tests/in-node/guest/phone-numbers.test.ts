/** Phone numbers as people type them, in several countries: which numbers can get a text, and which are refused. */
import type { LocationSettings } from '../../../src/shared/queue/settings.ts';
import { runInDurableObject } from 'cloudflare:test';
import { expect, test } from 'vitest';
import { changeSettings } from '../../worker/support/commands.ts';
import { delivered } from '../../worker/support/deliveries.ts';
import { call, newOwner, read, type TestOwner } from '../../worker/support/factories.ts';
import {
  act,
  acted,
  anOwnersLocation,
  join,
  objectOf,
  refused,
  setUp,
  statusOf,
  viewOf,
} from '../../worker/support/owner-calls.ts';
import { granted, joinAs, openLocation, textsSent } from '../../worker/support/queue-factories.ts';

const anywhere = { waitingPreference: 'wait_anywhere' } as const;

test('a number is kept as typed, and texted in its international form', async () => {
  const place = await anOwnersLocation();
  const guest = await join(place, { ...anywhere, phoneNumber: '0812-3456-7890' });
  expect(guest.customer).toMatchObject({ phoneNumber: '0812-3456-7890' });
  expect(guest.customer).not.toHaveProperty('message');
  await acted(place, guest, 'admit');
  await delivered(objectOf(place));
  expect(await textsSent()).toMatchObject([{ recipient: '+6281234567890' }]);
  const kept = await runInDurableObject(objectOf(place)(), (_, { storage }) =>
    storage.sql.exec('SELECT phone_number, e164, e164_country FROM visit').toArray(),
  );
  expect(kept).toEqual([{ phone_number: '0812-3456-7890', e164: '+6281234567890', e164_country: 'ID' }]);
});

test.each([
  ['ask at the bar', 'number_unreachable'],
  ['0811', 'number_unreachable'],
  ['+65 8123 4567', 'foreign_number'],
])(
  'who types %j is taken, told at once that no text comes (%s), and costs none',
  async (phoneNumber, error) => {
    const place = await anOwnersLocation();
    const guest = await join(place, { ...anywhere, phoneNumber });
    const message = { status: 'not_sent', error };
    expect(guest.customer).toMatchObject({ message });
    expect(await statusOf(place, guest)).toMatchObject({ customer: { message } });
    expect(await acted(place, guest, 'admit')).toMatchObject({ message });
    expect(await act(place, guest.customer.id, 'call-again')).toEqual(refused('no_text_possible'));
    await delivered(objectOf(place));
    expect([await textsSent(), (await viewOf(place)).smsCredits]).toEqual([[], 300]);
  },
);

test('a country that the owner adds gets texts, also for who waits already, until it is taken away', async () => {
  const place = await anOwnersLocation({ trial: false });
  const guest = await join(place, { ...anywhere, phoneNumber: '+65 8123 4567' });
  await setUp(place, { textCountries: ['SG'] });
  expect((await viewOf(place)).queue[0]).not.toHaveProperty('message');
  await setUp(place, { textCountries: [] });
  expect((await viewOf(place)).queue).toMatchObject([{ message: { error: 'foreign_number' } }]);
  await setUp(place, { textCountries: ['MY', 'SG'] });
  await acted(place, guest, 'admit');
  await delivered(objectOf(place));
  expect(await textsSent()).toMatchObject([{ recipient: '+6581234567' }]);
});

test('another country reads the numbers of those who wait anew', async () => {
  const place = await anOwnersLocation();
  await setUp(place, { country: 'US' });
  await join(place, { ...anywhere, phoneNumber: '0812 3456 7890' });
  expect((await viewOf(place)).queue).toMatchObject([{ message: { error: 'number_unreachable' } }]);
  await setUp(place, { country: 'ID' });
  expect((await viewOf(place)).queue[0]).not.toHaveProperty('message');
  await setUp(place, { country: 'GB' });
  expect((await viewOf(place)).queue).toMatchObject([{ message: { error: 'number_unreachable' } }]);
});

async function settingsAdded(owner: TestOwner, timezone: string): Promise<LocationSettings | undefined> {
  const body = { address: '1 Main Street', timezone };
  const response = await call('POST', '/auth/locations', { cookie: owner.cookie, body });
  const user = await response.json<{ locations: { settings: LocationSettings }[] }>();
  return user.locations[0]?.settings;
}

test.each([
  ['+65 6123 4567', 'Asia/Jakarta', 'SG'],
  ['021 555 0142', 'Asia/Jakarta', 'ID'],
  ['123456', 'Europe/Berlin', 'DE'],
  ['+65 6123 4567', 'UTC', 'SG'],
  ['123456', 'UTC', null],
])('a location of the owner %s with the clock of %s is in %s', async (phone, timezone, country) => {
  const owner = await newOwner({ phone });
  expect(await settingsAdded(owner, timezone)).toMatchObject({ country, textCountries: [] });
});

test('where nobody knows the country no number is texted before the owner says it', async () => {
  const location = await openLocation({ timezone: 'UTC', country: null });
  const queue = async () => granted(await location().view()).view.queue;
  await joinAs(location, { ...anywhere, phoneNumber: '+62 812 3456 7890' });
  expect(await queue()).toMatchObject([{ message: { error: 'foreign_number' } }]);
  granted(await changeSettings(location(), { country: 'ID' }));
  expect((await queue())[0]).not.toHaveProperty('message');
});

const checked = (
  { owner, location }: Awaited<ReturnType<typeof anOwnersLocation>>,
  phoneNumber: string,
  about: { locationId?: string; language?: string } = {},
) =>
  call('POST', `/auth/business/${owner.business.username}/number-check`, {
    body: { locationId: about.locationId ?? location.id, phoneNumber },
    headers: { 'Accept-Language': about.language ?? 'en' },
  }).then(read);

test.each([
  [
    '(021) 5550 1234',
    { obstacle: 'landline', reason: 'This is a landline, and gets no texts. Please keep this page open.' },
  ],
  [
    '0811',
    { obstacle: 'unknown', reason: 'We can’t send a text to this number. Please keep this page open.' },
  ],
  ['ask at the bar', { obstacle: 'unknown' }],
  // These numbers have extra charges or shared costs, or are personal numbers.
  ['+62 809 123 4567', { obstacle: 'unknown' }],
  ['+44 70 1234 5678', { obstacle: 'unknown' }],
  ['+44 871 222 3333', { obstacle: 'unknown' }],
  [
    '+65 8123 4567',
    { obstacle: 'country', reason: 'We don’t text numbers of this country. Please keep this page open.' },
  ],
  // A landline is reported as a landline even in a country whose numbers get no texts.
  ['+65 6123 4567', { obstacle: 'landline' }],
])('before joining, %j is told %j', async (phoneNumber, told) => {
  const { status, body } = await checked(await anOwnersLocation(), phoneNumber);
  expect([status, body]).toEqual([200, expect.objectContaining(told)]);
});

test('nothing is told of a mobile phone, and of a number that may be one', async () => {
  const place = await anOwnersLocation();
  expect((await checked(place, '0812-3456-7890')).body).toEqual({});
  await setUp(place, { country: 'US' });
  // In the United States, the number does not show whether it belongs to a landline or a mobile phone.
  expect((await checked(place, '(212) 555-0142')).body).toEqual({});
});

test('a number is told of in the guest’s language', async () => {
  const told = await checked(await anOwnersLocation(), '021 5550 1234', { language: 'es' });
  expect(told.body).toMatchObject({
    reason: 'Es un teléfono fijo y no recibe SMS. Mantenga abierta esta página.',
  });
});

test('a number is checked only at a location of the business, and only as a number', async () => {
  const place = await anOwnersLocation();
  const other = await anOwnersLocation();
  for (const locationId of [other.location.id, 'nowhere'])
    expect(await checked(place, '0812 3456 7890', { locationId })).toMatchObject({
      status: 404,
      body: { code: 'not_found' },
    });
  expect(await checked(place, '0'.repeat(41))).toMatchObject({
    status: 400,
    body: { code: 'invalid_input' },
  });
});
