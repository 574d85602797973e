/** Guests' answers to texts: opt-out, opt-in, and replies about the visit. */
import { createExecutionContext } from 'cloudflare:test';
import { env, exports } from 'cloudflare:workers';
import { expect, test } from 'vitest';
import { MAX_BODY_BYTES } from '../../../src/shared/limits.ts';
import { refusals } from '../../../src/shared/copy/en/refusals.ts';
import type { Language } from '../../../src/shared/languages.ts';
import { createApp } from '../../../src/worker/app.ts';
import { consumeRateLimit, limits } from '../../../src/worker/http/rate-limits.ts';
import type { FakeTwilio } from '../../twilio/fake-twilio.ts';
import { act, changePreference, join } from '../../worker/support/commands.ts';
import { brokenDatabase } from '../../worker/support/broken.ts';
import { delivered } from '../../worker/support/deliveries.ts';
import { call, origin, read } from '../../worker/support/factories.ts';
import {
  aJoin,
  granted,
  holdMs,
  joinAs,
  moveClock,
  openLocation,
  stopClock,
  texted,
  username,
  type Location,
} from '../../worker/support/queue-factories.ts';
import { postReceipt, useTwilio } from '../../worker/support/providers/twilio.ts';

const HOUR_MS = 3_600_000;
const address = `${origin}/sms/inbound`;
const number = texted.phoneNumber;

const post = postReceipt.bind(null, exports.default);

/**
 * Sends a guest's text to us. Returns our reply, or '' if there is none. Two calls with the same `n` send the same
 * text.
 */
let posted = 0;
async function answered(
  twilio: FakeTwilio,
  body: string,
  about: { from?: string; n?: number; OptOutType?: string } = {},
): Promise<string> {
  posted += 1;
  const { from = number, n = posted, ...more } = about;
  const response = await post(twilio.inbound(address, from, body, { n, ...more }));
  expect([response.status, response.headers.get('Content-Type')]).toEqual([200, 'text/xml; charset=utf-8']);
  const twiml = await response.text();
  expect(twiml).toMatch(/^<\?xml version="1\.0" encoding="UTF-8"\?><Response>.*<\/Response>$/);
  return /<Message>(.*)<\/Message>/.exec(twiml)?.[1] ?? '';
}

/** Makes a guest who got the turn text. Returns the id of the visit. */
async function calledGuest(location: Location, phoneNumber: string = number, language: Language = 'en') {
  const request = aJoin({ ...texted, phoneNumber });
  const call = { username, request, idempotencyKey: null, sender: null, heldSecret: null, language };
  const { customer } = granted(await join(location(), call)).answer;
  granted(await act(location(), { id: customer.id }, { kind: 'admit' }));
  await delivered(location);
  return customer.id;
}

async function visitOf(location: Location, id: string) {
  const { view } = granted(await location().view());
  const all = [...view.queue, ...view.admittedCustomers, ...view.removedCustomers];
  return all.find((visit) => visit.id === id);
}

/** Sends a turn text to this number. Returns the state of the text. */
async function reaches(phoneNumber: string) {
  const location = await openLocation({ businessId: crypto.randomUUID() });
  return (await visitOf(location, await calledGuest(location, phoneNumber)))?.message;
}

const optedOut = { status: 'failed', error: 'opted_out' };

test.each(['STOP', ' stop. ', 'StopAll', 'UNSUBSCRIBE', 'cancel', 'END', 'Quit'])(
  'after %j no business texts this number, others are texted, and it is no word about a visit',
  async (word) => {
    stopClock();
    const twilio = useTwilio();
    const location = await openLocation();
    const id = await calledGuest(location);
    const before = await visitOf(location, id);
    expect(await answered(twilio, word)).toBe('');
    expect(await visitOf(location, id)).toEqual(before);
    expect(await reaches('0812 3456 7890')).toEqual(optedOut);
    expect(await reaches('+62 812 3456 7891')).toEqual({ status: 'sent' });
    expect(twilio.takenFor(number)).toHaveLength(1);
  },
);

test('a text that was not sent as its number asked for none costs nothing', async () => {
  stopClock();
  const twilio = useTwilio();
  await answered(twilio, 'STOP');
  const location = await openLocation();
  await calledGuest(location);
  expect(granted(await location().view()).view.smsCredits).toBe(300);
  expect(twilio.taken).toEqual([]);
});

test.each(['START', 'yes', 'Unstop'])('%s brings the texts back', async (word) => {
  stopClock();
  const twilio = useTwilio();
  await answered(twilio, 'STOP');
  expect(await reaches(number)).toEqual(optedOut);
  expect(await answered(twilio, word)).toBe('');
  expect(await reaches(number)).toEqual({ status: 'sent' });
});

test('an opt-out that only the provider knows of is noted when it refuses a text, by its answer or by a receipt', async () => {
  stopClock();
  const twilio = useTwilio();
  twilio.plan(number, [[400, 21610]]);
  expect(await reaches(number)).toEqual(optedOut);
  const calls = twilio.calls;
  expect(await reaches(number)).toEqual(optedOut);
  expect(twilio.calls).toBe(calls);

  const other = '+6281234567891';
  expect(await reaches(other)).toEqual({ status: 'sent' });
  const [message] = twilio.takenFor(other);
  if (message === undefined) throw new Error('no text was taken');
  await post(twilio.receipt(message, 'failed', 21610));
  expect(await reaches(other)).toEqual(optedOut);
  const kept = await env.DB.prepare('SELECT number_hash FROM text_opt_outs').all<{ number_hash: string }>();
  expect(kept.results.map((row) => row.number_hash)).toEqual([
    expect.stringMatching(/^[\w-]{43}$/),
    expect.stringMatching(/^[\w-]{43}$/),
  ]);
});

test('help says who we are and how to stop, in the language of the last visit, unless the provider has said so', async () => {
  stopClock();
  const twilio = useTwilio();
  expect(await answered(twilio, 'HELP')).toBe(
    'Holdline texts you when your turn comes in a line you joined. Reply STOP to stop. Help: support@holdline.example',
  );
  await calledGuest(await openLocation(), number, 'id');
  expect(await answered(twilio, 'info')).toContain('Balas STOP untuk berhenti.');
  expect(await answered(twilio, 'help', { OptOutType: 'HELP' })).toBe('');
});

test('1 tells staff that the guest is on the way', async () => {
  const now = stopClock();
  const twilio = useTwilio();
  const location = await openLocation();
  const id = await calledGuest(location, number, 'es');
  expect(await answered(twilio, ' 1 ')).toBe('Gracias. El personal ve que usted viene de camino.');
  expect(await visitOf(location, id)).toMatchObject({ onMyWayAt: new Date(now).toISOString() });
  moveClock(1_000);
  expect(await answered(twilio, '1')).toBe('Gracias. El personal ve que usted viene de camino.');
  expect(await visitOf(location, id)).toMatchObject({ onMyWayAt: new Date(now).toISOString() });
  moveClock(holdMs);
  expect(await answered(twilio, '1')).toBe('');
});

test('9 takes a guest who was put back out of the line', async () => {
  stopClock();
  const twilio = useTwilio();
  const location = await openLocation();
  const id = await calledGuest(location, number, 'ar');
  granted(await act(location(), { id }, { kind: 'put-back' }));
  expect(await answered(twilio, '٩')).toBe('لقد غادرت الطابور.');
  expect(await visitOf(location, id)).toMatchObject({ status: 'left' });
  expect(await answered(twilio, '9')).toBe('');
});

test('9 from a guest whose turn it is changes nothing, and says so', async () => {
  stopClock();
  const twilio = useTwilio();
  const location = await openLocation();
  const id = await calledGuest(location);
  const before = await visitOf(location, id);
  expect(await answered(twilio, '9')).toBe(
    'It is your turn already. If you cannot come, there is nothing to do: your spot is given to the next guest.',
  );
  expect(await visitOf(location, id)).toEqual(before);
  moveClock(holdMs);
  expect(await answered(twilio, '9')).toBe('');
});

test('an answer is about the visit that was texted last and is not over, and about one', async () => {
  stopClock();
  const twilio = useTwilio();
  const [first, second] = [await openLocation(), await openLocation()];
  const earlier = await calledGuest(first);
  moveClock(1_000);
  const later = await calledGuest(second);
  for (const [location, id] of [
    [first, earlier],
    [second, later],
  ] as const)
    granted(await act(location(), { id }, { kind: 'put-back' }));
  const statuses = async () => [
    (await visitOf(first, earlier))?.status,
    (await visitOf(second, later))?.status,
  ];
  await answered(twilio, '9', { n: 7_000 });
  expect(await statuses()).toEqual(['waiting', 'left']);
  // The provider repeats its request.
  expect(await answered(twilio, '9', { n: 7_000 })).toBe('');
  expect(await statuses()).toEqual(['waiting', 'left']);
  await answered(twilio, '9');
  expect(await statuses()).toEqual(['left', 'left']);
});

test('an answer from another number, or from one that the guest has changed since, is nobody’s', async () => {
  stopClock();
  const twilio = useTwilio();
  const location = await openLocation();
  const { customer, claim } = await joinAs(location, texted);
  granted(await act(location(), { id: customer.id }, { kind: 'admit' }));
  await delivered(location);
  granted(await act(location(), { id: customer.id }, { kind: 'put-back' }));
  expect(await answered(twilio, '9', { from: '+6281234567891' })).toBe('');
  const other = { waitingPreference: 'wait_anywhere', phoneNumber: '0812 3456 7891' } as const;
  granted(await changePreference(location(), claim, other, 'en'));
  expect(await answered(twilio, '9')).toBe('');
  expect(await visitOf(location, customer.id)).toMatchObject({ status: 'waiting' });
});

test('a day after the text nothing is known of it, and whatever else is written is not answered', async () => {
  stopClock();
  const twilio = useTwilio();
  const location = await openLocation();
  const id = await calledGuest(location);
  granted(await act(location(), { id }, { kind: 'put-back' }));
  for (const words of ['please stop', 'leave', '', '10', 'Where are you?', 'x'.repeat(1_600)])
    expect(await answered(twilio, words)).toBe('');
  moveClock(24 * HOUR_MS);
  expect(await answered(twilio, '9')).toBe('');
  expect(await visitOf(location, id)).toMatchObject({ status: 'waiting' });
});

test('a number is answered three times an hour; ten commands are carried out, and to stop texts always', async () => {
  stopClock();
  const twilio = useTwilio();
  const location = await openLocation();
  const id = await calledGuest(location);
  granted(await act(location(), { id }, { kind: 'put-back' }));
  for (let n = 0; n < 3; n += 1) expect(await answered(twilio, 'HELP')).not.toBe('');
  expect(await answered(twilio, 'HELP')).toBe('');
  expect(await answered(twilio, 'HELP', { from: '+6281234567891' })).not.toBe('');
  expect(await answered(twilio, '9')).toBe('');
  expect(await visitOf(location, id)).toMatchObject({ status: 'left' });
  expect(await answered(twilio, 'STOP')).toBe('');
  for (let n = 0; n < 6; n += 1) await answered(twilio, 'HELP');
  expect(await answered(twilio, 'START')).toBe('');
  expect(await reaches(number)).toEqual(optedOut);
  moveClock(HOUR_MS);
  expect(await answered(twilio, 'HELP')).not.toBe('');
});

test('all numbers together get three hundred answers an hour, also those that we texted', async () => {
  stopClock();
  const twilio = useTwilio();
  await calledGuest(await openLocation());
  const hour = Date.now() - (Date.now() % HOUR_MS);
  await consumeRateLimit(env, limits.answersToAll, 'all', Date.now());
  await env.DB.prepare('UPDATE limit_windows SET count = 299 WHERE window_start = ?').bind(hour).run();
  expect(await answered(twilio, '1')).not.toBe('');
  expect(await answered(twilio, '1')).toBe('');
  moveClock(HOUR_MS);
  expect(await answered(twilio, 'HELP')).not.toBe('');
});

test('numbers that we did not text get sixty answers an hour together, so that they cannot run up a bill', async () => {
  stopClock();
  const twilio = useTwilio();
  await calledGuest(await openLocation());
  const from = (n: number) => `+2162012${String(n).padStart(4, '0')}`;
  for (let n = 0; n < 60; n += 1) expect(await answered(twilio, 'HELP', { from: from(n) })).not.toBe('');
  expect(await answered(twilio, 'HELP', { from: from(60) })).toBe('');
  expect(await answered(twilio, 'HELP')).not.toBe('');
  moveClock(HOUR_MS);
  expect(await answered(twilio, 'HELP', { from: from(60) })).not.toBe('');
});

test('a text to us that the provider did not sign as it stands is refused, and does nothing', async () => {
  stopClock();
  const twilio = useTwilio();
  const good = twilio.inbound(address, number, 'STOP');
  const { status, sentence } = refusals.bad_signature;
  const refused = { status, body: { error: sentence, code: 'bad_signature' } };
  for (const forged of [
    { ...good, signature: '' },
    { ...good, signature: twilio.inbound(address, number, 'START').signature },
    { ...good, body: good.body.replace('7890', '7891') },
    { ...good, url: `${address}?a=1` },
  ])
    expect(await read(await post(forged))).toEqual(refused);
  const long = twilio.inbound(address, number, 'x'.repeat(MAX_BODY_BYTES));
  expect((await post(long)).status).toBe(413);
  const asJson = { 'Content-Type': 'application/json' };
  expect((await post(good, asJson)).status).toBe(415);
  expect(await reaches(number)).toEqual({ status: 'sent' });
});

test('a form that is no text of a phone is accepted and ignored', async () => {
  stopClock();
  const twilio = useTwilio();
  expect(await answered(twilio, 'STOP', { from: 'whatsapp:+6281234567890' })).toBe('');
  expect(await env.DB.prepare('SELECT COUNT(*) AS n FROM text_opt_outs').first('n')).toBe(0);
});

test('while the database is away the provider is told so, and that nothing was done', async () => {
  stopClock();
  const twilio = useTwilio();
  const { body, signature } = twilio.inbound(address, number, 'STOP');
  const away = brokenDatabase('D1_ERROR: D1 DB is overloaded. Too many requests queued.');
  const headers = { 'Content-Type': 'application/x-www-form-urlencoded', 'X-Twilio-Signature': signature };
  const request = new Request(address, { method: 'POST', headers, body });
  const response = await createApp().fetch(request, { ...env, ...away }, createExecutionContext());
  expect(response.status).toBe(503);
});

test('without this provider there is no such call', async () => {
  const { status, sentence } = refusals.not_found;
  const response = await call('POST', '/sms/inbound', { body: {} });
  expect(await read(response)).toEqual({ status, body: { error: sentence, code: 'not_found' } });
});
