/** The only alarm of an object: its time, and what happens while the object sets the alarm. */
import { runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test';
import { expect, test, vi } from 'vitest';
import { staffMessage } from '../../../src/shared/contracts/live.ts';
import { UNDO_MS } from '../../../src/shared/limits.ts';
import { DeliveryRows } from '../../../src/worker/location/store/delivery-rows.ts';
import { act, changeSettings } from '../support/commands.ts';
import { expectComplaints } from '../support/broken.ts';
import { delivered, pending } from '../support/deliveries.ts';
import {
  alarmUntil,
  granted,
  historyRows,
  holdMs,
  joinAs,
  moveClock,
  openLocation,
  stopClock,
  until,
  type Location,
} from '../support/queue-factories.ts';
import { listen, toldOwner } from '../support/sockets.ts';

function alarmOf(location: Location): Promise<number | null> {
  return runInDurableObject(location(), (_, { storage }) => storage.getAlarm());
}

/** Delays each `setAlarm` until `letGo` is called. `begun` returns the number of `setAlarm` calls. */
function slowAlarm(storage: DurableObjectStorage): { begun: () => number; letGo: () => void } {
  const { promise: gate, resolve } = Promise.withResolvers<void>();
  const setAlarm = storage.setAlarm.bind(storage);
  const spy = vi.spyOn(storage, 'setAlarm').mockImplementation((at) => gate.then(() => setAlarm(at)));
  return { begun: () => spy.mock.calls.length, letGo: resolve };
}

test('the end of an offer to undo fires by itself, and then the end of the hold', async () => {
  const now = stopClock();
  const location = await openLocation();
  granted(await changeSettings(location(), { undo: true }));
  const { customer } = await joinAs(location);
  granted(await act(location(), { id: customer.id }, { kind: 'admit' }));
  await delivered(location);
  expect(await alarmOf(location)).toBe(now + UNDO_MS);
  const page = await listen(location, { 'x-owner-session': 'session' });
  const { version } = await page.next(1);
  moveClock(UNDO_MS);
  await runDurableObjectAlarm(location());
  const told = staffMessage.parse(await page.next(2));
  // The visit in this message has no offer of an undo any more.
  const updated = [expect.objectContaining({ id: customer.id, status: 'admitted' })];
  expect(told).toMatchObject({
    type: 'change',
    version: version + 1,
    updated,
    serverNow: new Date(now + UNDO_MS).toISOString(),
  });
  expect(JSON.stringify(told)).not.toContain('undoUntil');
  expect(await alarmOf(location)).toBe(now + holdMs);
});

test('an alarm that fires early is set again, for the same time', async () => {
  const now = stopClock();
  const location = await openLocation();
  const { customer } = await joinAs(location);
  granted(await act(location(), { id: customer.id }, { kind: 'admit' }));
  await delivered(location);
  for (let time = 0; time < 2; time += 1) {
    expect(await alarmOf(location)).toBe(now + holdMs);
    moveClock(1_000);
    expect(await runDurableObjectAlarm(location())).toBe(true);
  }
  expect(await alarmOf(location)).toBe(now + holdMs);
});

test('deliveries that failed as a whole are tried again after a minute, and not before', async () => {
  const now = stopClock();
  const location = await openLocation();
  const complaints = expectComplaints();
  const looks = await runInDurableObject(location(), () =>
    vi.spyOn(DeliveryRows.prototype, 'due').mockImplementationOnce(() => {
      throw new Error('the disk is away');
    }),
  );
  const { customer } = await joinAs(location);
  granted(await act(location(), { id: customer.id }, { kind: 'admit' }));
  await alarmUntil(location, async () => looks.mock.calls.length > 0);
  await until(async () => (await alarmOf(location)) === now + 60_000);
  expect(complaints()).toEqual([expect.stringContaining('"event":"alarm_failed"')]);
  moveClock(59_999);
  await runDurableObjectAlarm(location());
  expect([looks.mock.calls.length, await alarmOf(location)]).toEqual([1, now + 60_000]);
  moveClock(1);
  await alarmUntil(location, async () => (await pending(location)).length === 0);
  expect(await historyRows()).toMatchObject([{ outcome: 'admitted' }]);
  expect(await alarmOf(location)).toBe(now + holdMs);
});

test('while a delivery hangs the alarm only checks it every five seconds', async () => {
  const now = stopClock();
  const location = await openLocation();
  const { customer } = await joinAs(location);
  const stuck = Promise.withResolvers<never[]>();
  const batch = await runInDurableObject(location(), (queue) =>
    vi.spyOn(queue['env'].DB, 'batch').mockImplementation(() => stuck.promise),
  );
  granted(await act(location(), { id: customer.id }, { kind: 'admit' }));
  await alarmUntil(location, async () => batch.mock.calls.length === 1);
  await until(async () => (await alarmOf(location)) === now + 5_000);
  moveClock(5_000);
  await runDurableObjectAlarm(location());
  expect([batch.mock.calls.length, await alarmOf(location)]).toEqual([1, now + 10_000]);
  stuck.resolve([]);
});

test('a party marked as arrived while the alarm runs stays arrived', async () => {
  stopClock();
  const location = await openLocation();
  const [first, second] = [await joinAs(location), await joinAs(location, { firstName: 'Budi' })];
  for (const { customer } of [first, second]) {
    granted(await act(location(), { id: customer.id }, { kind: 'admit' }));
    moveClock(1);
  }
  await delivered(location);
  moveClock(holdMs);
  const log = vi.spyOn(console, 'log').mockImplementation(() => undefined);
  await runInDurableObject(location(), async (queue, { storage }) => {
    const alarm = slowAlarm(storage);
    const rung = queue.alarm();
    await until(() => alarm.begun() === 1);
    const arrived = act(queue, { id: second.customer.id }, { kind: 'arrived' });
    alarm.letGo();
    await rung;
    expect(granted(await arrived).visit).toMatchObject({ status: 'arrived' });
    expect(granted(queue.view()).view.admittedCustomers).toMatchObject([
      { id: second.customer.id, status: 'arrived' },
      { id: first.customer.id, status: 'admitted', holdExpired: true },
    ]);
    const events = storage.sql.exec(
      `SELECT visit_id, kind FROM event WHERE kind IN ('hold_ended', 'arrived')`,
    );
    // One step does all work that is due, so the holds of both guests end before the second guest is marked as arrived.
    expect(events.toArray()).toEqual([
      { visit_id: first.customer.id, kind: 'hold_ended' },
      { visit_id: second.customer.id, kind: 'hold_ended' },
      { visit_id: second.customer.id, kind: 'arrived' },
    ]);
  });
  const logged: { event: string; visitId?: string }[] = log.mock.calls.map(([line]) =>
    JSON.parse(String(line)),
  );
  expect(logged.filter(({ event }) => event === 'hold_expired').map(({ visitId }) => visitId)).toEqual([
    first.customer.id,
    second.customer.id,
  ]);
});

test('changes are told in the order in which they were written, before the alarm is set', async () => {
  stopClock();
  const location = await openLocation();
  const guests = [await joinAs(location), await joinAs(location, { firstName: 'Budi' })];
  const page = await listen(location, { 'x-owner-session': 'session' });
  const { version: before } = await page.next(1);
  const alarm = await runInDurableObject(location(), (_, { storage }) => slowAlarm(storage));
  // All calls use one stub, so they arrive in order.
  const stub = location();
  const answers = [
    ...guests.map(({ customer }) => act(stub, { id: customer.id }, { kind: 'admit' })),
    changeSettings(stub, { paused: true }),
  ];
  await until(() => page.got.length >= 4);
  expect(await toldOwner(page)).toMatchObject([
    ...guests.map(({ customer }, n) => ({ version: before + 1 + n, updated: [{ id: customer.id }] })),
    { version: before + 3, paused: true },
  ]);
  // Only code inside the object can use its storage.
  await runInDurableObject(location(), alarm.letGo);
  await Promise.all(answers);
});
