/** Texts while the provider refuses our account or does not answer. The texts are held, and the owner gets a notice. */
import { evictDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { expect, test } from 'vitest';
import { changeSettings } from '../../worker/support/commands.ts';
import { expectComplaints } from '../../worker/support/broken.ts';
import { delivered } from '../../worker/support/deliveries.ts';
import { eventsIn } from '../../worker/support/log-lines.ts';
import {
  alarmUntil,
  granted,
  moveClock,
  openLocation,
  stopClock,
  type Location,
} from '../../worker/support/queue-factories.ts';
import { useTwilio, admitTexted, planFor } from '../../worker/support/providers/twilio.ts';
import { DAY_MS } from '../../../src/shared/limits.ts';
import { iso } from '../../../src/shared/time/iso.ts';

async function viewOf(location: Location) {
  return granted(await location().view()).view;
}

test('a refused account is tried with one text each half minute; the others wait, and go out once it is well', async () => {
  const now = stopClock();
  const alarms = expectComplaints();
  const twilio = useTwilio();
  const location = await openLocation();
  planFor(twilio, 8, [401, 20003]);
  await admitTexted(location, 0);
  await delivered(location);
  expect(twilio.calls).toBe(1);
  for (let n = 1; n < 8; n += 1) await admitTexted(location, n);
  await delivered(location);
  expect(twilio.calls).toBe(1);
  const held = { reason: 'account', since: iso(now) };
  const view = await viewOf(location);
  expect([view.texts, view.smsCredits]).toEqual([{ held }, 292]);
  expect(view.admittedCustomers.map(({ message }) => message)).toEqual(
    Array.from({ length: 8 }, () => ({ status: 'queued' })),
  );
  moveClock(29_999);
  await delivered(location);
  expect(twilio.calls).toBe(1);
  moveClock(1);
  await delivered(location);
  expect(twilio.calls).toBe(2);
  planFor(twilio, 8, 'created');
  // The pause is stored, so the pause continues after an eviction of the object.
  await evictDurableObject(location());
  expect((await viewOf(location)).texts).toEqual({ held });
  moveClock(30_000);
  await alarmUntil(location, async () => twilio.taken.length === 8);
  await delivered(location);
  const after = await viewOf(location);
  expect(after.texts).toEqual({ today: { day: expect.any(String), sent: 8, delivered: 0 } });
  expect(new Set(after.admittedCustomers.map(({ message }) => message?.status))).toEqual(new Set(['sent']));
  expect(eventsIn(alarms())).toEqual([
    { event: 'texts_stopped', locationId: location().id.toString(), reason: 'account' },
  ]);
});

test('a text that is held back until its hold ends is given up then, with its credit', async () => {
  stopClock();
  const alarms = expectComplaints();
  const twilio = useTwilio();
  const location = await openLocation();
  granted(await changeSettings(location(), { holdMs: 70_000 }));
  planFor(twilio, 1, [401, 20003]);
  await admitTexted(location, 0);
  for (const byMs of [0, 30_000, 30_000, 9_999]) {
    moveClock(byMs);
    await delivered(location);
    expect((await viewOf(location)).admittedCustomers[0]?.message).toEqual({ status: 'queued' });
  }
  moveClock(1);
  await delivered(location);
  const view = await viewOf(location);
  expect(view.admittedCustomers[0]?.message).toEqual({ status: 'failed', error: 'expired' });
  expect([view.smsCredits, twilio.calls, twilio.taken.length]).toEqual([300, 3, 0]);
  expect(alarms()).toHaveLength(1);
});

test('an outage of ten minutes with 500 admits: no text twice or late, none of use lost, each accounted for', async () => {
  const now = stopClock();
  const alarms = expectComplaints();
  const twilio = useTwilio();
  // A peak of 500 texts in an hour raises the hourly limit of the business.
  await env.DB.prepare('INSERT INTO text_peaks VALUES (?, ?, 500)')
    .bind('a-busy-one', now - (now % DAY_MS) - DAY_MS)
    .run();
  const location = await openLocation({
    businessId: 'a-busy-one',
    customerCredits: 1_000,
    smsCredits: 1_000,
  });
  const backAt = now + 600_000;
  twilio.isAway = () => Date.now() < backAt;
  for (let n = 0; n < 500; n += 1) {
    await admitTexted(location, n);
    moveClock(1_200);
    if (n % 5 === 0) await delivered(location);
  }
  expect((await viewOf(location)).texts?.held?.reason).toBe('away');
  const called = twilio.calls;
  expect(called).toBeLessThan(60);
  for (let n = 0; n < 70; n += 1) {
    moveClock(5_000);
    await delivered(location);
  }
  const view = await viewOf(location);
  expect(view.texts?.held).toBeUndefined();
  const each = view.admittedCustomers.map(({ phoneNumber = '', holdEndsAt = '', message }) => {
    const texts = twilio.takenFor(phoneNumber);
    const endsAt = Date.parse(holdEndsAt);
    const isLate = texts.some(({ takenAt }) => takenAt >= endsAt);
    return { texts: texts.length, isLate, stillOfUse: endsAt > backAt + 35_000, message };
  });
  expect(each).toHaveLength(500);
  expect(each.filter(({ texts, isLate }) => texts > 1 || isLate)).toEqual([]);
  expect(each.filter(({ texts, stillOfUse }) => stillOfUse && texts === 0)).toEqual([]);
  for (const { texts, message } of each) {
    expect(message).toEqual(texts === 1 ? { status: 'sent' } : { status: 'failed', error: 'expired' });
  }
  expect(view.smsCredits).toBe(1_000 - twilio.taken.length);
  expect(alarms()).toHaveLength(1);
}, 60_000);
