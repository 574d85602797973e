/** Bad input to the calls of the queue is refused as the contract says, and does not change the line. */
import { expect, test } from 'vitest';
import { customerKey } from '../../../src/shared/contracts/queue-view.ts';
import { UNDO_MS } from '../../../src/shared/limits.ts';
import { everyNth } from '../../support/naughty-strings.ts';
import { call, newOwner, party, read } from '../support/factories.ts';
import {
  act,
  acted,
  addWalkIn,
  anotherLocation,
  anOwnersLocation,
  invalid,
  join,
  joinNamed,
  leave,
  lineOf,
  objectOf,
  refused,
  statusOf,
  tryToJoin,
  viewOf,
} from '../support/owner-calls.ts';
import { moveClock, stopClock, until } from '../support/queue-factories.ts';
import { guestPage, ownerPage, shownTo, upgrade } from '../support/sockets.ts';

const say = {
  firstName: 'First name is required',
  tooFew: 'Number of guests must be at least 1',
  tooMany: 'Number of guests must be at most 999',
  check: 'Please check what you entered.',
};

/** Invalid numbers as JSON, because JavaScript cannot represent some of them. */
const noNumbers = [
  '-1',
  '0',
  '1.5',
  '"2"',
  'null',
  'true',
  '[1]',
  '{}',
  '1e999',
  '-1e999',
  '9007199254740993',
];

test('a move to an invalid place is refused and moves nobody', async () => {
  const place = await anOwnersLocation();
  const [ada] = [await joinNamed(place, 'Ada'), await joinNamed(place, 'Budi')];
  const before = await viewOf(place);
  for (const position of [...noNumbers, '1000001']) {
    // This number has two errors with the same sentence: it is not a safe integer, and it is too large.
    const times = position === '9007199254740993' ? 2 : 1;
    expect({ position, ...(await act(place, ada.customer.id, 'move', `{"position":${position}}`)) }).toEqual({
      position,
      ...invalid({ position: Array.from({ length: times }, () => say.check) }),
    });
  }
  expect(await act(place, ada.customer.id, 'move', {})).toEqual(invalid({ position: [say.check] }));
  expect(await act(place, ada.customer.id, 'move')).toEqual(refused('invalid_json'));
  expect(await act(place, ada.customer.id, 'move', '{"position":')).toEqual(refused('invalid_json'));
  expect(await act(place, ada.customer.id, 'move', '[]')).toEqual(invalid({}));
  expect(await act(place, ada.customer.id, 'move', '{"position":1}'.padEnd(33_000))).toEqual(
    refused('too_large'),
  );
  expect(await viewOf(place)).toEqual(before);
});

test('a walk-in of no number of guests, or without a name, is refused and adds nobody', async () => {
  const place = await anOwnersLocation();
  for (const numGuests of noNumbers) {
    const tooMany = numGuests === '9007199254740993';
    expect({
      numGuests,
      ...(await addWalkIn(place, `{"firstName":"Ada","numGuests":${numGuests}}`)),
    }).toEqual({
      numGuests,
      ...invalid({ numGuests: [tooMany ? say.tooMany : say.tooFew] }),
    });
  }
  expect(await addWalkIn(place, { firstName: 'Ada', numGuests: 1_000 })).toEqual(
    invalid({ numGuests: [say.tooMany] }),
  );
  for (const firstName of ['', '  ', '\u202e\u0000', 7, null, ['Ada'], undefined]) {
    expect(await addWalkIn(place, { firstName })).toEqual(invalid({ firstName: [say.firstName] }));
  }
  const long = 'Please use at most 80 characters';
  expect(await addWalkIn(place, { firstName: 'x'.repeat(81) })).toEqual(invalid({ firstName: [long] }));
  expect(await addWalkIn(place, { firstName: 'Ada', lastName: 'x'.repeat(81) })).toEqual(
    invalid({ lastName: [long] }),
  );
  expect(await addWalkIn(place, { firstName: 'Ada', waitingPreference: 'wait_anywhere' })).toEqual(
    invalid({ phoneNumber: ['Phone number is required for Wait Anywhere'] }),
  );
  expect(await addWalkIn(place, { firstName: 'Ada', waitingPreference: 'somewhere' })).toMatchObject({
    status: 400,
    body: { code: 'invalid_input', issues: { fieldErrors: { waitingPreference: [say.check] } } },
  });
  for (const body of ['null', '[]', '"Ada"', '7']) expect(await addWalkIn(place, body)).toEqual(invalid({}));
  for (const body of ['', '{', '{"firstName":"Ada"']) {
    expect(await addWalkIn(place, body)).toEqual(refused('invalid_json'));
  }
  expect(await addWalkIn(place, '{"firstName":"Ada"}'.padEnd(33_000))).toEqual(refused('too_large'));
  expect(await viewOf(place)).toEqual(place.location);
});

test('what a walk-in cannot say about itself is ignored', async () => {
  const place = await anOwnersLocation();
  const forged = {
    firstName: 'Ada',
    id: 'mine',
    status: 'admitted',
    joinedAt: '2000-01-01T00:00:00.000Z',
    rank: -1,
    position: 1,
    charged: true,
    customerCredits: 1_000,
  };
  await joinNamed(place, 'Budi');
  expect((await addWalkIn(place, forged)).status).toBe(201);
  expect(await viewOf(place)).toMatchObject({
    customerCredits: 298,
    queue: [{ firstName: 'Budi' }, { firstName: 'Ada', status: 'waiting', position: 2 }],
  });
});

test('a join of no number of guests is refused and nobody joins', async () => {
  const { location, owner } = await anOwnersLocation();
  const body = JSON.stringify({
    address: location.address,
    locationId: location.id,
    ...party({ numGuests: 1 }),
  });
  for (const numGuests of noNumbers) {
    const sent = body.replace('"numGuests":1', `"numGuests":${numGuests}`);
    expect(sent).not.toBe(body);
    const answer = await read(
      await call('POST', `/auth/business/${owner.business.username}/queue`, { body: sent }),
    );
    expect({ numGuests, ...answer }).toMatchObject({
      numGuests,
      status: 400,
      body: { code: 'invalid_input' },
    });
  }
  expect(await viewOf({ owner, location })).toEqual(location);
});

test('a visit that is unknown, foreign, of the other location or forged is not found', async () => {
  const place = await anOwnersLocation({ maxLocations: 2, emailVerifiedAt: 1 });
  const elsewhere = await anotherLocation(place);
  const foreign = await anOwnersLocation();
  const [mine, there, theirs] = [await join(place), await join(elsewhere), await join(foreign)];
  const before = [await viewOf(place), await viewOf(elsewhere), await viewOf(foreign)];
  const ids = [
    there.customer.id,
    theirs.customer.id,
    crypto.randomUUID(),
    mine.customer.id.toUpperCase(),
    `${mine.customer.id} `,
    `${mine.customer.id}\u0000`,
    customerKey(mine.customer),
    mine.queueToken,
    "' OR 1=1 --",
    '%',
    '_',
    'x'.repeat(2_000),
    ...everyNth(25).filter((text) => !['', '.', '..'].includes(text)),
  ];
  for (const id of ids) {
    expect({ id, ...(await act(place, id.toWellFormed(), 'admit')) }).toEqual({
      id,
      ...refused('not_found'),
    });
  }
  expect([await viewOf(place), await viewOf(elsewhere), await viewOf(foreign)]).toEqual(before);
});

test('a key that is unknown, foreign or forged is not found, for its owner and for guests', async () => {
  const place = await anOwnersLocation();
  const foreign = await anOwnersLocation();
  const [mine, theirs] = [await join(place), await join(foreign)];
  const before = [await viewOf(place), await viewOf(foreign)];
  const queue = `/auth/business/${place.owner.business.username}/queue`;
  const { cookie } = place.owner;
  const at = mine.customer.joinedAt;
  const keys = [
    customerKey(theirs.customer),
    `Eve${at}`,
    `Ada Lovelace${at}`,
    `adalovelace${at}`,
    at,
    `AdaLovelace${new Date(Date.parse(at) + 1).toISOString()}`,
    `AdaLovelace${at.replace('Z', '+00:00')}`,
    `AdaLovelace${at.slice(0, -1)}`,
    `AdaLovelace${at} `,
    mine.customer.id,
    'AdaLovelaceInvalid Date',
    'x'.repeat(2_000),
  ];
  for (const key of keys) {
    const path = `${queue}/${encodeURIComponent(key)}`;
    const headers = { Authorization: `Bearer ${mine.queueToken}` };
    expect({ key, ...(await read(await call('POST', `${path}/admit`, { cookie }))) }).toEqual({
      key,
      ...refused('not_found'),
    });
    expect(await read(await call('DELETE', path, { cookie }))).toEqual(refused('not_found'));
    expect(await read(await call('GET', `${path}/status`, { headers }))).toEqual(refused('not_found'));
    expect(await read(await call('POST', `${path}/leave`, { headers }))).toEqual(refused('not_found'));
  }
  const right = `${queue}/${encodeURIComponent(customerKey(mine.customer))}`;
  for (const id of [foreign.location.id, 'f'.repeat(64), 'nothing', '']) {
    const path = `${right}/admit?locationId=${id}`;
    expect(await read(await call('POST', path, { cookie }))).toEqual(refused('not_found'));
  }
  expect([await viewOf(place), await viewOf(foreign)]).toEqual(before);
});

test('a token that is forged, cut, of another business or of another location opens nothing', async () => {
  const place = await anOwnersLocation();
  const foreign = await anOwnersLocation();
  const [mine, theirs] = [await join(place), await join(foreign)];
  const before = [await viewOf(place), await viewOf(foreign)];
  const queue = `/auth/business/${place.owner.business.username}/queue`;
  const [id = '', secret = ''] = mine.queueToken.split('.');
  const [theirId = '', theirSecret = ''] = theirs.queueToken.split('.');
  const tokens = [
    theirs.queueToken,
    `${id}.${theirSecret}`,
    `${theirId}.${secret}`,
    `${id}.${secret.slice(0, -1)}`,
    `${id}.${secret}A`,
    `${id}.${'A'.repeat(43)}`,
    `${id.toUpperCase()}.${secret}`,
    `${id}.`,
    `.${secret}`,
    secret,
    'null',
    '%00',
    '0'.repeat(64),
  ];
  for (const token of tokens) {
    const path = `${queue}/token/${token}`;
    expect({ token, ...(await read(await call('GET', `${path}/status`))) }).toEqual({
      token,
      ...refused('not_found'),
    });
    const body = { waitingPreference: 'on_premises' };
    expect(await read(await call('PATCH', path, { body }))).toEqual(refused('not_found'));
    expect(await read(await upgrade(`${path}/live`))).toEqual(refused('not_found'));
  }
  expect([await viewOf(place), await viewOf(foreign)]).toEqual(before);
});

test('an ended visit can be asked about and nothing else', async () => {
  stopClock();
  const place = await anOwnersLocation();
  const [left, removed, admitted] = [
    await joinNamed(place, 'Ada'),
    await joinNamed(place, 'Budi'),
    await joinNamed(place, 'Cleo'),
  ];
  await leave(place, left);
  await acted(place, removed, 'remove');
  await acted(place, admitted, 'admit');
  // The guest's page shows a removal only when it cannot be undone any more.
  moveClock(UNDO_MS);
  const before = await viewOf(place);
  const queue = `/auth/business/${place.owner.business.username}/queue`;
  const body = { waitingPreference: 'on_premises' };
  const patch = async (token: string) => read(await call('PATCH', `${queue}/token/${token}`, { body }));
  expect(await patch(left.queueToken)).toEqual(refused('not_waiting'));
  expect(await patch(removed.queueToken)).toEqual(refused('not_waiting'));
  expect(await patch(admitted.queueToken)).toEqual(refused('already_admitted'));
  expect(await leave(place, left)).toEqual({ status: 200, body: { success: true } });
  expect(await leave(place, admitted)).toEqual(refused('already_admitted'));
  expect(await statusOf(place, removed)).toMatchObject({ status: 'removed' });
  expect(await viewOf(place)).toEqual(before);
});

test('naughty strings as names of walk-ins: taken as they look, or refused; each visit still works', async () => {
  const place = await anOwnersLocation({ baseCustomerCredits: 1_000, emailVerifiedAt: 1 });
  const { cookie, business } = place.owner;
  let added = 0;
  for (const text of everyNth(25)) {
    const { status, body } = await addWalkIn(place, { firstName: text, lastName: text });
    if (status !== 201) {
      expect({ text, status, body }).toMatchObject({ status: 400, body: { code: 'invalid_input' } });
      continue;
    }
    added += 1;
    const { customer } = joinedOf(body);
    expect(customer.firstName.length).toBeGreaterThan(0);
    // Every third guest is admitted by the customer key, which contains the guest's name.
    if (added % 3 !== 0) continue;
    const key = encodeURIComponent(customerKey(customer));
    const admit = await call('POST', `/auth/business/${business.username}/queue/${key}/admit`, { cookie });
    expect({ text, status: admit.status }).toEqual({ text, status: 200 });
  }
  expect(added).toBeGreaterThan(15);
  const view = await viewOf(place);
  expect(view).toMatchObject({ customerCredits: 1_000 - added });
  expect(view.queue.map(({ position }) => position)).toEqual(view.queue.map((_, n) => n + 1));
  expect(view.queue.length + view.admittedCustomers.length).toBe(added);
});

function joinedOf(body: unknown): { customer: { firstName: string; lastName: string; joinedAt: string } } {
  return JSON.parse(JSON.stringify(body));
}

test('a socket is opened by our own pages only, to whom the line belongs', async () => {
  const place = await anOwnersLocation();
  const guest = await join(place);
  const { cookie } = await newOwner();
  const guestPath = `/auth/business/${place.owner.business.username}/queue/token/${guest.queueToken}/live`;
  const ownerPath = `/auth/locations/${place.location.id}/live`;
  const refusedOf = async (path: string, headers: Record<string, string>) =>
    read(await upgrade(path, headers));
  for (const Origin of ['https://evil.example', 'null', 'http://localhost:8788']) {
    expect(await refusedOf(guestPath, { Origin })).toEqual(refused('bad_origin'));
    expect(await refusedOf(ownerPath, { Origin, Cookie: place.owner.cookie })).toEqual(refused('bad_origin'));
  }
  expect(await refusedOf(ownerPath, { Cookie: cookie })).toEqual(refused('not_found'));
  expect(await refusedOf(ownerPath, {})).toEqual(refused('not_logged_in'));
  expect(await refusedOf(ownerPath, { Cookie: 'holdline_session=forged' })).toEqual(refused('not_logged_in'));
  // Only the Worker may send this header to an object. The Worker ignores this header in a request from outside.
  expect(await refusedOf(ownerPath, { 'x-owner-session': 'forged' })).toEqual(refused('not_logged_in'));
  const asIfOwner = await upgrade(guestPath, { 'x-owner-session': 'forged' });
  expect(asIfOwner.status).toBe(101);
  const first = new Promise((resolve) => {
    asIfOwner.webSocket?.addEventListener('message', ({ data }) => resolve(JSON.parse(String(data))));
  });
  asIfOwner.webSocket?.accept();
  expect(await first).toMatchObject({ type: 'status', customer: { id: guest.customer.id } });
});

test('garbage on a socket is not answered, and the next valid message is', async () => {
  const place = await anOwnersLocation();
  const ada = await join(place);
  const [guest, owner] = [await guestPage(place, ada), await ownerPage(place)];
  const before = await viewOf(place);
  for (const { socket } of [guest, owner]) {
    for (const text of ['', 'SYNC', 'sync ', '{"type":"admit"}', '[]', '\u0000', '%00']) socket.send(text);
    socket.send(new Uint8Array([0xff, 0xfe, 0x00]));
    socket.send(new ArrayBuffer(0));
  }
  // The object answers messages in order, so the answer to `sync` comes after any answers to earlier messages.
  for (const { socket } of [guest, owner]) socket.send('sync');
  expect(await guest.next(2)).toMatchObject({ type: 'status', position: 1 });
  expect(await owner.next(2)).toMatchObject({ type: 'queue', queue: [{ firstName: 'Ada' }] });
  expect([guest.got.length, owner.got.length]).toEqual([2, 2]);
  expect(await viewOf(place)).toEqual(before);
});

test('a message of a megabyte leaves the object up: the line goes on and everybody else is told', async () => {
  const place = await anOwnersLocation();
  const [ada, budi] = [await joinNamed(place, 'Ada'), await joinNamed(place, 'Budi')];
  const [loud, quiet] = [await guestPage(place, ada), await guestPage(place, budi)];
  loud.socket.send('x'.repeat(1024 * 1024));
  loud.socket.send(new Uint8Array(1024 * 1024));
  loud.socket.send('sync');
  // The platform may close this socket, or the object may ignore the message. Other pages must work in both cases.
  await until(() => loud.closed.length > 0 || loud.got.length > 1);
  await acted(place, ada, 'admit');
  expect(await shownTo(quiet)).toMatchObject([{ told: 'moved', position: 1 }]);
  expect(await lineOf(place)).toEqual(['Budi']);
  expect(await objectOf(place)().accepting()).toMatchObject({ ok: true, refusal: null });
  expect((await tryToJoin(place)).status).toBe(201);
});
