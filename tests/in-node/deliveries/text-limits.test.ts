/**
 * Limits on texts. The texts are counted in one place (D1) for all businesses and objects. Staff see why a text is held
 * or refused.
 */
import { env } from 'cloudflare:workers';
import { expect, test, vi } from 'vitest';
import type { AccountView } from '../../../src/shared/contracts/account/view.ts';
import { eraseTexts } from '../../../src/worker/deliveries/text/text-permits.ts';
import { sweepPeople } from '../../../src/worker/features/locations/retention-sweep.ts';
import { expectComplaints } from '../../worker/support/broken.ts';
import { act, changeSettings, close } from '../../worker/support/commands.ts';
import { delivered, interceptBatches } from '../../worker/support/deliveries.ts';
import {
  aSignUp,
  call,
  goodPassword,
  joinParty,
  me,
  newLocation,
  newOwner,
  type TestOwner,
} from '../../worker/support/factories.ts';
import {
  alarmUntil,
  granted,
  joinAs,
  moveClock,
  openLocation,
  stopClock,
  texted,
  textsSent,
  type Location,
} from '../../worker/support/queue-factories.ts';
import { useTwilio } from '../../worker/support/providers/twilio.ts';

const HOUR_MS = 3_600_000;
const phoneOf = (n: number) => `+62812${String(n).padStart(8, '0')}`;

async function called(location: Location, phoneNumber: string) {
  const { customer } = await joinAs(location, { ...texted, phoneNumber });
  granted(await act(location(), { id: customer.id }, { kind: 'admit' }));
  await delivered(location);
  return messageOf(location, customer.id);
}

async function messageOf(location: Location, id: string) {
  const { view } = granted(await location().view());
  return view.admittedCustomers.find((visit) => visit.id === id)?.message;
}

async function creditsOf(location: Location): Promise<number> {
  return granted(await location().view()).view.smsCredits;
}

async function aTrial(about: Parameters<typeof newOwner>[0] = {}): Promise<Location> {
  const now = Date.now();
  const { business } = await newOwner({ emailVerifiedAt: now, phoneProvenAt: now, ...about });
  return openLocation({ businessId: business.id });
}

const sent = { status: 'sent' };

async function onlyLocation(owner: TestOwner) {
  const [location] = (await me(owner)).locations;
  if (location === undefined || 'away' in location) throw new Error('no location');
  return location;
}

test('a number gets three texts in 24 hours, whoever they come from, and again when the first is a day old', async () => {
  stopClock();
  const twilio = useTwilio();
  const [one, other] = [await aTrial(), await openLocation({ businessId: 'another' })];
  expect(await called(one, texted.phoneNumber)).toEqual(sent);
  moveClock(HOUR_MS);
  expect(await called(other, '0812-3456-7890')).toEqual(sent);
  expect(await called(one, texted.phoneNumber)).toEqual(sent);
  expect(await called(other, texted.phoneNumber)).toEqual({ status: 'failed', error: 'number_limit' });
  expect([await creditsOf(one), await creditsOf(other)]).toEqual([298, 299]);
  expect(await called(other, phoneOf(1))).toEqual(sent);
  moveClock(23 * HOUR_MS - 1);
  expect(await called(other, texted.phoneNumber)).toEqual({ status: 'failed', error: 'number_limit' });
  moveClock(1);
  expect(await called(other, texted.phoneNumber)).toEqual(sent);
  expect(twilio.takenFor(texted.phoneNumber)).toHaveLength(4);
});

test('unproven accounts together send a number two of its three texts, so that other businesses can reach it', async () => {
  stopClock();
  useTwilio();
  const [one, other] = [await aTrial({ phoneProvenAt: null }), await aTrial({ emailVerifiedAt: null })];
  const held = { status: 'queued', error: 'unproven_limit' };
  expect(await called(one, texted.phoneNumber)).toEqual(sent);
  expect(await called(one, texted.phoneNumber)).toEqual(sent);
  expect(await called(one, texted.phoneNumber)).toEqual(held);
  expect(await called(other, texted.phoneNumber)).toEqual(held);
  const deleted = await openLocation({ businessId: 'deleted since' });
  expect(await called(deleted, phoneOf(2))).toEqual(sent);
  expect(await called(other, phoneOf(2))).toEqual(sent);
  expect(await called(other, phoneOf(2))).toEqual(held);
  const proven = await aTrial();
  expect(await called(proven, texted.phoneNumber)).toEqual(sent);
  expect(await called(proven, texted.phoneNumber)).toEqual({ status: 'failed', error: 'number_limit' });
});

test('how to stop texts stands in the first to a number, and not in the next ones of the same day', async () => {
  stopClock();
  const twilio = useTwilio();
  const location = await openLocation();
  for (const later of [0, HOUR_MS, 24 * HOUR_MS]) {
    moveClock(later);
    await called(location, texted.phoneNumber);
  }
  const texts = twilio.takenFor(texted.phoneNumber).map(({ body }) => body);
  expect(texts.map((body) => body.includes('STOP to opt out'))).toEqual([true, false, true]);
});

test('a trial has fifty texts in 24 hours; without a trial there are more', async () => {
  stopClock();
  useTwilio();
  const trial = await aTrial();
  const paid = await aTrial({ trial: false });
  for (const location of [trial, paid]) {
    await called(location, phoneOf(0));
    const { business_id: id } = (await env.DB.prepare(
      'SELECT business_id FROM texts ORDER BY rowid DESC',
    ).first<{ business_id: string }>()) ?? { business_id: '' };
    const more = Array.from({ length: 48 }, (_, n) =>
      env.DB.prepare(`INSERT INTO texts VALUES (?, ?, ?, 'l', 'v', 'en', ?)`).bind(
        `${id} ${n}`,
        `hash ${n}`,
        id,
        Date.now() - 2 * HOUR_MS,
      ),
    );
    await env.DB.batch(more);
    moveClock(1_000);
    expect(await called(location, phoneOf(1))).toEqual(sent);
  }
  expect(await called(trial, phoneOf(2))).toEqual({ status: 'failed', error: 'trial_limit' });
  expect(await called(paid, phoneOf(2))).toEqual(sent);
  expect(await creditsOf(trial)).toBe(298);
  moveClock(24 * HOUR_MS);
  expect(await called(trial, phoneOf(2))).toEqual(sent);
});

test('until mailbox and number are proven there are three texts in all, also days later', async () => {
  stopClock();
  useTwilio();
  const { business } = await newOwner({ emailVerifiedAt: null });
  const location = await openLocation({ businessId: business.id });
  for (let n = 0; n < 3; n += 1) {
    expect(await called(location, phoneOf(n))).toEqual(sent);
    moveClock(25 * HOUR_MS);
    await sweepPeople(env, Date.now());
  }
  const held = { status: 'queued', error: 'unproven_limit' };
  expect(await called(location, phoneOf(10))).toEqual(held);
  await env.DB.prepare('UPDATE users SET email_verified_at = 1').run();
  expect(await called(location, phoneOf(11))).toEqual(held);
  await env.DB.prepare('UPDATE users SET phone_proven_at = 1').run();
  expect(await called(location, phoneOf(12))).toEqual(sent);
  // The texts that were held before the proof are also sent.
  moveClock(20_000);
  await delivered(location);
  const { view } = granted(await location().view());
  expect(view.admittedCustomers.slice(0, 3).map(({ message }) => message)).toEqual([sent, sent, sent]);
});

test('until then texts go only to the country of the sign-up number, and others use none of the three', async () => {
  stopClock();
  useTwilio();
  const { business } = await newOwner({ emailVerifiedAt: null, phone: '+62 21 5551234' });
  const location = await openLocation({ businessId: business.id });
  granted(await changeSettings(location(), { textCountries: ['SG', 'TN'] }));
  for (const abroad of ['+65 8123 4567', '+216 20 123 456', '+65 8123 4568'])
    expect(await called(location, abroad)).toEqual({ status: 'failed', error: 'trial_country' });
  for (let n = 0; n < 3; n += 1) expect(await called(location, phoneOf(n))).toEqual(sent);
  expect(await called(location, phoneOf(3))).toEqual({ status: 'queued', error: 'unproven_limit' });
  expect(await creditsOf(location)).toBe(296);
});

test.each(['12 345', '0812 3456 789', 'call me', '+62 999'])(
  'the sign-up number %s tells no country: the text is held, with the step that lifts it',
  async (phone) => {
    stopClock();
    const signedUp = await call('POST', '/auth/signup', { body: aSignUp({ phone }) });
    expect(signedUp.status).toBe(201);
    const { user } = await signedUp.json<{ user: AccountView }>();
    const location = await openLocation({ businessId: user.id });
    const { customer } = await joinAs(location, texted);
    granted(await act(location(), { id: customer.id }, { kind: 'admit' }));
    await delivered(location);
    expect(await messageOf(location, customer.id)).toEqual({ status: 'queued', error: 'unproven_number' });
    const texts = (await textsSent()).filter(({ recipient }) => String(recipient).startsWith('+'));
    expect(texts).toEqual([
      {
        recipient: texted.phoneNumber,
        body: 'Held: we cannot tell the country of your phone number, and texts go only there. Prove your phone number under Account & security to send now.',
      },
    ]);
    expect(await env.DB.prepare('SELECT COUNT(*) AS n FROM texts').first('n')).toBe(0);
    await env.DB.prepare(
      `UPDATE users SET phone = '+628123456789', phone_proven_at = 1, email_verified_at = 1`,
    ).run();
    moveClock(20_000);
    await delivered(location);
    expect(await messageOf(location, customer.id)).toEqual(sent);
  },
);

test('a sign-up number without a country code is read at the first location, and keeps its country', async () => {
  stopClock();
  const owner = await newOwner({ emailVerifiedAt: null, phone: '0812 3456 789' });
  const { id } = await newLocation(owner);
  const location = () => env.LOCATION_QUEUE.get(env.LOCATION_QUEUE.idFromString(id));
  granted(await changeSettings(location(), { country: 'SG', textCountries: ['ID'] }));
  const text = async (phoneNumber: string) => {
    const { customer } = await joinParty(owner, await onlyLocation(owner), { ...texted, phoneNumber });
    granted(await act(location(), { id: customer.id }, { kind: 'admit' }));
    await delivered(location);
    return messageOf(location, customer.id);
  };
  expect(await text('+65 8123 4567')).toEqual({ status: 'failed', error: 'trial_country' });
  expect(await text(phoneOf(1))).toEqual(sent);
});

test('a text that no provider got uses none of the three: refused for its hour, or the provider stopped', async () => {
  stopClock();
  vi.spyOn(console, 'log').mockImplementation(() => {});
  const alarms = expectComplaints();
  const twilio = useTwilio();
  const hour = Date.now() - (Date.now() % HOUR_MS);
  await env.DB.prepare(`INSERT INTO text_budgets VALUES ('unproven', ?, 60)`).bind(hour).run();
  const { business } = await newOwner({ emailVerifiedAt: null });
  const location = await openLocation({ businessId: business.id });
  expect(await called(location, phoneOf(0))).toEqual({ status: 'queued', error: 'unproven_hour' });
  const used = () => env.DB.prepare('SELECT COUNT(*) AS n FROM texts').first('n');
  expect(await used()).toBe(0);
  moveClock(HOUR_MS);
  twilio.plan(phoneOf(1), [], [404, 20404]);
  expect(await called(location, phoneOf(1))).toEqual({ status: 'queued' });
  expect(await used()).toBe(0);
  expect(alarms()).toHaveLength(1);
});

test('a held text is in the outbox with the step that lifts it, and expires with its reason at no cost', async () => {
  stopClock();
  const { business } = await newOwner({ emailVerifiedAt: null });
  const location = await openLocation({ businessId: business.id });
  for (let n = 0; n < 4; n += 1) await called(location, phoneOf(n));
  const why =
    'Held: until your phone number is proven, you have 3 texts, and a number gets 2 a day from all new accounts. Prove it under Account & security to send more.';
  expect((await textsSent()).filter(({ body }) => body === why)).toEqual([
    { recipient: phoneOf(3), body: why },
  ]);
  moveClock(300_000);
  await delivered(location);
  const { view } = granted(await location().view());
  expect(view.admittedCustomers[0]?.message).toEqual({ status: 'failed', error: 'unproven_limit' });
  expect(view.smsCredits).toBe(297);
});

test('held texts ask together: one goes ahead, and the others follow it', async () => {
  stopClock();
  useTwilio();
  const { business } = await newOwner({ emailVerifiedAt: null });
  const location = await openLocation({ businessId: business.id });
  for (let n = 0; n < 30; n += 1) await called(location, phoneOf(n));
  const held = { status: 'queued', error: 'unproven_limit' };
  const states = async () =>
    granted(await location().view()).view.admittedCustomers.map(({ message }) => message);
  const { asked } = await interceptBatches(location, 'AS permitted', async () => {});
  for (const later of [20_000, 20_000, 20_000]) {
    moveClock(later);
    await delivered(location);
  }
  // An object handles at most five texts at the same time, so at most five checks begin together.
  expect(asked()).toBeLessThanOrEqual(15);
  expect((await states()).filter((message) => message?.error === 'unproven_limit')).toHaveLength(27);
  await env.DB.prepare('UPDATE users SET email_verified_at = 1, phone_proven_at = 1').run();
  expect(await called(location, phoneOf(30))).toEqual(sent);
  moveClock(20_000);
  await delivered(location);
  expect(await states()).not.toContainEqual(held);
});

/** Stops the clock at 10:00 UTC of the next day, so that no hour or day ends during the test. */
function stopAtTen(): void {
  stopClock();
  moveClock(34 * HOUR_MS - (Date.now() % (24 * HOUR_MS)));
}

const hourNow = () => Date.now() - (Date.now() % HOUR_MS);
/** Stores that texts have already used `taken` of an hourly budget in this hour. */
const use = (budget: string, taken: number) =>
  env.DB.prepare('INSERT INTO text_budgets VALUES (?, ?, ?)').bind(budget, hourNow(), taken).run();
const taken = (budget: string) =>
  env.DB.prepare('SELECT taken FROM text_budgets WHERE budget = ?').bind(budget).first('taken');
const anUnproven = async () => {
  const { business } = await newOwner({ emailVerifiedAt: null });
  return openLocation({ businessId: business.id });
};
const stoppedAt = async (location: Location) => granted(await location().view()).view.texts?.stopped;

test('a text takes one of its budgets, so that locations and accounts keep nothing from others', async () => {
  stopAtTen();
  useTwilio();
  vi.spyOn(console, 'log').mockImplementation(() => {});
  await use('unproven', 57);
  const { business } = await newOwner({ emailVerifiedAt: null });
  for (let n = 0; n < 2; n += 1)
    expect(await called(await openLocation({ businessId: business.id }), phoneOf(n))).toEqual(sent);
  expect([await taken('unproven'), await taken('country:ID')]).toEqual([59, 2]);
  expect(await called(await anUnproven(), phoneOf(2))).toEqual(sent);
  const held = await anUnproven();
  expect(await called(held, phoneOf(3))).toEqual({ status: 'queued', error: 'unproven_hour' });
  expect([await taken('unproven'), await taken('country:ID')]).toEqual([60, 3]);
  moveClock(HOUR_MS);
  expect(await called(await anUnproven(), phoneOf(4))).toEqual(sent);
});

test('staff see which budget has stopped texts until the hour ends or texts go out; the log has it once', async () => {
  stopAtTen();
  useTwilio();
  const logged = vi.spyOn(console, 'log').mockImplementation(() => {});
  await use('unproven', 60);
  const { business, user } = await newOwner({ emailVerifiedAt: null });
  const location = await openLocation({ businessId: business.id });
  const until = new Date(hourNow() + HOUR_MS).toISOString();
  await called(location, phoneOf(1));
  moveClock(20_000);
  await delivered(location);
  expect(await stoppedAt(location)).toEqual({ budget: 'unproven_hour', until });
  const lines = logged.mock.calls.filter(([line]) => String(line).includes('text_budget_stopped'));
  expect(lines).toHaveLength(1);
  expect(lines[0]?.[0]).toContain('"budget":"unproven_hour"');
  await env.DB.prepare('UPDATE users SET email_verified_at = 1, phone_proven_at = 1 WHERE id = ?')
    .bind(user.id)
    .run();
  moveClock(20_000);
  await delivered(location);
  expect(await stoppedAt(location)).toBeUndefined();
});

test('the notice of a budget ends with its hour', async () => {
  stopAtTen();
  useTwilio();
  vi.spyOn(console, 'log').mockImplementation(() => {});
  await use('trials', 600);
  const trial = await aTrial();
  expect(await called(trial, phoneOf(1))).toEqual({ status: 'queued', error: 'hour_limit' });
  expect(await stoppedAt(trial)).toMatchObject({ budget: 'hour_limit' });
  moveClock(HOUR_MS);
  expect(await stoppedAt(trial)).toBeUndefined();
});

test('each country has an hourly budget over all businesses, and other countries get their texts', async () => {
  stopAtTen();
  useTwilio();
  vi.spyOn(console, 'log').mockImplementation(() => {});
  await use('country:ID', 2000);
  const location = await openLocation({ businessId: 'paying' });
  granted(await changeSettings(location(), { textCountries: ['SG'] }));
  expect(await called(location, phoneOf(1))).toEqual({ status: 'queued', error: 'country_hour' });
  expect(await called(location, '+65 8123 4567')).toEqual(sent);
  expect(await stoppedAt(location)).toMatchObject({ budget: 'country_hour', country: 'ID' });
});

/** Stores `count` more texts that the business has sent in this hour. */
async function addTexts(businessId: string, count: number): Promise<void> {
  const rows = Array.from({ length: count }, (_, n) =>
    env.DB.prepare(`INSERT INTO texts VALUES (?, ?, ?, 'l', 'v', 'en', ?)`).bind(
      `${businessId} ${Date.now()} ${n}`,
      `hash ${businessId} ${n}`,
      businessId,
      Date.now(),
    ),
  );
  await env.DB.batch(rows);
}

test('an account gets sixty texts an hour, or twice its busiest hour of the last four weeks without today', async () => {
  stopAtTen();
  useTwilio();
  vi.spyOn(console, 'log').mockImplementation(() => {});
  const { business } = await newOwner({ trial: false });
  const [one, other] = [
    await openLocation({ businessId: business.id }),
    await openLocation({ businessId: business.id }),
  ];
  const held = { status: 'queued', error: 'account_hour' };
  await addTexts(business.id, 58);
  expect(await called(one, phoneOf(1))).toEqual(sent);
  expect(await called(other, phoneOf(2))).toEqual(sent);
  expect(await called(other, phoneOf(3))).toEqual(held);
  expect(await called(await openLocation({ businessId: 'another' }), phoneOf(4))).toEqual(sent);
  // The hourly limit depends on the busiest hour of earlier days, so the limit rises only on the next day.
  moveClock(HOUR_MS);
  await addTexts(business.id, 60);
  expect(await called(one, phoneOf(5))).toEqual(held);
  moveClock(24 * HOUR_MS);
  await addTexts(business.id, 119);
  expect(await called(one, phoneOf(6))).toEqual(sent);
  expect(await called(one, phoneOf(7))).toEqual(held);
  moveClock(30 * 24 * HOUR_MS);
  await addTexts(business.id, 60);
  expect(await called(one, phoneOf(8))).toEqual(held);
});

test('one trial gets at most a twentieth of what all trials get in an hour', async () => {
  stopAtTen();
  useTwilio();
  vi.spyOn(console, 'log').mockImplementation(() => {});
  const { business } = await newOwner({ emailVerifiedAt: 1, phoneProvenAt: 1 });
  const trial = await openLocation({ businessId: business.id });
  await addTexts(business.id, 29);
  expect(await called(trial, phoneOf(1))).toEqual(sent);
  expect(await called(trial, phoneOf(2))).toEqual({ status: 'queued', error: 'account_hour' });
  expect(await called(await aTrial(), phoneOf(3))).toEqual(sent);
});

test('in a trial texts go only to the country of the owner’s number', async () => {
  stopClock();
  useTwilio();
  const trial = await aTrial({ phone: '+62 812 3456 789' });
  granted(await changeSettings(trial(), { textCountries: ['SG'] }));
  expect(await called(trial, '+65 8123 4567')).toEqual({ status: 'failed', error: 'trial_country' });
  const paying = await aTrial({ phone: '+62 812 3456 788', trial: false });
  granted(await changeSettings(paying(), { textCountries: ['SG'] }));
  expect(await called(paying, '+65 8123 4567')).toEqual(sent);
});

test('a text abroad takes the credits of its country, and a refused one gives them back', async () => {
  stopClock();
  const twilio = useTwilio();
  const location = await openLocation({ businessId: 'paying' });
  granted(await changeSettings(location(), { textCountries: ['TN', 'MY'] }));
  const { customer } = await joinAs(location, { ...texted, phoneNumber: '+216 20 123 456' });
  const waiting = granted(await location().view()).view.queue.find(({ id }) => id === customer.id);
  expect(waiting?.textCredits).toBe(8);
  granted(await act(location(), { id: customer.id }, { kind: 'admit' }));
  expect(await creditsOf(location)).toBe(292);
  await delivered(location);
  expect(await called(location, '+60 12 345 6789')).toEqual(sent);
  expect(await called(location, phoneOf(1))).toEqual(sent);
  expect(await creditsOf(location)).toBe(289);
  twilio.plan('+21620123457', [[400, 21211]]);
  await called(location, '+216 20 123 457');
  expect(await creditsOf(location)).toBe(289);
  // The home country is the country that was set first for the location. A later change of the country does not change
  // the price.
  granted(await changeSettings(location(), { country: 'TN' }));
  expect(await called(location, '+216 20 123 458')).toEqual(sent);
  expect(await creditsOf(location)).toBe(281);
});

test('a text that waits while its location is removed keeps its limits: it goes to no other country', async () => {
  stopAtTen();
  const twilio = useTwilio();
  const trial = await aTrial({ phone: '+62 812 3456 789' });
  granted(await changeSettings(trial(), { textCountries: ['TN'], undo: true }));
  for (const phoneNumber of ['+216 20 123 456', phoneOf(1)]) {
    const { customer } = await joinAs(trial, { ...texted, phoneNumber });
    granted(await act(trial(), { id: customer.id }, { kind: 'admit' }));
  }
  granted(await close(trial()));
  moveClock(10_000);
  await delivered(trial);
  expect(twilio.taken.map(({ to }) => to)).toEqual([phoneOf(1)]);
  expect([await taken('country:ID'), await taken('trials')]).toEqual([1, 1]);
});

test('a deleted account sends no text, also none that waited', async () => {
  stopAtTen();
  const twilio = useTwilio();
  const owner = await newOwner({ emailVerifiedAt: null });
  const { id } = await newLocation(owner);
  const location = () => env.LOCATION_QUEUE.get(env.LOCATION_QUEUE.idFromString(id));
  granted(await changeSettings(location(), { country: 'TN', undo: true }));
  for (const phoneNumber of ['+216 20 123 456', phoneOf(1), phoneOf(2)]) {
    const { customer } = await joinParty(owner, await onlyLocation(owner), { ...texted, phoneNumber });
    granted(await act(location(), { id: customer.id }, { kind: 'admit' }));
  }
  const deletion = { cookie: owner.cookie, body: { password: goodPassword } };
  expect((await call('POST', '/auth/delete-account', deletion)).status).toBe(200);
  moveClock(10_000);
  await delivered(location);
  expect(twilio.taken).toEqual([]);
});

test('a paid invoice proves an account, too', async () => {
  stopClock();
  useTwilio();
  const { business } = await newOwner({ emailVerifiedAt: null, trial: false });
  const location = await openLocation({ businessId: business.id });
  for (let n = 0; n < 4; n += 1) expect(await called(location, phoneOf(n))).toEqual(sent);
});

test('two texts at once to a number with one left are one text', async () => {
  stopClock();
  const twilio = useTwilio();
  const locations = await Promise.all(Array.from({ length: 6 }, () => openLocation()));
  const became = await Promise.all(locations.map((location) => called(location, texted.phoneNumber)));
  expect(became.filter((message) => message?.status === 'sent')).toHaveLength(3);
  expect(became.filter((message) => message?.error === 'number_limit')).toHaveLength(3);
  expect(twilio.takenFor(texted.phoneNumber)).toHaveLength(3);
});

test('a text that is sent once more counts once, and is the first one still', async () => {
  stopClock();
  const twilio = useTwilio();
  twilio.plan(texted.phoneNumber, [[429, 20429], 'timed out before', 'created']);
  const location = await openLocation();
  const { customer } = await joinAs(location, texted);
  granted(await act(location(), { id: customer.id }, { kind: 'admit' }));
  for (let n = 0; n < 20; n += 1) {
    await delivered(location);
    moveClock(8_000);
  }
  expect(await messageOf(location, customer.id)).toEqual(sent);
  expect(twilio.takenFor(texted.phoneNumber)).toMatchObject([{ body: expect.stringContaining('STOP') }]);
  expect(await env.DB.prepare('SELECT COUNT(*) AS n FROM texts').first('n')).toBe(1);
});

test('while the database is away a text waits, and goes out once it is back', async () => {
  stopClock();
  const twilio = useTwilio();
  const location = await openLocation();
  const { customer } = await joinAs(location, texted);
  const back = await databaseAway(location);
  granted(await act(location(), { id: customer.id }, { kind: 'admit' }));
  await delivered(location);
  expect([await messageOf(location, customer.id), twilio.calls]).toEqual([{ status: 'queued' }, 0]);
  moveClock(10_000);
  await delivered(location);
  back();
  moveClock(30_000);
  await alarmUntil(location, async () => twilio.calls > 0);
  await delivered(location);
  expect(await messageOf(location, customer.id)).toEqual(sent);
  expect(await env.DB.prepare('SELECT COUNT(*) AS n FROM texts').first('n')).toBe(1);
});

test('if the database stays down the text ends with its hold, visibly, and costs nothing', async () => {
  stopClock();
  const twilio = useTwilio();
  const location = await openLocation();
  const { customer } = await joinAs(location, texted);
  await databaseAway(location);
  granted(await act(location(), { id: customer.id }, { kind: 'admit' }));
  for (let n = 0; n < 12; n += 1) {
    await delivered(location);
    moveClock(30_000);
  }
  await delivered(location);
  expect(await messageOf(location, customer.id)).toEqual({ status: 'failed', error: 'expired' });
  expect([twilio.calls, await creditsOf(location)]).toEqual([0, 300]);
});

test('a text that was taken back while the database was asked is not sent, and costs nothing', async () => {
  stopClock();
  const twilio = useTwilio();
  const location = await openLocation();
  const { customer } = await joinAs(location, texted);
  const gate = Promise.withResolvers<void>();
  const asking = await interceptBatches(location, 'text_opt_outs', () => gate.promise);
  granted(await act(location(), { id: customer.id }, { kind: 'admit' }));
  await alarmUntil(location, async () => asking.asked() === 1);
  granted(await act(location(), { id: customer.id }, { kind: 'put-back' }));
  gate.resolve();
  await delivered(location);
  asking.restore();
  expect([twilio.calls, await creditsOf(location)]).toEqual([0, 300]);
});

test('a stored text has no phone number, and is deleted after a day unless it counts in total', async () => {
  stopClock();
  useTwilio();
  const unverified = await newOwner({ emailVerifiedAt: null, email: 'a@example.com' });
  const verified = await aTrial({ email: 'b@example.com' });
  await called(await openLocation({ businessId: unverified.business.id }), phoneOf(1));
  await called(verified, phoneOf(2));
  await called(await openLocation({ businessId: 'gone' }), phoneOf(3));
  const rows = async () => (await env.DB.prepare('SELECT * FROM texts ORDER BY rowid').all()).results;
  expect(JSON.stringify(await rows())).not.toMatch(/62812|812000/);
  expect(await rows()).toHaveLength(3);
  moveClock(24 * HOUR_MS);
  await sweepPeople(env, Date.now());
  expect(await rows()).toHaveLength(3);
  moveClock(1);
  await sweepPeople(env, Date.now());
  expect(await rows()).toMatchObject([{ business_id: unverified.business.id, number_hash: '' }]);
  expect(await eraseTexts(env.DB, Date.now(), 10)).toBe(0);
});

/** Makes the object's database queries about texts fail. The returned function ends the failures. */
async function databaseAway(location: Location): Promise<() => void> {
  vi.spyOn(console, 'log').mockImplementation(() => {});
  const away = () => Promise.reject(new Error('D1_ERROR: Network connection lost.'));
  return (await interceptBatches(location, 'text_opt_outs', away)).restore;
}
