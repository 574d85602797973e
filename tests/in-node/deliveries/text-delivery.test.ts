/** Each text is sent once, at its own due time, with the minutes that remain of the hold. */
import { runInDurableObject } from 'cloudflare:test';
import { expect, test, vi } from 'vitest';
import { UNDO_MS } from '../../../src/shared/limits.ts';
import { historyDelivery } from '../../../src/worker/location/deliveries/payloads.ts';
import { SqliteStorage } from '../../../src/worker/location/store/sqlite-storage.ts';
import { act, changeSettings } from '../../worker/support/commands.ts';
import {
  delivered,
  holdProvider,
  interceptBatches,
  pending,
  withTheText,
} from '../../worker/support/deliveries.ts';
import {
  alarmUntil,
  granted,
  joinAs,
  moveClock,
  openLocation,
  stopClock,
  texted,
  textsSent,
  until,
  type Location,
} from '../../worker/support/queue-factories.ts';

/** Adds a guest with a phone number to the line, and admits the guest. */
async function admitted(location: Location): Promise<{ id: string }> {
  const { customer } = await joinAs(location, texted);
  granted(await act(location(), { id: customer.id }, { kind: 'admit' }));
  return customer;
}

async function messageOf(location: Location): Promise<unknown> {
  return granted(await location().view()).view.admittedCustomers[0]?.message;
}

test('the provider is not called before the attempt is stored', async () => {
  stopClock();
  const location = await openLocation();
  const provider = await holdProvider(location);
  const { promise: disk, resolve: written } = Promise.withResolvers<void>();
  const { customer } = await joinAs(location, texted);
  const sync = await runInDurableObject(location(), (_, { storage }) =>
    vi.spyOn(storage, 'sync').mockImplementation(() => disk),
  );
  granted(await act(location(), { id: customer.id }, { kind: 'admit' }));
  await alarmUntil(location, async () => sync.mock.calls.length === 1);
  expect(await messageOf(location)).toEqual({ status: 'sending' });
  expect(provider.begun()).toBe(0);
  written();
  await until(() => provider.begun() === 1);
  provider.letGo();
  await delivered(location);
  expect(await messageOf(location)).toEqual({ status: 'sent' });
});

test('an object that dies between the disk and the provider’s answer asks first, and sends once more what never came', async () => {
  stopClock();
  const location = await openLocation();
  await admitted(location);
  await withTheText(location, (handler, text) => handler.begin(text));
  await delivered(location);
  expect([await messageOf(location), await textsSent()]).toEqual([{ status: 'unknown' }, []]);
  expect(granted(await location().view()).view.smsCredits).toBe(299);
  for (const byMs of [5_000, 54_999]) {
    moveClock(byMs);
    await delivered(location);
    expect([await messageOf(location), await textsSent()]).toEqual([{ status: 'unknown' }, []]);
  }
  moveClock(1);
  await delivered(location);
  expect([await messageOf(location), (await textsSent()).length]).toEqual([{ status: 'sent' }, 1]);
  expect(granted(await location().view()).view.smsCredits).toBe(299);
});

test('an object that dies after the provider took the text finds it there, and sends no other', async () => {
  stopClock();
  const location = await openLocation();
  await admitted(location);
  await withTheText(location, async (handler, text) => {
    await handler.begin(text);
    await handler.send(text);
  });
  await delivered(location);
  expect(await messageOf(location)).toEqual({ status: 'unknown' });
  moveClock(5_000);
  await delivered(location);
  expect([await messageOf(location), (await textsSent()).length]).toEqual([{ status: 'sent' }, 1]);
});

test('behind a backlog of history that the database does not take a text leaves at once', async () => {
  stopClock();
  const location = await openLocation();
  const { customer } = await joinAs(location);
  const stuck = Promise.withResolvers<void>();
  const writing = await interceptBatches(location, 'visit_history', () => stuck.promise);
  await runInDurableObject(location(), (_, { id, storage }) => {
    const queue = new SqliteStorage(id.toString(), storage);
    const [visit, here] = [queue.visits.byId(customer.id), queue.location()];
    if (!visit || !here) throw new Error('nobody joined');
    for (let n = 0; n < 60; n += 1) {
      const at = Date.now() - 60 + n;
      queue.deliveries.enqueue({ ...historyDelivery('location', here, visit, at), id: `history-${n}` }, at);
    }
  });
  granted(await act(location(), { id: customer.id }, { kind: 'remove' }));
  await alarmUntil(location, async () => writing.asked() === 1);
  await admitted(location);
  await alarmUntil(location, async () => (await textsSent()).length === 1);
  // The rows of the batch are still due, but the text did not wait for them.
  const due = (await pending(location)).filter(({ due_at }) => due_at <= Date.now());
  expect([due.length, writing.asked()]).toEqual([62, 1]);
  writing.restore();
  stuck.reject(new Error('gone'));
});

test('a text that is due takes none along that waits for its time', async () => {
  stopClock();
  const location = await openLocation();
  granted(await changeSettings(location(), { undo: true }));
  await admitted(location);
  moveClock(1);
  await admitted(location);
  // The time for undo is over for the first text, but not for the second text.
  moveClock(UNDO_MS - 1);
  await delivered(location);
  const texts = granted(await location().view()).view.admittedCustomers.map(({ message }) => message?.status);
  expect([texts, (await textsSent()).length]).toEqual([['queued', 'sent'], 1]);
  moveClock(1);
  await delivered(location);
  expect(await textsSent()).toHaveLength(2);
});

test('who is called again with 20 s left is asked to come now', async () => {
  stopClock();
  const location = await openLocation();
  const { id } = await admitted(location);
  await delivered(location);
  moveClock(280_000);
  granted(await act(location(), { id }, { kind: 'call-again' }));
  await delivered(location);
  expect((await textsSent()).map(({ body }) => String(body))).toEqual([
    expect.stringContaining("Blue Door Café via Holdline: it's your turn. Come within 5 min. http"),
    expect.stringContaining("Blue Door Café via Holdline: it's your turn. Please come now. http"),
  ]);
});

test('of a hold of 90 s a text promises one minute', async () => {
  stopClock();
  const location = await openLocation();
  granted(await changeSettings(location(), { holdMs: 90_000 }));
  await admitted(location);
  await delivered(location);
  expect((await textsSent()).map(({ body }) => String(body))).toEqual([
    expect.stringContaining("it's your turn. Come within 1 min. http"),
  ]);
});

test('a text that leaves later than it was due names what is left', async () => {
  stopClock();
  const location = await openLocation();
  await admitted(location);
  await withTheText(location, async (handler, text) => {
    await handler.begin(text);
    await handler.postpone(text, Date.now() + 120_000, 'queued');
  });
  moveClock(119_999);
  await delivered(location);
  expect(await textsSent()).toEqual([]);
  moveClock(1);
  await delivered(location);
  expect((await textsSent()).map(({ body }) => String(body))).toEqual([
    expect.stringContaining("it's your turn. Come within 3 min. http"),
  ]);
});
