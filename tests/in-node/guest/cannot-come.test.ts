import { expect, test } from 'vitest';
import { call, newOwner, read } from '../../worker/support/factories.ts';
import { customerKey } from '../../../src/shared/contracts/queue-view.ts';
import type { JoinAnswer } from '../../../src/shared/contracts/guest.ts';
import {
  acted,
  anOwnersLocation,
  join,
  leave,
  refused,
  setUp,
  viewOf,
  type OwnedLocation,
} from '../../worker/support/owner-calls.ts';
import { holdMs, moveClock, stopClock } from '../../worker/support/queue-factories.ts';

function say(
  { owner }: OwnedLocation,
  { customer, queueToken }: Pick<JoinAnswer, 'customer' | 'queueToken'>,
  headers: Record<string, string> = {},
): Promise<Response> {
  const key = encodeURIComponent(customerKey(customer));
  const path = `/auth/business/${owner.business.username}/queue/${key}/cannot-come`;
  return call('POST', path, { headers: { Authorization: `Bearer ${queueToken}`, ...headers } });
}

const done = { status: 200, body: { success: true } };

test('the held visit ends as a no-show, the credit stays spent, and saying it again is harmless', async () => {
  const place = await anOwnersLocation();
  const guest = await join(place);
  await acted(place, guest, 'admit');
  const response = await say(place, guest);
  expect(response.headers.getSetCookie().every((cookie) => cookie.includes('Max-Age=0'))).toBe(true);
  expect(await read(response)).toEqual(done);
  const view = await viewOf(place);
  expect(view).toMatchObject({ customerCredits: 299, admittedCustomers: [{ status: 'no_show' }] });
  expect(await read(await say(place, guest))).toEqual(done);
  expect(await viewOf(place)).toEqual(view);
});

test('staff read in the history that it was the guest', async () => {
  const place = await anOwnersLocation();
  const guest = await join(place);
  await acted(place, guest, 'admit');
  await say(place, guest);
  const path = `/auth/locations/${place.location.id}/visits/${guest.customer.id}/history`;
  const { body } = await read(await call('GET', path, { cookie: place.owner.cookie }));
  expect(body).toMatchObject({ events: [{}, {}, { kind: 'no_show', actor: 'guest' }] });
});

test('a guest who was not called, has left, is here, or whose time is over is refused', async () => {
  stopClock();
  const place = await anOwnersLocation();
  const answer = async (guest: JoinAnswer) => read(await say(place, guest));
  const guest = await join(place);
  expect(await answer(guest)).toEqual({
    status: 409,
    body: { error: 'It is not your turn right now.', code: 'not_your_turn' },
  });
  expect(await read(await say(place, guest, { 'Accept-Language': 'id' }))).toMatchObject({
    body: { error: 'Sekarang bukan giliran Anda.' },
  });
  await acted(place, guest, 'admit');
  moveClock(holdMs);
  expect(await answer(guest)).toEqual(refused('hold_over'));
  await acted(place, guest, 'arrived');
  expect(await answer(guest)).toEqual(refused('already_settled'));
  const leaver = await join(place);
  await leave(place, leaver);
  expect(await answer(leaver)).toEqual(refused('not_waiting'));
});

test('a guest whose removal can still be undone seems to wait', async () => {
  const place = await anOwnersLocation();
  await setUp(place, { undo: true });
  const guest = await join(place);
  await acted(place, guest, 'remove');
  expect(await read(await say(place, guest))).toEqual(refused('not_your_turn'));
});

test('only the guest can say so: with the own token, the own key, at this business', async () => {
  const place = await anOwnersLocation();
  const [guest, other] = [await join(place), await join(place)];
  for (const one of [guest, other]) await acted(place, one, 'admit');
  const { customer } = guest;
  const headers = { Authorization: '' };
  expect(await read(await say(place, guest, headers))).toEqual(refused('not_found'));
  expect(await read(await say(place, { customer, queueToken: other.queueToken }))).toEqual(
    refused('not_found'),
  );
  expect(await read(await say({ ...place, owner: await newOwner() }, guest))).toEqual(refused('not_found'));
  expect((await viewOf(place)).admittedCustomers).toMatchObject([
    { status: 'admitted' },
    { status: 'admitted' },
  ]);
});
