/** A failed transaction of the object changes neither the rows nor the object's memory. */
import { runInDurableObject } from 'cloudflare:test';
import { expect, test, vi } from 'vitest';
import type { JoinRequest } from '../../../src/shared/contracts/guest.ts';
import { EventLog } from '../../../src/worker/location/store/event-log.ts';
import { DeliveryRows } from '../../../src/worker/location/store/delivery-rows.ts';
import type { Changes } from '../../../src/shared/queue/decision.ts';
import { withCredits } from '../../../src/shared/queue/state.ts';
import { SqliteStorage } from '../../../src/worker/location/store/sqlite-storage.ts';
import { act, join, type JoinCall } from '../support/commands.ts';
import { aJoin, granted, joinAs, openLocation, texted, username } from '../support/queue-factories.ts';

test('after a transaction that failed the store answers what the rows say', async () => {
  const location = await openLocation();
  const { customer } = await joinAs(location);
  await runInDurableObject(location(), (_, { id, storage }) => {
    const queue = new SqliteStorage(id.toString(), storage);
    const [visit, before] = [queue.visit({ id: customer.id }), queue.location()];
    if (!visit || !before) throw new Error('nobody joined');
    const boom = new Error('the last write failed');
    const changes: Changes = {
      location: { ...withCredits(before, { customerCredits: 7 }), version: before.version + 1 },
      visits: [{ ...visit, firstName: 'Nobody', status: 'left' }],
      ranks: [],
      joined: null,
      text: null,
      erased: [],
    };
    expect(() => {
      queue.commit({ ok: true, visitId: visit.id, changes, events: [], effects: [] }, Date.now(), () => {
        throw boom;
      });
    }).toThrow(boom);
    for (const reader of [queue, new SqliteStorage(id.toString(), storage)]) {
      expect(reader.visit({ id: customer.id })).toEqual(visit);
      expect(reader.location()).toEqual(before);
      expect(reader.line({ serviceId: 'main' }).positionOf(customer.id)).toBe(1);
    }
  });
});

test('a join whose last write failed left nobody in line, and the same guest may join afterwards', async () => {
  const location = await openLocation();
  const before = granted(await location().view()).view;
  await runInDurableObject(location(), async (queue) => {
    vi.spyOn(EventLog.prototype, 'add').mockImplementationOnce(() => {
      throw new Error('the disk is full');
    });
    await expect(join(queue, aCall())).rejects.toThrow('the disk is full');
    expect(queue.view()).toEqual({ ok: true, view: before, guestsLeft: null, directoryRevision: 0 });
  });
  expect(await joinAs(location)).toMatchObject({ position: 1 });
});

test('joins that come together are written together, in the order in which they came', async () => {
  const location = await openLocation();
  await runInDurableObject(location(), async (queue) => {
    const joins = (names: string[]) => names.map((firstName) => join(queue, aCall({ firstName })));
    const inLine = () => granted(queue.view()).view.queue.map(({ firstName }) => firstName);
    const [lone, ...crowd] = joins(['Ana', 'Ben', 'Cleo']);
    await lone;
    expect(inLine()).toEqual(['Ana']);
    await crowd[0];
    expect(inLine()).toEqual(['Ana', 'Ben', 'Cleo']);
    // Three joins arrived together a moment ago. So the object now waits for more joins before it writes the next join.
    const [first, ...later] = joins(['Dina', 'Emil', 'Fay']);
    await first;
    expect(inLine()).toEqual(['Ana', 'Ben', 'Cleo', 'Dina', 'Emil', 'Fay']);
    await Promise.all([...crowd, ...later]);
  });
});

test('one of the joins that come together fails alone', async () => {
  const location = await openLocation();
  await runInDurableObject(location(), async (queue) => {
    vi.spyOn(EventLog.prototype, 'add').mockImplementationOnce(() => {
      throw new Error('the disk is full');
    });
    const [ana, ben] = await Promise.allSettled(
      ['Ana', 'Ben'].map((firstName) => join(queue, aCall({ firstName }))),
    );
    expect(ana).toMatchObject({ status: 'rejected', reason: new Error('the disk is full') });
    expect(ben).toMatchObject({ status: 'fulfilled', value: { ok: true, answer: { position: 1 } } });
    expect(granted(queue.view()).view.queue.map(({ firstName }) => firstName)).toEqual(['Ben']);
  });
});

test('an admit whose text could not be queued admitted nobody and spent nothing', async () => {
  const location = await openLocation();
  const { customer } = await joinAs(location, texted);
  const before = granted(await location().view()).view;
  await runInDurableObject(location(), async (queue) => {
    vi.spyOn(DeliveryRows.prototype, 'enqueue').mockImplementationOnce(() => {
      throw new Error('the disk is full');
    });
    await expect(act(queue, { id: customer.id }, { kind: 'admit' })).rejects.toThrow('the disk is full');
    expect(queue.view()).toEqual({ ok: true, view: before, guestsLeft: null, directoryRevision: 0 });
  });
  const admitted = granted(await act(location(), { id: customer.id }, { kind: 'admit' }));
  expect(admitted.visit).toMatchObject({ status: 'admitted', message: { status: 'queued' } });
});

function aCall(about: Partial<JoinRequest> = {}): JoinCall {
  return {
    username,
    request: aJoin(about),
    idempotencyKey: null,
    sender: null,
    heldSecret: null,
    language: 'en',
  };
}
