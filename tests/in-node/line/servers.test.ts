import { evictDurableObject, runInDurableObject } from 'cloudflare:test';
import { expect, test } from 'vitest';
import { call, read } from '../../worker/support/factories.ts';
import { anOwnersLocation, objectOf, viewOf, type OwnedLocation } from '../../worker/support/owner-calls.ts';
import { stopClock } from '../../worker/support/queue-factories.ts';

async function tell({ owner, location }: OwnedLocation, body: unknown) {
  return read(await call('PUT', `/auth/locations/${location.id}/servers`, { body, cookie: owner.cookie }));
}

const done = { status: 200, body: { success: true } };

test('the number is in the view and in the log with its actor, and survives an eviction', async () => {
  const at = stopClock();
  const place = await anOwnersLocation();
  expect((await viewOf(place)).servers).toBe(undefined);
  expect(await tell(place, { servers: 2 })).toEqual(done);
  expect(await tell(place, { servers: 2 })).toEqual(done);
  await evictDurableObject(objectOf(place)());
  expect((await viewOf(place)).servers).toBe(2);
  expect(await tell(place, { servers: null })).toEqual(done);
  expect((await viewOf(place)).servers).toBe(undefined);
  const events = await runInDurableObject(objectOf(place)(), (_, { storage }) =>
    storage.sql.exec('SELECT visit_id, kind, at, position, actor, reason, servers FROM event').toArray(),
  );
  const event = {
    visit_id: '',
    kind: 'servers_set',
    at,
    position: 0,
    actor: `member:${place.owner.user.id}`,
    reason: null,
  };
  expect(events).toEqual([
    { ...event, servers: 2 },
    { ...event, servers: null },
  ]);
});

test.each([[{ servers: 0 }], [{ servers: 21 }], [{ servers: 1.5 }], [{}]])(
  '%j is refused and changes nothing',
  async (body) => {
    const place = await anOwnersLocation();
    expect(await tell(place, body)).toMatchObject({ status: 400, body: { code: 'invalid_input' } });
    expect((await viewOf(place)).servers).toBe(undefined);
  },
);
