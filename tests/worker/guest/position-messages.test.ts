/**
 * Messages to open pages after a change of the line. A page gets one small message if its guest's place may have
 * changed, and no message if the place cannot have changed.
 */
import { evictDurableObject } from 'cloudflare:test';
import { expect, test } from 'vitest';
import type { JoinAnswer } from '../../../src/shared/contracts/guest.ts';
import {
  acted,
  anOwnersLocation,
  joinNamed,
  leave,
  objectOf,
  setUp,
  statusOf,
  walkedIn,
  type OwnedLocation,
} from '../support/owner-calls.ts';
import { stopClock } from '../support/queue-factories.ts';
import { guestPage, shownTo, toldGuest, type Page } from '../support/sockets.ts';

/** The length of the longest message, in bytes of UTF-8. */
const MESSAGE_BYTES_MAX = 100;

type Guest = { name: string; joined: JoinAnswer; page: Page };

/** Adds guests with these names to the line, and opens a page for each guest. */
async function watching(place: OwnedLocation, ...names: string[]): Promise<Guest[]> {
  const guests: { name: string; joined: JoinAnswer }[] = [];
  for (const name of names) guests.push({ name, joined: await joinNamed(place, name) });
  return Promise.all(guests.map(async (guest) => ({ ...guest, page: await guestPage(place, guest.joined) })));
}

function named(guests: Guest[], wanted: string): Guest {
  const guest = guests.find(({ name }) => name === wanted);
  if (guest === undefined) throw new Error(`nobody is called ${wanted}`);
  return guest;
}

/**
 * For each page, all messages except the first message. Each entry gives the type of the message, and the place that
 * the page shows after this message.
 */
async function heard(guests: Guest[]): Promise<Record<string, string[]>> {
  const lists = await Promise.all(
    guests.map(async ({ name, page }) => [
      name,
      (await shownTo(page)).map(({ told, position }) => `${told} ${position}`),
    ]),
  );
  return Object.fromEntries(lists);
}

test('after an admit each other waiting page gets one small message, the admitted one its whole state', async () => {
  const now = stopClock();
  const place = await anOwnersLocation();
  const guests = await watching(place, 'Ada', 'Budi', 'Cleo', 'Dewi');
  await acted(place, named(guests, 'Budi').joined, 'admit');
  expect(await heard(guests)).toEqual({
    Ada: ['moved 1'],
    Budi: ['status 0'],
    Cleo: ['moved 2'],
    Dewi: ['moved 3'],
  });
  expect(await toldGuest(named(guests, 'Dewi').page)).toEqual([
    { type: 'moved', to: [expect.any(Number), 3, 10, 5, 20, 0, now], fixed: true },
  ]);
  for (const { name, page } of guests.filter(({ name }) => name !== 'Budi')) {
    const [, text = ''] = await page.settled();
    expect(new TextEncoder().encode(text).byteLength, name).toBeLessThanOrEqual(MESSAGE_BYTES_MAX);
  }
});

test('after a message a page shows what a status says at that moment', async () => {
  stopClock();
  const place = await anOwnersLocation();
  const guests = await watching(place, 'Ada', 'Budi', 'Cleo');
  await acted(place, named(guests, 'Ada').joined, 'admit');
  for (const { joined, page } of guests.slice(1)) {
    const [shown] = await shownTo(page);
    const { message: _, ...status } = await statusOf(place, joined);
    expect(shown).toMatchObject(status);
  }
});

test.each([
  ['Dewi', 2, { Ada: [], Budi: ['moved 3'], Cleo: ['moved 4'], Dewi: ['status 2'], Eka: ['moved 5'] }],
  ['Budi', 4, { Ada: [], Budi: ['status 4'], Cleo: ['moved 2'], Dewi: ['moved 3'], Eka: ['moved 5'] }],
  [
    'Eka',
    1,
    { Ada: ['moved 2'], Budi: ['moved 3'], Cleo: ['moved 4'], Dewi: ['moved 5'], Eka: ['status 1'] },
  ],
  ['Eka', 5, { Ada: [], Budi: [], Cleo: [], Dewi: [], Eka: [] }],
])(
  'a move of %s to place %i tells those at or behind the lower of the two places',
  async (who, position, told) => {
    const place = await anOwnersLocation();
    const guests = await watching(place, 'Ada', 'Budi', 'Cleo', 'Dewi', 'Eka');
    await acted(place, named(guests, who).joined, 'move', { position });
    expect(await heard(guests)).toEqual(told);
  },
);

test('guests ahead of a change hear of it only if their offer to let others go first changes', async () => {
  stopClock();
  const place = await anOwnersLocation();
  const guests = await watching(place, 'Ada', 'Budi', 'Cleo', 'Dewi');
  await leave(place, named(guests, 'Cleo').joined);
  await acted(place, named(guests, 'Dewi').joined, 'remove');
  await walkedIn(place, { firstName: 'Eka' });
  await walkedIn(place, { firstName: 'Fajar' });
  expect(await heard(guests)).toEqual({
    Ada: [],
    Budi: ['moved 2', 'moved 2'],
    Cleo: ['status 0'],
    // While the removal of Dewi can be undone, the messages to Dewi's page do not show the removal: Dewi keeps the
    // place 3.
    Dewi: ['moved 3', 'status 3', 'moved 3', 'moved 3'],
  });
  const offers = (await shownTo(named(guests, 'Budi').page)).map(({ moreTime }) => moreTime);
  expect(offers).toEqual([undefined, { places: 1, position: 3 }]);
});

test('a skip and a move within the line tell nobody ahead of both places', async () => {
  const place = await anOwnersLocation();
  const guests = await watching(place, 'Ada', 'Budi', 'Cleo');
  await acted(place, named(guests, 'Budi').joined, 'skip');
  expect(await heard(guests)).toEqual({ Ada: [], Budi: ['status 3'], Cleo: ['moved 2'] });
});

test('a put-back tells the whole line', async () => {
  const place = await anOwnersLocation();
  const guests = await watching(place, 'Ada', 'Budi', 'Cleo');
  await acted(place, named(guests, 'Cleo').joined, 'admit');
  await acted(place, named(guests, 'Cleo').joined, 'put-back');
  expect(await heard(guests)).toEqual({
    Ada: ['moved 1', 'moved 2'],
    Budi: ['moved 2', 'moved 3'],
    Cleo: ['status 0', 'status 1'],
  });
});

test('an undone admission tells guests ahead, too, because its effect on the estimate is undone', async () => {
  stopClock();
  const place = await anOwnersLocation();
  await setUp(place, { undo: true });
  const guests = await watching(place, 'Ada', 'Budi', 'Cleo');
  await acted(place, named(guests, 'Budi').joined, 'admit');
  await acted(place, named(guests, 'Budi').joined, 'undo');
  expect(await heard(guests)).toEqual({
    Ada: ['moved 1', 'moved 1'],
    Budi: ['status 0', 'status 2'],
    Cleo: ['moved 2', 'moved 3'],
  });
});

test('pages of an object that hibernates are told all the same, each its place', async () => {
  const place = await anOwnersLocation();
  const guests = await watching(place, 'Ada', 'Budi', 'Cleo');
  await heard(guests);
  await evictDurableObject(objectOf(place)());
  await acted(place, named(guests, 'Ada').joined, 'admit');
  await evictDurableObject(objectOf(place)());
  await acted(place, named(guests, 'Cleo').joined, 'move', { position: 1 });
  expect(await heard(guests)).toEqual({
    Ada: ['status 0'],
    Budi: ['moved 1', 'moved 2'],
    Cleo: ['moved 2', 'status 1'],
  });
});

test('all pages of one guest are told', async () => {
  const place = await anOwnersLocation();
  const [ada, budi] = [await joinNamed(place, 'Ada'), await joinNamed(place, 'Budi')];
  const pages = [await guestPage(place, budi), await guestPage(place, budi)];
  await acted(place, ada, 'admit');
  for (const page of pages) expect(await shownTo(page)).toMatchObject([{ told: 'moved', position: 1 }]);
});

test('a page of an earlier release gets its place alone, in the message that it can read', async () => {
  const now = stopClock();
  const place = await anOwnersLocation();
  const ada = await joinNamed(place, 'Ada');
  const page = await guestPage(place, await joinNamed(place, 'Budi'), '');
  await acted(place, ada, 'admit');
  expect(await toldGuest(page)).toEqual([
    {
      type: 'place',
      position: 1,
      ahead: 0,
      estimatedWaitMinutes: 0,
      estimate: { low: 0, high: 0, method: 'fixed' },
      message: 'You are #1 in line',
      serverNow: new Date(now).toISOString(),
    },
  ]);
});

test('the longest message about a place is within its bound', async () => {
  const place = await anOwnersLocation({
    baseCustomerCredits: 5_000,
    emailVerifiedAt: 1,
    name: 'ß'.repeat(100),
  });
  const guests: JoinAnswer[] = [];
  for (let n = 0; n < 102; n += 1) guests.push(await joinNamed(place, 'ß'.repeat(80)));
  // The last guest in line gets no offer of more time, so the test uses the last guest but one.
  const [first, last] = [guests.at(0), guests.at(-2)];
  if (first === undefined || last === undefined) throw new Error('nobody joined');
  const page = await guestPage(place, last);
  await acted(place, first, 'admit');
  const [, text = ''] = await page.settled();
  expect(JSON.parse(text)).toMatchObject({
    type: 'moved',
    to: [expect.any(Number), 100, 495, 247, 990, 1, expect.any(Number)],
  });
  expect(new TextEncoder().encode(text).byteLength).toBeLessThanOrEqual(MESSAGE_BYTES_MAX);
});
