import { evictDurableObject } from 'cloudflare:test';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { guestMessage, staffMessage } from '../../../src/shared/contracts/live.ts';
import { visitView } from '../../../src/shared/contracts/queue-view.ts';
import {
  granted,
  holdMs,
  joinAs,
  moveClock,
  openLocation,
  stopClock,
  alarmUntil,
  until,
  username,
} from '../support/queue-factories.ts';
import { act, close, leave } from '../support/commands.ts';
import { asStaffSees } from '../support/owner-calls.ts';
import { listen, type Page } from '../support/sockets.ts';

const asGuest = ({ claim }: { claim: { secret: string } }) => ({
  'x-username': username,
  'x-visit-secret': claim.secret,
});
const asStaff = (session = 'session-1') => ({ 'x-owner-session': session });

test('a guest first hears the whole state, then each change of the own place', async () => {
  const location = await openLocation();
  const first = await joinAs(location);
  const second = await joinAs(location);
  const page = await listen(location, asGuest(second));
  expect(guestMessage.parse(await page.next(1))).toMatchObject({ type: 'status', position: 2, ahead: 1 });
  granted(await act(location(), { id: first.customer.id }, { kind: 'remove' }));
  expect(guestMessage.parse(await page.next(2))).toMatchObject({ position: 1, ahead: 0 });
  granted(await act(location(), { id: second.customer.id }, { kind: 'admit' }));
  expect(guestMessage.parse(await page.next(3))).toMatchObject({
    admitted: true,
    status: 'admitted',
    position: 0,
  });
});

test('a guest hears nothing of what happens behind', async () => {
  const location = await openLocation();
  const guest = await joinAs(location);
  // When the first party joins behind this guest, this guest gets an offer of more time, which changes the guest's
  // status. So the guest "Next" joins before the page is opened.
  await joinAs(location, { firstName: 'Next' });
  const page = await listen(location, asGuest(guest));
  const behind = await joinAs(location, { firstName: 'Behind' });
  granted(await leave(location(), behind.claim));
  // The answer to the ping comes after all earlier messages.
  page.socket.send('ping');
  await until(() => page.got.includes('pong'));
  expect(page.got.slice(1)).toEqual(['pong']);
});

test('the end of a hold is told by itself', async () => {
  stopClock();
  const location = await openLocation();
  const guest = await joinAs(location);
  granted(await act(location(), { id: guest.customer.id }, { kind: 'admit' }));
  const page = await listen(location, asGuest(guest));
  moveClock(holdMs);
  await alarmUntil(location, async () => page.got.length >= 2);
  expect(guestMessage.parse(await page.next(2))).toMatchObject({ holdExpired: true });
});

test('an owner first hears the whole queue, then one small change at a time, counted without a gap', async () => {
  const location = await openLocation();
  await joinAs(location);
  const page = await listen(location, asStaff());
  const whole = staffMessage.parse(await page.next(1));
  expect(whole).toMatchObject({ type: 'queue', version: 1, queue: [{ firstName: 'Maya', position: 1 }] });

  const second = await joinAs(location, { firstName: 'Budi' });
  expect(staffMessage.parse(await page.next(2))).toEqual({
    type: 'change',
    version: 2,
    joined: [asStaffSees(second)],
    credits: { customerCredits: 298, smsCredits: 300 },
    serverNow: expect.any(String),
  });
  granted(await act(location(), { id: second.customer.id }, { kind: 'admit' }));
  expect(staffMessage.parse(await page.next(3))).toMatchObject({
    type: 'change',
    version: 3,
    updated: [{ id: second.customer.id, status: 'admitted' }],
  });
});

test('a new number of servers is told to staff, and every guest in line hears the estimate from it', async () => {
  const location = await openLocation();
  const guest = await joinAs(location);
  const [desk, page] = [await listen(location, asStaff()), await listen(location, asGuest(guest))];
  granted(await location().execute({ kind: 'set-servers', servers: 2, actor: { kind: 'owner' } }));
  const serverNow = expect.any(String);
  expect(staffMessage.parse(await desk.next(2))).toEqual({
    type: 'change',
    version: 2,
    servers: 2,
    serverNow,
  });
  expect(guestMessage.parse(await page.next(2))).toMatchObject({ type: 'place', position: 1 });
  granted(await location().execute({ kind: 'set-servers', servers: null, actor: { kind: 'owner' } }));
  expect(staffMessage.parse(await desk.next(3))).toMatchObject({ version: 3, servers: null });
});

test('people on duty are told to staff, and the guests in line hear only the estimate', async () => {
  const location = await openLocation();
  const guest = await joinAs(location);
  const [desk, page] = [await listen(location, asStaff()), await listen(location, asGuest(guest))];
  const duty = { kind: 'set-duty', name: 'Sari', actor: { kind: 'member', id: 'sari' } } as const;
  granted(await location().execute({ ...duty, on: true }));
  const onDuty = [{ actor: 'member:sari', name: 'Sari' }];
  const change = { type: 'change', serverNow: expect.any(String) };
  expect(staffMessage.parse(await desk.next(2))).toEqual({ ...change, version: 2, servers: 1, onDuty });
  expect(JSON.stringify(await page.next(2))).not.toMatch(/sari/i);
  granted(await location().execute({ ...duty, on: false }));
  expect(staffMessage.parse(await desk.next(3))).toEqual({
    ...change,
    version: 3,
    servers: null,
    onDuty: [],
  });
});

test('what staff change about a party is told to its guest without the note, and to staff with both marks', async () => {
  const location = await openLocation();
  const number = { waitingPreference: 'wait_anywhere', phoneNumber: '+6281234567890' } as const;
  const [first, second] = [await joinAs(location, number), await joinAs(location)];
  const guest = await listen(location, asGuest(second));
  const owner = await listen(location, asStaff());
  await Promise.all([guest.next(1), owner.next(1)]);
  const change = { firstName: 'Mara', phoneNumber: '0812 3456 7890', note: 'VIP' };
  granted(await act(location(), { id: second.customer.id }, { kind: 'edit', change }));
  const told = guestMessage.parse(await guest.next(2));
  expect(told).toMatchObject({ type: 'status', customer: { firstName: 'Mara', numGuests: 2 } });
  expect(JSON.stringify(told)).not.toContain('VIP');
  expect(staffMessage.parse(await owner.next(2))).toMatchObject({
    updated: [
      { id: second.customer.id, firstName: 'Mara', note: 'VIP', sameNumber: true },
      { id: first.customer.id, sameNumber: true },
    ],
  });
  granted(await leave(location(), first.claim));
  const { updated } = z.object({ updated: z.array(visitView) }).parse(await owner.next(3));
  expect(updated.map(({ id, sameNumber }) => [id, sameNumber])).toEqual([
    [first.customer.id, undefined],
    [second.customer.id, undefined],
  ]);
});

test('a second party with a number marks the first one', async () => {
  const location = await openLocation();
  const number = { waitingPreference: 'wait_anywhere', phoneNumber: '+6281234567890' } as const;
  const first = await joinAs(location, number);
  const owner = await listen(location, asStaff());
  await owner.next(1);
  await joinAs(location, number);
  expect(staffMessage.parse(await owner.next(2))).toMatchObject({
    joined: [{ position: 2, sameNumber: true }],
    updated: [{ id: first.customer.id, sameNumber: true }],
  });
});

test('sockets survive an eviction and a page can ask for the whole again', async () => {
  const location = await openLocation();
  const guest = await joinAs(location);
  const page = await listen(location, asGuest(guest));
  const owner = await listen(location, asStaff());
  await Promise.all([page.next(1), owner.next(1)]);
  await evictDurableObject(location());
  page.socket.send('sync');
  owner.socket.send('sync');
  expect(await page.next(2)).toMatchObject({ type: 'status', position: 1 });
  expect(await owner.next(2)).toMatchObject({ type: 'queue', version: 1 });
});

test('a ping is answered without anything else happening', async () => {
  const location = await openLocation();
  const page = await listen(location, asGuest(await joinAs(location)));
  page.socket.send('ping');
  page.socket.send('something else');
  await until(() => page.got.includes('pong'));
  expect(page.got).toHaveLength(2);
});

test('a logged-out session loses its sockets, other sessions keep theirs', async () => {
  const location = await openLocation();
  const out = await listen(location, asStaff('out'));
  const stays = await listen(location, asStaff('stays'));
  await Promise.all([out.next(1), stays.next(1)]);
  await location().endSessions(['out']);
  await until(() => out.closed.length === 1);
  expect(out.closed).toEqual([4401]);
  await joinAs(location, { firstName: 'Secret' });
  await stays.next(2);
  expect(out.got.join()).not.toContain('Secret');
});

test('an owner’s socket proves its session again after a day', async () => {
  stopClock();
  const location = await openLocation();
  const page = await listen(location, asStaff());
  await page.next(1);
  moveClock(24 * 3_600_000);
  await joinAs(location, { firstName: 'Secret' });
  await until(() => page.closed.length === 1);
  expect(page.closed).toEqual([4401]);
  expect(page.got.join()).not.toContain('Secret');
});

test('a session whose time is up hears nothing more, not even when it asks', async () => {
  stopClock();
  const location = await openLocation();
  const page = await listen(location, asStaff());
  await page.next(1);
  moveClock(24 * 3_600_000);
  page.socket.send('sync');
  await until(() => page.closed.length === 1);
  expect([page.closed, page.got.length]).toEqual([[4401], 1]);
});

test('a sixth page of one visit makes the oldest give way', async () => {
  const location = await openLocation();
  const guest = await joinAs(location);
  const pages: Page[] = [];
  for (let n = 0; n < 6; n += 1) pages.push(await listen(location, asGuest(guest)));
  await until(() => pages[0]?.closed.length === 1);
  expect(pages.map(({ closed }) => closed)).toEqual([[4409], [], [], [], [], []]);
});

test('a 21st page of one log-in makes the oldest give way', async () => {
  const location = await openLocation();
  const pages: Page[] = [];
  for (let n = 0; n < 21; n += 1) pages.push(await listen(location, asStaff()));
  await until(() => pages[0]?.closed.length === 1);
  expect(pages.map(({ closed }) => closed)).toEqual(pages.map((_, n) => (n === 0 ? [4409] : [])));
});

test('a removed location sends its guests the news and its owners away', async () => {
  const location = await openLocation();
  const guest = await listen(location, asGuest(await joinAs(location)));
  const owner = await listen(location, asStaff());
  await Promise.all([guest.next(1), owner.next(1)]);
  await close(location());
  expect(guestMessage.parse(await guest.next(2))).toMatchObject({ removed: true, status: 'removed' });
  await until(() => owner.closed.length === 1);
  expect(owner.closed).toEqual([4404]);
});

test('a socket is refused without a visit or at a closed location', async () => {
  const location = await openLocation();
  const refused = async (headers: Record<string, string>) => {
    const response = await location().fetch('https://location/live', {
      headers: { Upgrade: 'websocket', ...headers },
    });
    return [response.status, response.webSocket];
  };
  expect(await refused({ 'x-username': username, 'x-visit-secret': 'wrong' })).toEqual([404, null]);
  expect(await refused({})).toEqual([404, null]);
  await close(location());
  expect(await refused(asStaff())).toEqual([404, null]);
});
