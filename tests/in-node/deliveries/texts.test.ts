/**
 * Texts after admits: each admit sends one text, staff can send one more text by calling again, and an admit that is
 * undone in time sends no text.
 */
import { evictDurableObject, runDurableObjectAlarm } from 'cloudflare:test';
import { expect, test } from 'vitest';
import type { JoinAnswer } from '../../../src/shared/contracts/guest.ts';
import { delivered, holdProvider, pending, withTheText } from '../../worker/support/deliveries.ts';
import { call } from '../../worker/support/factories.ts';
import {
  act,
  acted,
  anOwnersLocation,
  join,
  leave,
  objectOf,
  refused,
  setUp,
  viewOf,
  walkedIn,
  type OwnedLocation,
} from '../../worker/support/owner-calls.ts';
import {
  alarmUntil,
  holdMs,
  moveClock,
  stopClock,
  texted,
  textsSent,
  until,
} from '../../worker/support/queue-factories.ts';
import { iso } from '../../../src/shared/time/iso.ts';

const DAY_MS = 24 * 3_600_000;

async function admittedAndTexted(place: OwnedLocation): Promise<JoinAnswer> {
  const guest = await join(place, texted);
  await acted(place, guest, 'admit');
  await delivered(objectOf(place));
  return guest;
}

test('a guest called again gets one more text, paid with one more credit', async () => {
  const now = stopClock();
  const place = await anOwnersLocation({ trial: false });
  const guest = await admittedAndTexted(place);
  moveClock(120_000);
  const called = await acted(place, guest, 'call-again');
  expect(called).toMatchObject({ calledAgainAt: iso(now + 120_000), message: { status: 'queued' } });
  expect((await viewOf(place)).smsCredits).toBe(298);
  await delivered(objectOf(place));
  expect(await textsSent()).toEqual([
    { recipient: texted.phoneNumber, body: expect.stringContaining('Come within 5 min') },
    { recipient: texted.phoneNumber, body: expect.stringContaining('Please arrive within 3 minutes') },
  ]);
  expect((await viewOf(place)).admittedCustomers).toMatchObject([{ message: { status: 'sent' } }]);
  expect((await viewOf(place)).customerCredits).toBe(299);
});

test('whoever reads Arabic gets the text in Arabic, for two credits; with one left it is in English', async () => {
  stopClock();
  const place = await anOwnersLocation({ trial: false, baseSmsCredits: 3 });
  const { owner } = place;
  const guests: JoinAnswer[] = [];
  for (const phoneNumber of ['+6281234567890', '+6281234567891']) {
    const guest = await join(place, { ...texted, phoneNumber });
    guests.push(guest);
    const path = `/auth/business/${owner.business.username}/queue/token/${guest.queueToken}/language`;
    expect((await call('PUT', path, { body: { language: 'ar' } })).status).toBe(200);
  }
  expect((await viewOf(place)).queue).toMatchObject([{ textCredits: 2 }, { textCredits: 2 }]);
  for (const [index, guest] of guests.entries()) {
    await acted(place, guest, 'admit');
    await delivered(objectOf(place));
    expect((await viewOf(place)).smsCredits).toBe(1 - index);
    moveClock(1_000);
  }
  expect(await textsSent()).toMatchObject([
    { body: expect.stringMatching(/^من .* STOP/) },
    { body: expect.stringContaining("it's your turn") },
  ]);
});

test('a guest is called again once for each admission', async () => {
  stopClock();
  const place = await anOwnersLocation({ trial: false });
  const guest = await admittedAndTexted(place);
  await acted(place, guest, 'call-again');
  expect(await act(place, guest.customer.id, 'call-again')).toEqual(refused('already_called'));
  await delivered(objectOf(place));
  expect(await act(place, guest.customer.id, 'call-again')).toEqual(refused('already_called'));
  await acted(place, guest, 'put-back');
  // A number may get three texts a day, so the test continues on the next day.
  moveClock(DAY_MS);
  await acted(place, guest, 'admit');
  await delivered(objectOf(place));
  expect(await acted(place, guest, 'call-again')).toHaveProperty('calledAgainAt');
  await delivered(objectOf(place));
  expect(await textsSent()).toHaveLength(4);
  expect((await viewOf(place)).smsCredits).toBe(296);
});

test('nobody is called again while the first text is queued or on its way', async () => {
  stopClock();
  const place = await anOwnersLocation({ trial: false });
  const provider = await holdProvider(objectOf(place));
  const guest = await join(place, texted);
  await acted(place, guest, 'admit');
  expect(await act(place, guest.customer.id, 'call-again')).toEqual(refused('text_on_its_way'));
  await alarmUntil(objectOf(place), async () => provider.begun() === 1);
  expect(await act(place, guest.customer.id, 'call-again')).toEqual(refused('text_on_its_way'));
  provider.letGo();
  await delivered(objectOf(place));
  await acted(place, guest, 'call-again');
  await delivered(objectOf(place));
  expect(await textsSent()).toHaveLength(2);
});

test('without a reachable number, a running hold or an SMS credit, nobody is called again', async () => {
  stopClock();
  const place = await anOwnersLocation({ trial: false, baseSmsCredits: 1 });
  const onPremises = await join(place);
  await acted(place, onPremises, 'admit');
  expect(await act(place, onPremises.customer.id, 'call-again')).toEqual(refused('no_text_possible'));
  const odd = await walkedIn(place, { firstName: 'Odd', ...texted, phoneNumber: 'ask for me' });
  await acted(place, { customer: odd }, 'admit');
  expect(await act(place, odd.id, 'call-again')).toEqual(refused('no_text_possible'));
  const guest = await admittedAndTexted(place);
  expect(await act(place, guest.customer.id, 'call-again')).toEqual(refused('no_sms_credits'));
  moveClock(holdMs);
  expect(await act(place, guest.customer.id, 'call-again')).toEqual(refused('hold_over'));
  expect(await textsSent()).toHaveLength(1);
});

test('a party put back before its text left gets none, and the SMS credit comes back', async () => {
  stopClock();
  const place = await anOwnersLocation({ trial: false });
  const guest = await join(place, texted);
  await acted(place, guest, 'admit');
  expect((await viewOf(place)).smsCredits).toBe(299);
  await acted(place, guest, 'put-back');
  expect(await viewOf(place)).toMatchObject({
    customerCredits: 299,
    smsCredits: 300,
    queue: [guest.customer],
  });
  await delivered(objectOf(place));
  expect(await textsSent()).toEqual([]);
});

test('a credit that an admission spent does not come back when the party put back leaves, or is removed', async () => {
  const place = await anOwnersLocation({ trial: false });
  const [ada, budi] = [await join(place), await join(place, { firstName: 'Budi' })];
  for (const guest of [ada, budi]) {
    await acted(place, guest, 'admit');
    await acted(place, guest, 'put-back');
  }
  await leave(place, ada);
  await acted(place, budi, 'remove');
  expect(await viewOf(place)).toMatchObject({ customerCredits: 298, queue: [] });
});

test.each(['put-back', 'arrived', 'no-show'] as const)(
  'a text withdrawn by %s while others are being sent is never sent',
  async (action) => {
    stopClock();
    const place = await anOwnersLocation({ trial: false });
    const provider = await holdProvider(objectOf(place));
    const guests: JoinAnswer[] = [];
    // An object sends at most five texts at the same time, so the sixth text waits although it is due.
    for (let n = 0; n < 6; n += 1) {
      guests.push(await join(place, { ...texted, phoneNumber: `+62812000000${n}` }));
    }
    for (const guest of guests) {
      await acted(place, guest, 'admit');
      moveClock(1);
    }
    await alarmUntil(objectOf(place), async () => provider.begun() === 5);
    const sixth = guests.at(-1);
    if (sixth === undefined) throw new Error('nobody joined');
    await acted(place, sixth, action);
    provider.letGo();
    await delivered(objectOf(place));
    const sentTo = new Set((await textsSent()).map(({ recipient }) => recipient));
    expect(sentTo).toEqual(new Set(guests.slice(0, 5).map(({ customer }) => customer.phoneNumber)));
    expect((await viewOf(place)).smsCredits).toBe(295);
  },
);

test.each(['sent', 'unknown'] as const)(
  'a provider’s answer %s that comes after the put-back stays paid and is not shown',
  async (outcome) => {
    stopClock();
    const place = await anOwnersLocation({ trial: false });
    const guest = await join(place, texted);
    await acted(place, guest, 'admit');
    await withTheText(objectOf(place), (handler, text) => handler.begin(text));
    await acted(place, guest, 'put-back');
    expect((await viewOf(place)).smsCredits).toBe(299);
    await withTheText(objectOf(place), (handler, text) => handler.finish(text, { to: outcome }));
    expect(await viewOf(place)).toMatchObject({ smsCredits: 299, queue: [guest.customer] });
    await acted(place, guest, 'admit');
    await delivered(objectOf(place));
    expect(await textsSent()).toHaveLength(1);
    expect((await viewOf(place)).smsCredits).toBe(298);
  },
);

test('a refusal that comes after the put-back gives the credit back and is not shown', async () => {
  stopClock();
  const place = await anOwnersLocation({ trial: false });
  const guest = await join(place, texted);
  await acted(place, guest, 'admit');
  await withTheText(objectOf(place), (handler, text) => handler.begin(text));
  await acted(place, guest, 'put-back');
  await withTheText(objectOf(place), (handler, text) => handler.finish(text, { to: 'refused' }));
  expect(await viewOf(place)).toMatchObject({ smsCredits: 300, queue: [guest.customer] });
  expect(await pending(objectOf(place))).not.toContainEqual(expect.objectContaining({ kind: 'turn_text' }));
});

test.each(['waits', 'is admitted again'])(
  '“try later” for a text whose party was put back and %s: that text is never sent, its credit comes back',
  async (then) => {
    stopClock();
    const place = await anOwnersLocation({ trial: false });
    const guest = await join(place, texted);
    await acted(place, guest, 'admit');
    await withTheText(objectOf(place), (handler, text) => handler.begin(text));
    await acted(place, guest, 'put-back');
    await withTheText(objectOf(place), (handler, text) =>
      handler.postpone(text, Date.now() + 2_000, 'queued'),
    );
    const texts = then === 'waits' ? 0 : 1;
    if (texts === 1) await acted(place, guest, 'admit');
    moveClock(2_000);
    await delivered(objectOf(place));
    expect(await textsSent()).toHaveLength(texts);
    expect(await pending(objectOf(place))).toEqual([]);
    expect((await viewOf(place)).smsCredits).toBe(300 - texts);
  },
);

test('with the last SMS credit one of two is texted, and the other’s row says why not', async () => {
  const place = await anOwnersLocation({ trial: false, baseSmsCredits: 1 });
  const [ada, budi] = [await join(place, texted), await join(place, { ...texted, firstName: 'Budi' })];
  await acted(place, ada, 'admit');
  expect((await acted(place, budi, 'admit')).message).toEqual({
    status: 'not_sent',
    error: 'no_sms_credits',
  });
  await delivered(objectOf(place));
  expect(await textsSent()).toHaveLength(1);
  expect((await viewOf(place)).smsCredits).toBe(0);
});

test('a text that waits for the end of the undo is not sent when its object stops and wakes in between', async () => {
  stopClock();
  const place = await anOwnersLocation({ trial: false });
  await setUp(place, { undo: true });
  const guest = await join(place, texted);
  await acted(place, guest, 'admit');
  await evictDurableObject(objectOf(place)());
  await runDurableObjectAlarm(objectOf(place)());
  await acted(place, guest, 'undo');
  moveClock(holdMs);
  await runDurableObjectAlarm(objectOf(place)());
  await until(async () => (await pending(objectOf(place))).length === 0);
  expect(await textsSent()).toEqual([]);
});
