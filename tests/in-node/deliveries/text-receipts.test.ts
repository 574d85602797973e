import { env, exports } from 'cloudflare:workers';
import { expect, test } from 'vitest';
import { MAX_BODY_BYTES } from '../../../src/shared/limits.ts';
import { refusals } from '../../../src/shared/copy/en/refusals.ts';
import type { FakeTwilio } from '../../twilio/fake-twilio.ts';
import { act } from '../../worker/support/commands.ts';
import { delivered, withTheText } from '../../worker/support/deliveries.ts';
import { call, origin, read } from '../../worker/support/factories.ts';
import {
  granted,
  joinAs,
  moveClock,
  openLocation,
  stopClock,
  texted,
  type Location,
} from '../../worker/support/queue-factories.ts';
import { postReceipt, useTwilio } from '../../worker/support/providers/twilio.ts';

async function aText(twilio: FakeTwilio) {
  const location = await openLocation();
  const { customer } = await joinAs(location, texted);
  granted(await act(location(), { id: customer.id }, { kind: 'admit' }));
  await delivered(location);
  const [message] = twilio.takenFor(texted.phoneNumber);
  if (message === undefined) throw new Error('no text was taken');
  return { location, message, id: customer.id };
}

async function shown(location: Location) {
  const { view } = granted(await location().view());
  return { message: view.admittedCustomers[0]?.message, smsCredits: view.smsCredits, texts: view.texts };
}

const post = postReceipt.bind(null, exports.default);

test('the provider is given the text with the hold’s end, and an address for receipts that carries our id', async () => {
  stopClock();
  const { location, message } = await aText(useTwilio());
  expect(message).toMatchObject({
    to: '+6281234567890',
    body: expect.stringContaining("it's your turn. Come within 5 min."),
    validitySeconds: 300,
  });
  expect(message.statusCallback).toMatch(
    new RegExp(`^http://localhost:8787/sms/status\\?id=${location().id.toString()}\\.[0-9a-f-]{36}$`),
  );
});

test('a receipt is shown on the guest’s row, and counted in the day’s figure', async () => {
  stopClock();
  const twilio = useTwilio();
  const { location, message } = await aText(twilio);
  const day = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Jakarta' }).format(Date.now());
  const today = (deliveredCount: number) => ({ today: { day, sent: 1, delivered: deliveredCount } });
  expect(await shown(location)).toEqual({ message: { status: 'sent' }, smsCredits: 299, texts: today(0) });
  expect(await read(await post(twilio.receipt(message, 'delivered')))).toEqual({
    status: 200,
    body: { success: true },
  });
  expect(await shown(location)).toEqual({
    message: { status: 'delivered' },
    smsCredits: 299,
    texts: today(1),
  });
});

test('a text that failed at the provider gives its credit back once; one that the carrier gave up stays paid', async () => {
  stopClock();
  const twilio = useTwilio();
  const { location, message } = await aText(twilio);
  for (let n = 0; n < 2; n += 1) await post(twilio.receipt(message, 'failed', 30003));
  await post(twilio.receipt(message, 'delivered'));
  expect(await shown(location)).toMatchObject({
    message: { status: 'failed', error: 'phone_off' },
    smsCredits: 300,
  });
  twilio.taken.length = 0;
  const other = await aText(twilio);
  await post(twilio.receipt(other.message, 'undelivered', 30008));
  expect(await shown(other.location)).toMatchObject({
    message: { status: 'failed', error: 'undelivered' },
    smsCredits: 299,
  });
});

test('receipts never take a text back to where it was, in whatever order they come', async () => {
  stopClock();
  const twilio = useTwilio();
  const { location, message } = await aText(twilio);
  for (const [status, is] of [
    ['queued', 'sent'],
    ['delivered', 'delivered'],
    ['sent', 'delivered'],
    ['queued', 'delivered'],
    ['undelivered', 'delivered'],
    ['failed', 'delivered'],
  ] as const) {
    await post(twilio.receipt(message, status));
    expect([status, (await shown(location)).message]).toEqual([status, { status: is }]);
  }
});

test('a receipt wakes a sleeping object, and ends an unconfirmed text whose call was cut off', async () => {
  stopClock();
  const twilio = useTwilio();
  const location = await openLocation();
  const { customer } = await joinAs(location, texted);
  granted(await act(location(), { id: customer.id }, { kind: 'admit' }));
  await withTheText(location, async (handler, text) => {
    await handler.begin(text);
    await handler.send(text);
  });
  const [message] = twilio.taken;
  if (message === undefined) throw new Error('no text was taken');
  await post(twilio.receipt(message, 'sent'));
  expect(await shown(location)).toMatchObject({ message: { status: 'sent' }, smsCredits: 299 });
  const calls = twilio.calls;
  moveClock(120_000);
  await delivered(location);
  expect([twilio.calls, twilio.taken.length]).toEqual([calls, 1]);
});

test('a text given up and sent after all is charged again, never below zero, and returns no more than that', async () => {
  stopClock();
  const twilio = useTwilio();
  for (const smsCredits of [2, 1]) {
    twilio.taken.length = 0;
    const location = await openLocation({ smsCredits });
    const { customer } = await joinAs(location, texted);
    granted(await act(location(), { id: customer.id }, { kind: 'admit' }));
    await withTheText(location, async (handler, text) => {
      await handler.begin(text);
      await handler.send(text);
      await handler.giveUp(text, 'not_taken');
    });
    expect((await shown(location)).smsCredits).toBe(smsCredits);
    const [message] = twilio.taken;
    if (message === undefined) throw new Error('no text was taken');
    const other = await joinAs(location, { ...texted, phoneNumber: `+62 812 0000 000${smsCredits}` });
    granted(await act(location(), { id: other.customer.id }, { kind: 'admit' }));
    await delivered(location);
    await post(twilio.receipt(message, 'sent'));
    expect((await shown(location)).smsCredits).toBe(0);
    await post(twilio.receipt(message, 'failed'));
    expect((await shown(location)).smsCredits).toBe(smsCredits - 1);
  }
});

test('a receipt of a text whose guest waits again concerns the balance alone', async () => {
  stopClock();
  const twilio = useTwilio();
  const { location, message, id } = await aText(twilio);
  granted(await act(location(), { id }, { kind: 'put-back' }));
  await post(twilio.receipt(message, 'failed'));
  const { view } = granted(await location().view());
  expect([view.queue[0]?.message, view.smsCredits]).toEqual([undefined, 300]);
});

test('a wrong or missing signature, or one of another form or address, is refused and changes nothing', async () => {
  stopClock();
  const twilio = useTwilio();
  const { location, message } = await aText(twilio);
  const before = granted(await location().view());
  const receipt = twilio.receipt(message, 'delivered');
  const other = twilio.receipt(message, 'sent');
  for (const forged of [
    { ...receipt, signature: '' },
    { ...receipt, signature: other.signature },
    { ...receipt, body: other.body },
    { ...receipt, body: `${receipt.body}&More=1` },
    { ...receipt, url: `${receipt.url}&more=1` },
  ]) {
    const { status, sentence } = refusals.bad_signature;
    expect(await read(await post(forged))).toEqual({
      status,
      body: { error: sentence, code: 'bad_signature' },
    });
  }
  expect(granted(await location().view())).toEqual(before);
});

test('what was signed for the configured origin is taken, whatever host it came by', async () => {
  stopClock();
  const twilio = useTwilio();
  const { location, message } = await aText(twilio);
  const receipt = twilio.receipt(message, 'delivered');
  const { search } = new URL(receipt.url);
  const response = await exports.default.fetch(`http://10.0.0.9:9999/sms/status${search}`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/x-www-form-urlencoded',
      'X-Twilio-Signature': receipt.signature,
    },
    body: receipt.body,
  });
  expect(response.status).toBe(200);
  expect((await shown(location)).message).toEqual({ status: 'delivered' });
});

test('a receipt of a text, a location or a status that we do not know is answered and ignored', async () => {
  stopClock();
  const twilio = useTwilio();
  const { location, message } = await aText(twilio);
  const before = granted(await location().view());
  const asleep = env.LOCATION_QUEUE.newUniqueId().toString();
  const [here, text] = (new URL(message.statusCallback).searchParams.get('id') ?? '').split('.');
  for (const id of [
    `${here}.${crypto.randomUUID()}`,
    `${asleep}.${text}`,
    `${'0'.repeat(64)}.${text}`,
    `${here}`,
    `${here}.${text}.more`,
    '../etc',
    '',
  ]) {
    const statusCallback = `${origin}/sms/status?id=${encodeURIComponent(id)}`;
    const { status } = await post(twilio.receipt({ ...message, statusCallback }, 'delivered'));
    expect([id, status]).toEqual([id, 200]);
  }
  expect((await post(twilio.receipt(message, 'received'))).status).toBe(200);
  expect((await post(twilio.receipt({ ...message, sid: 'x' }, 'delivered'))).status).toBe(200);
  const noQuery = { ...message, statusCallback: `${origin}/sms/status` };
  expect((await post(twilio.receipt(noQuery, 'delivered'))).status).toBe(200);
  expect(granted(await location().view())).toEqual(before);
});

test('only a form of a decent size is read', async () => {
  stopClock();
  const twilio = useTwilio();
  const { message } = await aText(twilio);
  const receipt = twilio.receipt(message, 'delivered');
  const answers = [
    await post(receipt, { 'Content-Type': 'application/json' }),
    await post(receipt, { 'Content-Type': 'text/plain' }),
    await post({ ...receipt, body: 'x'.repeat(MAX_BODY_BYTES + 1) }),
    await post(receipt, { 'Sec-Fetch-Site': 'cross-site' }),
    await post(receipt, { Origin: 'https://evil.example' }),
  ];
  expect(answers.map(({ status }) => status)).toEqual([415, 415, 413, 403, 403]);
  const broken = await exports.default.fetch(receipt.url, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/x-www-form-urlencoded',
      'X-Twilio-Signature': receipt.signature,
    },
    body: new Uint8Array([0xff, 0xfe]),
  });
  expect(broken.status).toBe(400);
});

test('without this provider the call does not exist', async () => {
  const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
  const response = await call('POST', '/sms/status', { body: 'MessageStatus=sent', headers });
  expect(response.status).toBe(404);
});
