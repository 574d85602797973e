/** Messages to open pages about an admit or a removal that can be undone, and about the undo. */
import { runDurableObjectAlarm } from 'cloudflare:test';
import { expect, test } from 'vitest';
import { call, party } from '../support/factories.ts';
import { acted, joinNamed, leave, objectOf, statusOf, aCarefulPlace } from '../support/owner-calls.ts';
import { alarmUntil, moveClock } from '../support/queue-factories.ts';
import { guestPage, ownerPage, shownTo, toldGuest, toldOwner } from '../support/sockets.ts';

const UNDO_MS = 10_000;

test('a removed guest sees the place in line until the undo ends, then is told without asking', async () => {
  const place = await aCarefulPlace();
  await joinNamed(place, 'Ada');
  const budi = await joinNamed(place, 'Budi');
  const cleo = await joinNamed(place, 'Cleo');
  const page = await guestPage(place, budi);
  const before = await statusOf(place, budi);
  await acted(place, budi, 'remove');
  expect(await statusOf(place, budi)).toEqual(before);
  expect(await statusOf(place, cleo)).toMatchObject({ position: 2 });
  for (const message of await toldGuest(page)) expect(message).toMatchObject({ type: 'status', ...before });
  moveClock(UNDO_MS - 1);
  expect(await statusOf(place, budi)).toMatchObject({ removed: false, status: 'waiting', position: 2 });
  moveClock(1);
  await alarmUntil(objectOf(place), async () => (await toldGuest(page)).at(-1)?.type === 'status');
  await alarmUntil(objectOf(place), async () =>
    JSON.stringify(await toldGuest(page)).includes('"removed":true'),
  );
  expect((await toldGuest(page)).at(-1)).toMatchObject({
    type: 'status',
    removed: true,
    status: 'removed',
    position: 0,
  });
});

test('a removed guest who reloads, or joins again from the same browser, still finds the place in line', async () => {
  const place = await aCarefulPlace();
  const { owner, location } = place;
  await joinNamed(place, 'Ada');
  const budi = await joinNamed(place, 'Budi');
  await acted(place, budi, 'remove');
  const page = await guestPage(place, budi);
  expect(await page.next(1)).toMatchObject({ type: 'status', status: 'waiting', position: 2 });
  const again = await call('POST', `/auth/business/${owner.business.username}/queue`, {
    body: { address: location.address, locationId: location.id, ...party() },
    headers: { Cookie: `holdline_visit=${budi.queueToken}` },
  });
  expect([again.status, await again.json()]).toEqual([200, budi]);
});

test('each of several removed guests sees the own place, and all are told when their time is over', async () => {
  const place = await aCarefulPlace();
  const [ada, budi, cleo] = [
    await joinNamed(place, 'Ada'),
    await joinNamed(place, 'Budi'),
    await joinNamed(place, 'Cleo'),
  ];
  const pages = [await guestPage(place, ada), await guestPage(place, budi)];
  await acted(place, ada, 'remove');
  await acted(place, budi, 'remove');
  await acted(place, cleo, 'admit');
  for (const guest of [ada, budi]) expect(await statusOf(place, guest)).toMatchObject({ status: 'waiting' });
  moveClock(UNDO_MS);
  for (const page of pages)
    await alarmUntil(objectOf(place), async () =>
      JSON.stringify(await toldGuest(page)).includes('"removed":true'),
    );
});

test.each(['arrived', 'no-show'] as const)(
  'the page of a guest who is marked %s follows until that cannot be undone, and hears of the undo',
  async (action) => {
    const place = await aCarefulPlace();
    const ada = await joinNamed(place, 'Ada');
    await acted(place, ada, 'admit');
    const page = await guestPage(place, ada);
    const status = action === 'arrived' ? action : 'no_show';
    await acted(place, ada, action);
    expect((await toldGuest(page)).at(-1)).toMatchObject({ type: 'status', status });
    expect(page.closed).toEqual([]);
    await acted(place, ada, 'undo');
    expect((await toldGuest(page)).at(-1)).toMatchObject({ type: 'status', status: 'admitted' });
    await acted(place, ada, action);
    // A second page, opened before the time for undo is over, gets the same messages.
    const second = await guestPage(place, ada);
    expect(await second.next(1)).toMatchObject({ type: 'status', status });
    moveClock(UNDO_MS);
    await alarmUntil(objectOf(place), async () => page.closed.length > 0 && second.closed.length > 0);
    expect([page.closed, second.closed]).toEqual([[4410], [4410]]);
  },
);

test('an undo is told to the owner’s pages and to everybody whose place it changes', async () => {
  const place = await aCarefulPlace();
  const [ada, budi] = [await joinNamed(place, 'Ada'), await joinNamed(place, 'Budi')];
  await acted(place, ada, 'admit');
  const [first, second, owner] = [
    await guestPage(place, ada),
    await guestPage(place, budi),
    await ownerPage(place),
  ];
  await acted(place, ada, 'undo');
  expect((await toldGuest(first)).at(-1)).toMatchObject({ type: 'status', status: 'waiting', position: 1 });
  expect(await shownTo(second)).toMatchObject([{ told: 'moved', position: 2, ahead: 1 }]);
  expect(await toldOwner(owner)).toMatchObject([
    { type: 'change', updated: [{ id: ada.customer.id, status: 'waiting', position: 1 }] },
  ]);
});

test('owners hear every change with a version of its own, also when an offer runs out or is given up', async () => {
  const place = await aCarefulPlace();
  const [ada, budi] = [await joinNamed(place, 'Ada'), await joinNamed(place, 'Budi')];
  const owner = await ownerPage(place);
  const { version: first } = await owner.next(1);
  await acted(place, ada, 'remove');
  moveClock(UNDO_MS);
  await runDurableObjectAlarm(objectOf(place)());
  await acted(place, budi, 'remove');
  await leave(place, budi);
  const versions = (await toldOwner(owner)).map(({ version }) => version - first);
  expect(versions).toEqual(versions.map((_, index) => index + 1));
});
