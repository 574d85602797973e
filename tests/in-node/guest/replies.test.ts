/** What a guest replies from the page, by the call, and who hears of it. */
import { expect, test } from 'vitest';
import type { JoinAnswer } from '../../../src/shared/contracts/guest.ts';
import { call, read } from '../../worker/support/factories.ts';
import {
  acted,
  anOwnersLocation,
  invalid,
  joinNamed,
  leave,
  lineOf,
  refused,
  setUp,
  statusOf,
  viewOf,
  walkedIn,
  type Answer,
  type OwnedLocation,
} from '../../worker/support/owner-calls.ts';
import { holdMs, moveClock, stopClock } from '../../worker/support/queue-factories.ts';

const onMyWay = { reply: 'on_my_way' };
const moreTime = (position: number) => ({ reply: 'more_time', position });

async function reply({ owner }: OwnedLocation, { queueToken }: JoinAnswer, body: unknown): Promise<Answer> {
  const path = `/auth/business/${owner.business.username}/queue/token/${queueToken}/reply`;
  return read(await call('POST', path, { body }));
}

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
