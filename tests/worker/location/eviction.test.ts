/** After an eviction of the object, confirmed changes are still stored, and due work is done. */
import { evictDurableObject, runInDurableObject } from 'cloudflare:test';
import { expect, test } from 'vitest';
import { act } from '../support/commands.ts';
import {
  alarmUntil,
  granted,
  historyRows,
  holdMs,
  joinAs,
  moveClock,
  openLocation,
  stopClock,
  texted,
  textsSent,
} from '../support/queue-factories.ts';

test('a retried join returns the first answer, also after an eviction', async () => {
  const location = await openLocation();
  const first = await joinAs(location, {}, 'key-0123456789abcdef');
  await evictDurableObject(location());
  const again = await joinAs(location, {}, 'key-0123456789abcdef');
  expect(again).toEqual(first);
  expect(granted(await location().view()).view).toMatchObject({
    customerCredits: 299,
    queue: [{ position: 1 }],
  });
});

test('a hold ends although the object was evicted in between', async () => {
  stopClock();
  const location = await openLocation();
  const { customer, claim } = await joinAs(location);
  granted(await act(location(), { id: customer.id }, { kind: 'admit' }));
  await evictDurableObject(location());
  moveClock(holdMs);
  await alarmUntil(location, async () => granted(await location().status(claim)).answer.holdExpired);
});

test('an eviction between the commit and the delivery loses neither text nor history', async () => {
  const now = stopClock();
  const location = await openLocation();
  const { customer } = await joinAs(location, texted);
  // The following code makes the state immediately after the commit: the deliveries are stored, but are not sent.
  await runInDurableObject(location(), async (queue, state) => {
    const admitted = act(queue, { id: customer.id }, { kind: 'admit' });
    state.storage.sql.exec('UPDATE delivery SET due_at = due_at + 3600000');
    await admitted;
    await state.storage.deleteAlarm();
  });
  expect([await textsSent(), await historyRows()]).toEqual([[], []]);
  await runInDurableObject(
    location(),
    (_, state) => void state.storage.sql.exec('UPDATE delivery SET due_at = ?', now),
  );
  await evictDurableObject(location());
  await alarmUntil(
    location,
    async () => (await historyRows()).length === 1 && (await textsSent()).length === 1,
  );
});
