/** A guest's replies from the page: their effects, and the messages to other pages. */
import { evictDurableObject } from 'cloudflare:test';
import { expect, test } from 'vitest';
import type { JoinAnswer } from '../../../src/shared/contracts/guest.ts';
import { call, read } from '../support/factories.ts';
import {
  acted,
  anOwnersLocation,
  asStaffSees,
  invalid,
  joinNamed,
  leave,
  lineOf,
  objectOf,
  refused,
  setUp,
  statusOf,
  viewOf,
  walkedIn,
  type Answer,
  type OwnedLocation,
} from '../support/owner-calls.ts';
import { holdMs, moveClock, stopClock } from '../support/queue-factories.ts';
import { guestPage, ownerPage, shownTo, toldGuest, toldOwner } from '../support/sockets.ts';

const onMyWay = { reply: 'on_my_way' };
const moreTime = (position: number) => ({ reply: 'more_time', position });

async function reply({ owner }: OwnedLocation, { queueToken }: JoinAnswer, body: unknown): Promise<Answer> {
  const path = `/auth/business/${owner.business.username}/queue/token/${queueToken}/reply`;
  return read(await call('POST', path, { body }));
}

test('a guest who is on the way says so once: both sides see when, and the place stays', async () => {
  const now = stopClock();
  const place = await anOwnersLocation();
  await joinNamed(place, 'Ada');
  const budi = await joinNamed(place, 'Budi');
  const [page, board] = [await guestPage(place, budi), await ownerPage(place)];
  const answer = await reply(place, budi, onMyWay);
  const status = await statusOf(place, budi);
  expect(answer).toEqual({ status: 200, body: status });
  const onMyWayAt = new Date(now).toISOString();
  expect(status).toMatchObject({ position: 2, customer: { onMyWayAt } });
  expect(await toldGuest(page)).toMatchObject([{ type: 'status', ...status }]);
  expect(await toldOwner(board)).toMatchObject([
    { type: 'change', updated: [{ ...asStaffSees(budi), onMyWayAt }] },
  ]);

  moveClock(1_000);
  expect(await reply(place, budi, onMyWay)).toMatchObject({ status: 200, body: { customer: { onMyWayAt } } });
  expect(await toldOwner(board)).toHaveLength(1);
  await evictDurableObject(objectOf(place)());
  expect(await statusOf(place, budi)).toMatchObject({ customer: { onMyWayAt } });
});

test('five more minutes let the next go first, for the place that was shown; for that place again, for another one never', async () => {
  stopClock();
  const place = await anOwnersLocation();
  const ada = await joinNamed(place, 'Ada');
  await joinNamed(place, 'Budi');
  await joinNamed(place, 'Cleo');
  expect((await statusOf(place, ada)).moreTime).toEqual({ places: 1, position: 2 });
  const [page, board] = [await guestPage(place, ada), await ownerPage(place)];
  const given = await reply(place, ada, moreTime(2));
  expect(given).toMatchObject({
    status: 200,
    body: { position: 2, customer: { moreTimeAt: new Date().toISOString() } },
  });
  // The page repeats the request, as it does when the answer was lost.
  expect(await reply(place, ada, moreTime(2))).toEqual(given);
  expect([await toldGuest(page), await toldOwner(board)]).toMatchObject([[{ position: 2 }], [{}]]);
  expect(await lineOf(place)).toEqual(['Budi', 'Ada', 'Cleo']);
  expect(await statusOf(place, ada)).not.toHaveProperty('moreTime');
  expect(await reply(place, ada, moreTime(3))).toEqual(refused('more_time_used'));
  await evictDurableObject(objectOf(place)());
  expect(await reply(place, ada, moreTime(3))).toEqual(refused('more_time_used'));
});

test('the last in line is offered nothing until somebody joins behind, and both are told over the socket', async () => {
  const place = await anOwnersLocation();
  const ada = await joinNamed(place, 'Ada');
  const page = await guestPage(place, ada);
  expect(await statusOf(place, ada)).not.toHaveProperty('moreTime');
  expect(await reply(place, ada, moreTime(2))).toEqual(refused('already_last'));
  const budi = await joinNamed(place, 'Budi');
  await leave(place, budi);
  const told = (await shownTo(page)).map(({ told: type, moreTime: offer }) => [type, offer]);
  expect(told).toEqual([
    ['moved', { places: 1, position: 2 }],
    ['moved', undefined],
  ]);
});

test('a guest who used more time is not offered it in messages either, also after hibernation', async () => {
  const place = await anOwnersLocation();
  const ada = await joinNamed(place, 'Ada');
  const budi = await joinNamed(place, 'Budi');
  await joinNamed(place, 'Cleo');
  await reply(place, budi, moreTime(3));
  const page = await guestPage(place, budi);
  await joinNamed(place, 'Dewi');
  await evictDurableObject(objectOf(place)());
  await acted(place, ada, 'admit');
  const shown = await shownTo(page);
  expect(shown.map(({ told, position, moreTime: offer }) => [told, position, offer])).toEqual([
    ['moved', 3, undefined],
    ['moved', 2, undefined],
  ]);
});

test('a guest who would stand further back than agreed is asked again, and nothing has changed', async () => {
  const place = await anOwnersLocation();
  await joinNamed(place, 'Ada');
  const budi = await joinNamed(place, 'Budi');
  await joinNamed(place, 'Cleo');
  const { moreTime: shown } = await statusOf(place, budi);
  expect(shown).toEqual({ places: 1, position: 3 });
  await walkedIn(place, { firstName: 'Dewi' });
  await acted(place, budi, 'move', { position: 3 });
  const before = await viewOf(place);
  expect(await reply(place, budi, moreTime(3))).toEqual(refused('line_moved'));
  expect(await viewOf(place)).toEqual(before);
});

test('an admitted guest gives the turn back behind the next; the hold ends, and the credit stays spent', async () => {
  stopClock();
  const place = await anOwnersLocation();
  await setUp(place, { undo: true });
  const ada = await joinNamed(place, 'Ada');
  await joinNamed(place, 'Budi');
  await joinNamed(place, 'Cleo');
  await acted(place, ada, 'admit');
  const { customerCredits } = await viewOf(place);
  const [page, board] = [await guestPage(place, ada), await ownerPage(place)];
  expect((await statusOf(place, ada)).moreTime).toEqual({ places: 1, position: 2 });
  expect(await reply(place, ada, moreTime(2))).toMatchObject({ status: 200, body: { status: 'waiting' } });
  expect(await toldGuest(page)).toMatchObject([{ type: 'status', status: 'waiting', position: 2 }]);
  expect(await toldOwner(board)).toMatchObject([
    {
      updated: [
        { id: ada.customer.id, status: 'waiting', position: 2, moreTimeAt: new Date().toISOString() },
      ],
    },
  ]);
  const view = await viewOf(place);
  expect(view).toMatchObject({ customerCredits, admittedCustomers: [] });
  expect(view.queue.map(({ firstName }) => firstName)).toEqual(['Budi', 'Ada', 'Cleo']);
  expect(view.queue[1]).not.toHaveProperty('holdEndsAt');
});

test('a reply comes too late when the hold is over, the party is here or the place was given up', async () => {
  stopClock();
  const place = await anOwnersLocation();
  const ada = await joinNamed(place, 'Ada');
  const budi = await joinNamed(place, 'Budi');
  const cleo = await joinNamed(place, 'Cleo');
  await acted(place, ada, 'admit');
  await acted(place, budi, 'admit');
  await acted(place, budi, 'arrived');
  await leave(place, cleo);
  moveClock(holdMs);
  for (const said of [onMyWay, moreTime(1)]) {
    expect(await reply(place, ada, said)).toEqual(refused('hold_over'));
    expect(await reply(place, budi, said)).toEqual(refused('already_settled'));
    expect(await reply(place, cleo, said)).toEqual(refused('not_waiting'));
  }
});

test('a guest who does not know of the removal yet takes more time like anybody, and an undo leads there', async () => {
  stopClock();
  const place = await anOwnersLocation();
  await setUp(place, { undo: true });
  const ada = await joinNamed(place, 'Ada');
  await joinNamed(place, 'Budi');
  await joinNamed(place, 'Cleo');
  await acted(place, ada, 'remove');
  expect((await statusOf(place, ada)).moreTime).toEqual({ places: 1, position: 2 });
  expect(await reply(place, ada, moreTime(2))).toMatchObject({ body: { status: 'waiting', position: 2 } });
  await acted(place, ada, 'undo');
  expect(await lineOf(place)).toEqual(['Budi', 'Ada', 'Cleo']);
});

test.each([
  [{}, 'reply'],
  [{ reply: 'soon' }, 'reply'],
  [{ reply: 'more_time' }, 'position'],
  [{ reply: 'more_time', position: 0 }, 'position'],
  [{ reply: 'more_time', position: 1.5 }, 'position'],
])('the body %o is no reply', async (body, field) => {
  const place = await anOwnersLocation();
  const ada = await joinNamed(place, 'Ada');
  expect(await reply(place, ada, body)).toEqual(invalid({ [field]: ['Please check what you entered.'] }));
});

test('nobody replies without the token', async () => {
  const place = await anOwnersLocation();
  const ada = await joinNamed(place, 'Ada');
  const [id] = ada.queueToken.split('.');
  for (const queueToken of ['nonsense', `${id}.${'A'.repeat(43)}`, `${id}.${'A'.repeat(22)}0`])
    expect(await reply(place, { ...ada, queueToken }, onMyWay)).toEqual(refused('not_found'));
});
