import { expect, test } from 'vitest';
import { delivered } from '../support/deliveries.ts';
import { read } from '../support/factories.ts';
import { acted, anOwnersLocation, join, joinNamed, objectOf, statusOf } from '../support/owner-calls.ts';
import { stopClock, texted, textsSent } from '../support/queue-factories.ts';
import { guestPage, toldGuest } from '../support/sockets.ts';
import { success, deleteAccount } from '../support/security-calls.ts';

test('guests are told at once, pending texts of their turns are withdrawn, and their data is gone', async () => {
  stopClock();
  const place = await anOwnersLocation();
  const [ada, budi] = [await join(place, texted), await joinNamed(place, 'Budi')];
  const page = await guestPage(place, budi);
  await acted(place, ada, 'admit');
  expect(await read(await deleteAccount(place.owner))).toEqual(success);
  expect((await toldGuest(page)).at(-1)).toMatchObject({ removed: true, status: 'removed' });
  await delivered(objectOf(place));
  expect(await textsSent()).not.toContainEqual(expect.objectContaining({ recipient: texted.phoneNumber }));
  expect(await statusOf(place, budi)).toMatchObject({ status: 'removed', customer: { firstName: '' } });
});
