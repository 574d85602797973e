/** A guest repeats a stored choice. The repetition makes no event and no message. */
import { runInDurableObject } from 'cloudflare:test';
import { expect, test } from 'vitest';
import { call } from '../support/factories.ts';
import { anOwnersLocation, joinNamed, objectOf, type OwnedLocation } from '../support/owner-calls.ts';
import { texted } from '../support/queue-factories.ts';
import { guestPage, ownerPage, toldGuest, toldOwner } from '../support/sockets.ts';

function eventsOf(place: OwnedLocation) {
  return runInDurableObject(objectOf(place)(), (_, { storage }) =>
    storage.sql.exec('SELECT visit_id, kind, at, position, actor, reason FROM event ORDER BY n').toArray(),
  );
}

test('the choice a guest has made already is granted again, without an event and without a word to anybody', async () => {
  const place = await anOwnersLocation();
  const ada = await joinNamed(place, 'Ada');
  const path = `/auth/business/${place.owner.business.username}/queue/token/${ada.queueToken}`;
  expect((await call('PATCH', path, { body: texted })).status).toBe(200);
  const [guest, owner] = [await guestPage(place, ada), await ownerPage(place)];
  const again = await call('PATCH', path, { body: texted });
  expect([again.status, await again.json()]).toMatchObject([200, { customer: texted, position: 1 }]);
  expect((await eventsOf(place)).map(({ kind }) => kind)).toEqual(['joined', 'preference_changed']);
  expect([await toldGuest(guest), await toldOwner(owner)]).toEqual([[], []]);
});
