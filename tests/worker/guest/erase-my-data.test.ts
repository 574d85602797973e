/** A guest's data is erased: by the guest with the token, or by the owner. */
import { runInDurableObject } from 'cloudflare:test';
import { exports } from 'cloudflare:workers';
import { expect, test } from 'vitest';
import { call, origin, read } from '../support/factories.ts';
import {
  acted,
  anOwnersLocation,
  join,
  objectOf,
  refused,
  statusOf,
  viewOf,
  type OwnedLocation,
} from '../support/owner-calls.ts';
import { texted } from '../support/queue-factories.ts';
import { endpoint } from '../support/providers/push-service.ts';
import { newReceiver } from '../../support/push-receiver.ts';
import { ownerPage } from '../support/sockets.ts';

const person = { firstName: 'Zerubabel', lastName: 'Quist', ...texted, phoneNumber: '+62 812 9999 8888' };

const stored = (place: OwnedLocation) =>
  runInDurableObject(objectOf(place)(), (_, { storage }) =>
    JSON.stringify(
      ['visit', 'event', 'delivery', 'text', 'reminder_subscription'].map((table) =>
        storage.sql.exec(`SELECT * FROM ${table}`).toArray(),
      ),
    ),
  );

const tokenPath = ({ owner }: OwnedLocation, token: string) =>
  `/auth/business/${owner.business.username}/queue/token/${token}`;
const visitPath = ({ location }: OwnedLocation, visitId: string) =>
  `/auth/locations/${location.id}/visits/${visitId}`;

test('a guest erases the own data: the visit ends, and only a nameless log is left', async () => {
  const place = await anOwnersLocation();
  const guest = await join(place, person);
  const path = tokenPath(place, guest.queueToken);
  const { keys } = newReceiver(endpoint).subscription;
  expect((await call('PUT', `${path}/reminder`, { body: { endpoint, keys } })).status).toBe(200);
  expect((await call('POST', `${path}/reply`, { body: { reply: 'on_my_way' } })).status).toBe(200);
  await acted(place, guest, 'edit', { note: 'By the window' });
  const staff = await ownerPage(place);
  const erased = await call('DELETE', path);
  expect(erased.headers.getSetCookie()).toHaveLength(2);
  expect(await read(erased)).toEqual({ status: 200, body: { success: true } });
  const rows = await stored(place);
  for (const gone of ['Zerubabel', 'Quist', '9999', 'window', endpoint]) expect(rows).not.toContain(gone);
  expect(rows).toContain('person_erased');
  expect((await viewOf(place)).removedCustomers).toMatchObject([
    { firstName: '', lastName: '', status: 'left' },
  ]);
  const told = (await staff.settled()).slice(1).join(' ');
  expect(told).toContain(guest.customer.id);
  expect(told).not.toContain('Zerubabel');
  expect((await viewOf(place)).customerCredits).toBe(place.location.customerCredits);
  // A repeated call gets the same answer. A token that was never issued is not found.
  expect((await call('DELETE', path)).status).toBe(200);
  expect(await statusOf(place, guest)).toMatchObject({ status: 'left', customer: { firstName: '' } });
  expect(
    await read(await call('DELETE', tokenPath(place, `${place.location.id}.${'A'.repeat(43)}`))),
  ).toEqual(refused('not_found'));
});

test('a guest without a number erases the own data after the visit, without an event that was not', async () => {
  const place = await anOwnersLocation();
  const guest = await join(place, { firstName: 'Zerubabel', lastName: 'Quist' });
  await acted(place, guest, 'admit');
  await acted(place, guest, 'arrived');
  expect((await call('DELETE', tokenPath(place, guest.queueToken))).status).toBe(200);
  const rows = await stored(place);
  expect(rows).not.toContain('Zerubabel');
  expect(rows).not.toContain('person_erased');
  expect(await statusOf(place, guest)).toMatchObject({ status: 'arrived', customer: { firstName: '' } });
});

test('the form of a page without scripts erases, too, and leads to the start', async () => {
  const place = await anOwnersLocation();
  const guest = await join(place, person);
  const response = await exports.default.fetch(`${origin}/queue/${place.owner.business.username}`, {
    method: 'POST',
    body: 'form=erase',
    headers: {
      Cookie: `holdline_visit=${guest.queueToken}`,
      'Content-Type': 'application/x-www-form-urlencoded',
      Origin: origin,
    },
    redirect: 'manual',
  });
  expect([response.status, response.headers.get('Location')?.split('?')[0]]).toEqual([303, '/queue']);
  expect(await stored(place)).not.toContain('Zerubabel');
});

test('the owner erases one guest and nobody else; no undo and no recall brings the guest back', async () => {
  const place = await anOwnersLocation();
  const guest = await join(place, person);
  const other = await join(place, { ...person, firstName: 'Amos', phoneNumber: '+62 812 9999 7777' });
  await acted(place, guest, 'remove');
  const { cookie } = place.owner;
  const path = visitPath(place, guest.customer.id);
  const erased = await call('DELETE', path, { cookie });
  expect(await read(erased)).toMatchObject({
    status: 200,
    // The removal could still be undone, so the erasure ends the visit as if the guest had left.
    body: { success: true, customer: { firstName: '', lastName: '', status: 'left' } },
  });
  expect(await stored(place)).not.toContain('Zerubabel');
  expect(await read(await call('POST', `${path}/undo`, { cookie }))).toEqual(refused('undo_over'));
  expect(await read(await call('POST', `${path}/recall`, { cookie }))).toEqual(refused('recall_over'));
  expect((await viewOf(place)).queue).toMatchObject([{ id: other.customer.id, firstName: 'Amos' }]);
  const nobody = visitPath(place, '00000000-0000-4000-8000-000000000000');
  expect(await read(await call('DELETE', nobody, { cookie }))).toEqual(refused('not_found'));
  expect(await read(await call('DELETE', path))).toEqual(refused('not_logged_in'));
});
