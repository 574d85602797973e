import { env } from 'cloudflare:workers';
import { expect, test, vi } from 'vitest';
import { accountAnswer, type AccountView } from '../../../src/shared/contracts/account/view.ts';
import type { LocationView } from '../../../src/shared/contracts/queue-view.ts';
import { settingsView } from '../../../src/shared/queue/project.ts';
import { aLocation } from '../../pure/support/factories.ts';
import { close } from '../../worker/support/commands.ts';
import { brokenObject, callWith } from '../../worker/support/broken.ts';
import {
  call,
  joinParty,
  me,
  newLocation,
  newOwner,
  party,
  read,
  type TestOwner,
} from '../../worker/support/factories.ts';

const limitReached = {
  status: 409,
  body: {
    error: 'You have reached the maximum number of locations for your plan.',
    code: 'limit_reached',
  },
};
const notFound = { status: 404, body: { error: 'We could not find that.', code: 'not_found' } };

function add({ cookie }: TestOwner, body: unknown) {
  return call('POST', '/auth/locations', { body, cookie });
}

function remove({ cookie }: TestOwner, id: string) {
  return call('DELETE', `/auth/locations/${id}`, { cookie });
}

function keep({ cookie }: TestOwner, locations: unknown, rest: object = {}) {
  return call('PUT', '/auth/me', { body: { ...rest, locations }, cookie });
}

async function addressesOf(owner: TestOwner) {
  return (await me(owner)).locations.map(({ address }) => address);
}

test('adding a location answers the user with it, open and with the credits of the plan', async () => {
  const owner = await newOwner({ name: 'Café Ünïcode ☕' });
  const response = await add(owner, { address: '  14  Kemang Raya, Jakarta ', timezone: 'Asia/Jakarta' });
  expect(response.status).toBe(201);
  const user = await response.json<AccountView>();
  expect(user.locations).toEqual([
    {
      id: expect.stringMatching(/^[0-9a-f]{64}$/),
      address: '14 Kemang Raya, Jakarta',
      businessName: 'Café Ünïcode ☕',
      timezone: 'Asia/Jakarta',
      customerCredits: 300,
      smsCredits: 300,
      queue: [],
      admittedCustomers: [],
      removedCustomers: [],
      settings: settingsView(aLocation()).settings,
      paused: false,
      homeCountry: 'ID',
    },
  ]);
  expect(await me(owner)).toEqual(user);
});

test.each([undefined, 'Mars/Olympus', '', '+05:00', 'x'.repeat(64)])(
  'with the time zone %j a location is in UTC',
  async (timezone) => {
    const owner = await newOwner();
    const response = await add(owner, { address: 'Here', timezone });
    expect((await response.json<AccountView>()).locations[0]?.timezone).toBe('UTC');
  },
);

test.each([{}, { address: '   ' }, { address: '\u202e\u0000' }, { address: 7 }])(
  'the location %j is refused for want of an address',
  async (body) => {
    const owner = await newOwner();
    expect(await read(await add(owner, body))).toEqual({
      status: 400,
      body: {
        error: 'Please enter a location address.',
        code: 'invalid_input',
        issues: { fieldErrors: { address: ['Please enter a location address.'] } },
      },
    });
    expect(await addressesOf(owner)).toEqual([]);
  },
);

test('over the limit of the plan no location is added', async () => {
  const owner = await newOwner();
  await newLocation(owner, 'First');
  expect(await read(await add(owner, { address: 'Second' }))).toEqual(limitReached);
  expect(await addressesOf(owner)).toEqual(['First']);
});

test('ten adds at once never get past the limit', async () => {
  const owner = await newOwner({ maxLocations: 3, emailVerifiedAt: 1 });
  const addresses = Array.from({ length: 10 }, (_, n) => `Address ${n}`);
  const answers = await Promise.all(addresses.map((address) => add(owner, { address })));
  const statuses = answers.map(({ status }) => status).toSorted((a, b) => a - b);
  expect(statuses).toEqual([201, 201, 201, 409, 409, 409, 409, 409, 409, 409]);
  expect(await addressesOf(owner)).toHaveLength(3);
  const open = env.DB.prepare('select count(*) as n from locations where removed_at is null');
  expect(await open.first('n')).toBe(3);
});

test('a removed location is gone, ends its visits and takes nobody any more', async () => {
  const owner = await newOwner();
  const location = await newLocation(owner);
  const joined = await joinParty(owner, location);
  const response = await remove(owner, location.id);
  expect(response.status).toBe(200);
  expect((await response.json<AccountView>()).locations).toEqual([]);

  const body = { address: location.address, locationId: location.id, ...party() };
  const path = `/auth/business/${owner.business.username}/queue`;
  expect((await call('POST', path, { body })).status).toBe(409);
  const status = await call('GET', `${path}/token/${joined.queueToken}/status`);
  expect(await status.json()).toMatchObject({ removed: true, status: 'removed' });
});

test("another owner's location, a removed one and what is none at all are not found", async () => {
  const owner = await newOwner();
  const other = await newOwner();
  const theirs = await newLocation(other);
  const mine = await newLocation(owner);
  expect((await remove(owner, mine.id)).status).toBe(200);
  for (const id of [theirs.id, mine.id, 'nothing', '..%2f', encodeURIComponent("' or 1=1 --")]) {
    expect(await read(await remove(owner, id))).toEqual(notFound);
  }
  expect(await addressesOf(other)).toEqual([theirs.address]);
});

test('a location takes over the credits that the last one of its slot had left', async () => {
  const owner = await newOwner();
  const first = await newLocation(owner, 'First');
  const joined = await joinParty(owner, first);
  const key = encodeURIComponent(
    joined.customer.firstName + joined.customer.lastName + joined.customer.joinedAt,
  );
  const admit = `/auth/business/${owner.business.username}/queue/${key}/admit`;
  expect((await call('POST', admit, { cookie: owner.cookie })).status).toBe(200);
  await remove(owner, first.id);
  const second = await newLocation(owner, 'Second');
  expect(second).toMatchObject({ customerCredits: 299, smsCredits: 300, queue: [], admittedCustomers: [] });
  expect(second.id).not.toBe(first.id);
  await remove(owner, second.id);
  expect(await newLocation(owner, 'Third')).toMatchObject({ customerCredits: 299 });
});

test('each slot keeps its own credits', async () => {
  const owner = await newOwner({ maxLocations: 2, emailVerifiedAt: 1 });
  const first = await newLocation(owner, 'First');
  const second = await newLocation(owner, 'Second');
  await close(env.LOCATION_QUEUE.get(env.LOCATION_QUEUE.idFromString(first.id)));
  await remove(owner, first.id);
  await remove(owner, second.id);
  await env.DB.prepare(
    'update locations set customer_credits_left = slot * 10 - 10, customer_debt_left = 2 - slot, sms_credits_left = slot',
  ).run();
  await newLocation(owner, 'Third');
  await newLocation(owner, 'Fourth');
  expect((await me(owner)).locations).toMatchObject([
    { address: 'Third', customerCredits: 0, customerDebt: 1, smsCredits: 1 },
    { address: 'Fourth', customerCredits: 10, smsCredits: 2 },
  ]);
});

test('a removal done twice at once frees its slot once', async () => {
  const owner = await newOwner();
  const { id } = await newLocation(owner);
  const answers = await Promise.all([remove(owner, id), remove(owner, id)]);
  for (const { status } of answers) expect([200, 404]).toContain(status);
  expect(await addressesOf(owner)).toEqual([]);
  expect(await newLocation(owner)).toMatchObject({ customerCredits: 300 });
});

test('a list with one location left out removes that one', async () => {
  const owner = await newOwner({ maxLocations: 3, emailVerifiedAt: 1 });
  for (const address of ['A', 'B', 'C']) await newLocation(owner, address);
  const { locations } = await me(owner);
  const response = await keep(owner, locations.toSpliced(1, 1));
  expect(response.status).toBe(200);
  expect((await response.json<AccountView>()).locations.map(({ address }) => address)).toEqual(['A', 'C']);
  expect(await addressesOf(owner)).toEqual(['A', 'C']);
});

const removals = [
  {
    way: 'PUT /auth/me',
    removeOne: (owner: TestOwner, all: LocationView[]) => keep(owner, all.toSpliced(1, 1)),
  },
  {
    way: 'DELETE',
    removeOne: (owner: TestOwner, all: LocationView[]) => remove(owner, all[1]?.id ?? ''),
  },
];

test.for(removals)(
  'one of several locations removed by $way ends its visits and no others',
  async ({ removeOne }) => {
    const owner = await newOwner({ maxLocations: 3, emailVerifiedAt: 1 });
    const [a, b, c] = [
      await newLocation(owner, 'A'),
      await newLocation(owner, 'B'),
      await newLocation(owner, 'C'),
    ];
    const stays = await joinParty(owner, a, { firstName: 'Ada' });
    const goes = await joinParty(owner, b, { firstName: 'Grace' });
    const alsoStays = await joinParty(owner, c, { firstName: 'Mary' });
    const response = await removeOne(owner, (await me(owner)).locations);
    expect(response.status).toBe(200);
    const user = await response.json<AccountView>();
    expect(
      user.locations.map(({ id, queue, customerCredits }) => ({
        id,
        queue: queue.map(({ firstName }) => firstName),
        customerCredits,
      })),
    ).toEqual([
      { id: a.id, queue: ['Ada'], customerCredits: 299 },
      { id: c.id, queue: ['Mary'], customerCredits: 299 },
    ]);
    expect(await me(owner)).toEqual(user);
    const path = `/auth/business/${owner.business.username}/queue/token`;
    const statuses = [];
    for (const { queueToken } of [stays, goes, alsoStays]) {
      const answer = await call('GET', `${path}/${queueToken}/status`);
      statuses.push((await answer.json<{ status: string }>()).status);
    }
    expect(statuses).toEqual(['waiting', 'removed', 'waiting']);
    expect(await newLocation(owner, 'D')).toMatchObject({ address: 'D', customerCredits: 300 });
  },
);

test('without ids locations are told apart by place and address', async () => {
  const owner = await newOwner({ maxLocations: 3, emailVerifiedAt: 1 });
  for (const address of ['A', 'B', 'C']) await newLocation(owner, address);
  expect((await keep(owner, [{ address: 'A' }, { address: 'C' }])).status).toBe(200);
  expect(await addressesOf(owner)).toEqual(['A', 'C']);
});

test('of two locations with one address the id decides which goes', async () => {
  const owner = await newOwner({ maxLocations: 2, emailVerifiedAt: 1 });
  await newLocation(owner, 'Same');
  const second = await newLocation(owner, 'Same');
  await keep(owner, [{ id: second.id, address: 'Same' }]);
  expect((await me(owner)).locations.map(({ id }) => id)).toEqual([second.id]);
});

test('the whole list kept changes nothing, the empty one removes everything', async () => {
  const owner = await newOwner({ maxLocations: 2, emailVerifiedAt: 1 });
  await newLocation(owner, 'A');
  await newLocation(owner, 'B');
  const before = await me(owner);
  expect((await keep(owner, before.locations)).status).toBe(200);
  expect(await me(owner)).toEqual(before);
  expect((await keep(owner, [])).status).toBe(200);
  expect(await addressesOf(owner)).toEqual([]);
});

test('a list with any other entry is refused as a whole', async () => {
  const owner = await newOwner({ maxLocations: 2, emailVerifiedAt: 1 });
  const theirs = await newLocation(await newOwner());
  const a = await newLocation(owner, 'A');
  const b = await newLocation(owner, 'B');
  const lists = [[{ id: theirs.id }], [a, theirs], [a, a], [b, a], [a, {}], [{ address: 'C' }], [{ id: '' }]];
  for (const list of lists) {
    const { status, body } = await read(await keep(owner, list));
    expect({ status, body }).toMatchObject({ status: 400, body: { code: 'invalid_input' } });
  }
  for (const list of [undefined, null, 'A', { 0: a }, [null], ['A'], [7]]) {
    expect((await keep(owner, list)).status).toBe(400);
  }
  expect(await addressesOf(owner)).toEqual(['A', 'B']);
});

test('keeping locations never changes a balance, a list, the plan or the trial', async () => {
  const owner = await newOwner({ maxLocations: 2, emailVerifiedAt: 1 });
  const kept = await newLocation(owner, 'A');
  await newLocation(owner, 'B');
  await joinParty(owner, kept);
  const [before] = (await me(owner)).locations;
  const forged = {
    ...before,
    customerCredits: 1e6,
    smsCredits: 1e6,
    queue: [],
    paused: true,
    address: 'Elsewhere',
  };
  const rest = { plan: 'Professional', trial: false, maxLocations: 99, trialDurationDays: 999, name: 'X' };
  expect((await keep(owner, [forged], rest)).status).toBe(200);
  expect(await me(owner)).toMatchObject({
    name: owner.business.name,
    plan: 'Starter',
    trial: true,
    maxLocations: 2,
    trialDurationDays: 14,
    locations: [before],
  });
});

test('a location whose object does not answer keeps its place, marked, and the others are told as ever', async () => {
  const owner = await newOwner({ maxLocations: 2, emailVerifiedAt: 1 });
  const { id } = await newLocation(owner, 'A');
  await newLocation(owner, 'B');
  const before = await me(owner);
  const away = brokenObject(id, 'view', new Error('away'));
  const response = await callWith(away, 'GET', '/auth/me', { cookie: owner.cookie });
  const told = {
    status: 200,
    body: { ...before, locations: [{ id, address: 'A', away: true }, before.locations[1]] },
  };
  expect(await read(response)).toEqual(told);
  expect(accountAnswer.parse(told.body)).toEqual({
    ...before,
    // The server's answer to an owner contains no `role` and no `actor`. The schema `accountAnswer` adds both.
    role: 'owner',
    actor: 'owner',
    locations: [before.locations[1]],
    away: [{ id, address: 'A', away: true, index: 0 }],
  });
  // The owner's page sends the list of locations from this answer back to the server, without any change.
  expect((await keep(owner, told.body.locations)).status).toBe(200);
  expect(await me(owner)).toEqual(before);
});

test('a location whose object hangs is told as one that does not answer', async () => {
  const owner = await newOwner();
  const { id } = await newLocation(owner, 'A');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const hangs = brokenObject(id, 'view', new Promise<never>(() => {}));
    const asked = callWith(hangs, 'GET', '/auth/me', { cookie: owner.cookie });
    await vi.waitFor(() => expect(vi.getTimerCount()).toBeGreaterThan(0), { timeout: 10_000 });
    await vi.advanceTimersByTimeAsync(5_000);
    expect(await read(await asked)).toMatchObject({
      status: 200,
      body: { locations: [{ id, address: 'A', away: true }] },
    });
  } finally {
    vi.useRealTimers();
  }
});
