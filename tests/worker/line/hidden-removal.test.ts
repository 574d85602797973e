/** The guest does not see a removal that can still be undone, neither in messages nor in answers. */
import { expect, test } from 'vitest';
import { call, read } from '../support/factories.ts';
import { acted, joinNamed, leave, statusOf, aCarefulPlace } from '../support/owner-calls.ts';
import { moveClock, texted } from '../support/queue-factories.ts';
import { guestPage, shownTo } from '../support/sockets.ts';

test('such a guest may leave, and to repeat it is harmless, also when the time for the undo is over', async () => {
  const place = await aCarefulPlace();
  const ada = await joinNamed(place, 'Ada');
  await acted(place, ada, 'remove');
  const done = { status: 200, body: { success: true } };
  expect(await leave(place, ada)).toEqual(done);
  // The guest repeats the call, as after a lost answer.
  expect(await leave(place, ada)).toEqual(done);
  moveClock(10_000);
  expect(await leave(place, ada)).toEqual(done);
});

test('such a guest may still change the way to wait, and keeps it when the removal is undone', async () => {
  const place = await aCarefulPlace();
  const ada = await joinNamed(place, 'Ada');
  await acted(place, ada, 'remove');
  const path = `/auth/business/${place.owner.business.username}/queue/token/${ada.queueToken}`;
  expect(await read(await call('PATCH', path, { body: texted }))).toMatchObject({
    status: 200,
    body: { status: 'waiting', position: 1, customer: texted },
  });
  expect(await statusOf(place, ada)).toMatchObject({ status: 'waiting', customer: texted });
  expect(await acted(place, ada, 'undo')).toMatchObject({ status: 'waiting', ...texted });
});

test('the open page of such a guest follows the line as its status does', async () => {
  const place = await aCarefulPlace();
  const [ada, budi] = [await joinNamed(place, 'Ada'), await joinNamed(place, 'Budi')];
  const page = await guestPage(place, budi);
  await acted(place, budi, 'remove');
  await leave(place, ada);
  expect(await statusOf(place, budi)).toMatchObject({ status: 'waiting', position: 1 });
  expect((await shownTo(page)).at(-1)).toMatchObject({ position: 1 });
});
