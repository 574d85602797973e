/** The number of calls to D1 and to objects in each request. Each such call delays the answer. */
import { env } from 'cloudflare:workers';
import { expect, test } from 'vitest';
import { customerKey } from '../../../src/shared/contracts/queue-view.ts';
import { callWith } from '../support/broken.ts';
import { open } from '../support/built-pages.ts';
import { call, cookieOf, origin, party, read, type Call } from '../support/factories.ts';
import {
  anotherLocation,
  anOwnersLocation,
  join,
  leave,
  refused,
  type OwnedLocation,
} from '../support/owner-calls.ts';
import { newMember } from '../support/members.ts';
import { newReceiver } from '../../support/push-receiver.ts';
import { endpoint } from '../support/providers/push-service.ts';

/**
 * `database`: the round trips to D1. `objects`: the object's id and the method or command of each call. `waves`: calls
 * that run at the same time are one wave; this is the number of waves.
 */
type Hops = { database: string[]; objects: string[]; waves: number };

/** The methods of a statement that make a round trip. */
const statementCalls = new Set<PropertyKey>(['first', 'run', 'all', 'raw']);

function countedDatabase(database: string[]): D1Database {
  const sql = new WeakMap<D1PreparedStatement, D1PreparedStatement>();
  const counted = (statement: D1PreparedStatement): D1PreparedStatement => {
    const proxy = new Proxy(statement, {
      get(target, name) {
        const value: unknown = Reflect.get(target, name);
        if (typeof value !== 'function') return value;
        return (...values: unknown[]) => {
          if (statementCalls.has(name)) database.push(String(name));
          const result: unknown = Reflect.apply(value, target, values);
          return name === 'bind' ? counted(target.bind(...values)) : result;
        };
      },
    });
    sql.set(proxy, statement);
    return proxy;
  };
  const counting = <Database extends Pick<D1Database, 'prepare' | 'batch'>>(target: Database): Database =>
    new Proxy(target, { get: (of, name) => callIn(of, name) });
  const callIn = (target: Pick<D1Database, 'prepare' | 'batch'>, name: string | symbol): unknown => {
    // Queries to a replica count as well. `look-up.test.ts` tests which queries go to a replica.
    if (name === 'withSession') return () => counting(env.DB.withSession('first-unconstrained'));
    if (name === 'prepare') return (text: string) => counted(target.prepare(text));
    if (name === 'batch') {
      return (statements: D1PreparedStatement[]) => {
        database.push('batch');
        return target.batch(statements.map((statement) => sql.get(statement) ?? statement));
      };
    }
    // If the product calls any other method of the database, the name of this method is added to `database`.
    database.push(String(name));
    return Reflect.get(target, name);
  };
  return counting(env.DB);
}

function countedObjects(hops: Hops): Env['LOCATION_QUEUE'] {
  let isAnswered = true;
  const begins = (call: string) => {
    hops.objects.push(call);
    if (isAnswered) hops.waves += 1;
    isAnswered = false;
  };
  const ends = () => void (isAnswered = true);
  return new Proxy(env.LOCATION_QUEUE, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name);
      if (typeof value !== 'function') return value;
      return (...values: unknown[]) => {
        const result: unknown = Reflect.apply(value, target, values);
        return name === 'get' && isObject(result)
          ? countedStub(result, String(values[0]), begins, ends)
          : result;
      };
    },
  });
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function countedStub(stub: object, id: string, begins: (call: string) => void, ends: () => void): object {
  return new Proxy(stub, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name);
      if (typeof value !== 'function') return value;
      return (...values: unknown[]) => {
        begins(`${id} ${name === 'execute' ? kindOf(values[0]) : String(name)}`);
        return Promise.resolve<unknown>(Reflect.apply(value, target, values)).finally(ends);
      };
    },
  });
}

function kindOf(command: unknown): string {
  return isObject(command) && 'kind' in command ? String(command.kind) : 'no command';
}

async function hopsOf(method: string, path: string, about: Call = {}) {
  const hops: Hops = { database: [], objects: [], waves: 0 };
  const bindings = { DB: countedDatabase(hops.database), LOCATION_QUEUE: countedObjects(hops) };
  const { status } = await callWith(bindings, method, path, about);
  const { database, objects } = hops;
  return { status, database, objects };
}

const queueOf = ({ owner }: OwnedLocation) => `/auth/business/${owner.business.username}/queue`;

test('a guest joins with one call of one object and no database', async () => {
  const place = await anOwnersLocation();
  const { id, address } = place.location;
  const body = { address, locationId: id, ...party() };
  const headers = { 'Idempotency-Key': crypto.randomUUID(), 'CF-Connecting-IP': '203.0.113.7' };
  const hops = { database: [], objects: [`${id} join`] };
  expect(await hopsOf('POST', queueOf(place), { body, headers })).toEqual({ status: 201, ...hops });
  expect(await hopsOf('POST', queueOf(place), { body, headers })).toEqual({ status: 201, ...hops });
  // Without the location's id, the business must be looked up first.
  const { locationId: _, ...without } = body;
  expect(await hopsOf('POST', queueOf(place), { body: without })).toEqual({
    status: 201,
    database: [expect.any(String)],
    objects: [`${id} join`],
  });
});

test('a join calls two objects only if the browser’s visit is at another location, which must be over', async () => {
  const place = await anOwnersLocation({ maxLocations: 2, emailVerifiedAt: 1 });
  const second = await anotherLocation(place);
  const earlier = await join(second);
  const { id, address } = place.location;
  const body = { address, locationId: id, ...party() };
  const about = { body, cookie: `holdline_visit=${earlier.queueToken}` };
  const elsewhere = `${second.location.id} resume`;
  expect(await hopsOf('POST', queueOf(place), about)).toEqual({
    status: 200,
    database: [],
    objects: [elsewhere],
  });
  await leave(second, earlier);
  expect(await hopsOf('POST', queueOf(place), about)).toEqual({
    status: 201,
    database: [],
    objects: [elsewhere, `${id} join`],
  });
});

test('a guest asks, changes, replies and leaves with one call of one object and no database', async () => {
  const place = await anOwnersLocation();
  const { id } = place.location;
  const guest = await join(place);
  const token = `${queueOf(place)}/token/${guest.queueToken}`;
  const key = `${queueOf(place)}/${encodeURIComponent(customerKey(guest.customer))}`;
  const headers = { Authorization: `Bearer ${guest.queueToken}` };
  const one = (name: string) => ({ status: 200, database: [], objects: [`${id} ${name}`] });
  expect(await hopsOf('GET', `${token}/status`)).toEqual(one('status'));
  expect(await hopsOf('GET', `${key}/status`, { headers })).toEqual(one('status'));
  const body = { waitingPreference: 'on_premises' };
  expect(await hopsOf('PATCH', token, { body })).toEqual(one('change-preference'));
  const language = { body: { language: 'es' } };
  expect(await hopsOf('PUT', `${token}/language`, language)).toEqual(one('change-language'));
  const reply = { body: { reply: 'on_my_way' } };
  expect(await hopsOf('POST', `${token}/reply`, reply)).toEqual(one('on-my-way'));
  expect(await hopsOf('POST', `${key}/leave`, { headers })).toEqual(one('leave'));
  const page = { status: 101, database: [], objects: [`${id} fetch`] };
  expect(await hopsOf('GET', `${token}/live`, { headers: { Upgrade: 'websocket' } })).toEqual(page);
});

test('plain forms of a guest make one wave of object calls, also when a join is refused', async () => {
  const place = await anOwnersLocation({ maxLocations: 2, emailVerifiedAt: 1 });
  await anotherLocation(place);
  const { id } = place.location;
  const path = `/queue/${place.owner.business.username}`;
  const headers = { 'Sec-Fetch-Site': 'same-origin', Origin: origin };
  const send = async (fields: Record<string, string>, cookie?: string) => {
    const hops: Hops = { database: [], objects: [], waves: 0 };
    const body = new URLSearchParams(fields);
    const bindings = { LOCATION_QUEUE: countedObjects(hops) };
    const answer = await open(path, cookie, { method: 'POST', headers, body }, bindings);
    return { answer, waves: hops.waves };
  };
  const details = { locationId: id, firstName: 'Maya', lastName: 'Putri', numGuests: '2' };
  const form = { form: 'preference', ...details, waitingPreference: 'on_premises', key: 'k'.repeat(32) };
  const joined = await send(form);
  const refusedJoin = await send({ ...form, firstName: 'Bo' });
  expect([joined.answer.status, refusedJoin.answer.status]).toEqual([303, 200]);
  const left = await send({ form: 'leave' }, cookieOf(joined.answer, 'holdline_visit'));
  expect(left.answer.headers.get('Location')).toContain('/queue?left=');
  expect([joined.waves, refusedJoin.waves, left.waves]).toEqual([1, 1, 1]);
});

test('an owner works the line with one read of the database and one call of one object', async () => {
  const place = await anOwnersLocation({ maxLocations: 3 });
  await anotherLocation(place);
  const { id } = place.location;
  const { cookie } = place.owner;
  const guests = [await join(place), await join(place, { firstName: 'Budi' }), await join(place)];
  const [first, second, third] = guests.map(({ customer }) => customer);
  if (!first || !second || !third) throw new Error('nobody joined');
  const one = (kind: string) => ({
    status: 200,
    database: [expect.any(String)],
    objects: [`${id} ${kind}`],
  });
  const visits = `/auth/locations/${id}/visits`;
  expect(await hopsOf('POST', `${visits}/${first.id}/admit`, { cookie })).toEqual(one('admit'));
  expect(await hopsOf('POST', `${visits}/${first.id}/arrived`, { cookie })).toEqual(one('arrived'));
  const key = (visit: typeof first) => `${queueOf(place)}/${encodeURIComponent(customerKey(visit))}`;
  expect(await hopsOf('POST', `${key(second)}/admit?locationId=${id}`, { cookie })).toEqual(one('admit'));
  expect(await hopsOf('DELETE', `${key(third)}?locationId=${id}`, { cookie })).toEqual(one('remove'));
  expect(await hopsOf('POST', visits, { cookie, body: { firstName: 'Cleo' } })).toEqual({
    ...one('add-walk-in'),
    status: 201,
  });
  // The second read checks whether the session has ended while the socket was opened.
  const page = { status: 101, database: [expect.any(String), expect.any(String)], objects: [`${id} fetch`] };
  expect(
    await hopsOf('GET', `/auth/locations/${id}/live`, { cookie, headers: { Upgrade: 'websocket' } }),
  ).toEqual(page);
});

test('the check of a member, the role and the location is one read of the database, and none with a pass', async () => {
  const place = await anOwnersLocation();
  const { customer } = await join(place);
  const { id } = place.location;
  const host = await newMember(place.owner, 'host', { locationIds: [id] });
  const elsewhere = await newMember(place.owner, 'manager', { locationIds: ['elsewhere'] });
  const visit = `/auth/locations/${id}/visits/${customer.id}`;
  const database = [expect.any(String)];
  expect(await hopsOf('GET', '/auth/team', host)).toEqual({ status: 403, database, objects: [] });
  expect(await hopsOf('GET', `/auth/locations/${id}/analytics`, elsewhere)).toEqual({
    status: 404,
    database,
    objects: [],
  });
  expect(await hopsOf('POST', `${visit}/admit`, host)).toEqual({
    status: 200,
    database,
    objects: [`${id} admit`],
  });
  const pass = cookieOf(await call('GET', '/auth/me', host), 'holdline_pass');
  expect(await hopsOf('POST', `${visit}/arrived`, { cookie: `${host.cookie}; ${pass}` })).toEqual({
    status: 200,
    database: [],
    objects: [`${id} arrived`],
  });
});

test('without a location in the key route the owner’s locations are asked until one knows the visit', async () => {
  const first = await anOwnersLocation({ maxLocations: 2, emailVerifiedAt: 1 });
  const second = await anotherLocation(first);
  const { customer } = await join(second);
  const path = `${queueOf(first)}/${encodeURIComponent(customerKey(customer))}`;
  const { cookie } = first.owner;
  expect(await hopsOf('POST', `${path}/admit`, { cookie })).toEqual({
    status: 200,
    database: [expect.any(String)],
    objects: [`${first.location.id} admit`, `${second.location.id} admit`],
  });
});

test('a call refused by the Worker wakes no object', async () => {
  const place = await anOwnersLocation();
  const { customer } = await join(place);
  const path = `/auth/locations/${place.location.id}/visits/${customer.id}`;
  const { cookie } = place.owner;
  expect(await hopsOf('POST', `${path}/admit`)).toEqual({ status: 401, database: [], objects: [] });
  expect(await hopsOf('POST', `${path}/explode`, { cookie })).toMatchObject({ status: 404, objects: [] });
  expect(await hopsOf('POST', `${path}/move`, { cookie, body: { position: 0 } })).toMatchObject({
    status: 400,
    objects: [],
  });
  const token = `${queueOf(place)}/token`;
  for (const forged of [
    'nonsense',
    `${'0'.repeat(64)}.${'A'.repeat(43)}`,
    `${'g'.repeat(64)}.${'A'.repeat(43)}`,
  ]) {
    expect(await hopsOf('GET', `${token}/${forged}/status`)).toEqual({
      status: 404,
      database: [],
      objects: [],
    });
  }
  expect((await call('GET', `${token}/nonsense/status`)).status).toBe(404);
});

test('the rate limiter runs before the database and every object', async () => {
  const place = await anOwnersLocation();
  const guest = await join(place);
  const keys: string[] = [];
  const JOIN_SHIELD: RateLimit = {
    limit: ({ key }) => {
      keys.push(key);
      return Promise.resolve({ success: false });
    },
  };
  const { username } = place.owner.business;
  const joinBody = { address: place.location.address, ...party() };
  const headers = { 'CF-Connecting-IP': '203.0.113.7', Cookie: `holdline_visit=${guest.queueToken}` };
  const calls: [string, string, unknown][] = [
    ['POST', queueOf(place), joinBody],
    ['POST', `/auth/business/${username.toUpperCase()}/queue`, joinBody],
    ['PATCH', `${queueOf(place)}/token/${guest.queueToken}`, { waitingPreference: 'on_premises' }],
    ['DELETE', `${queueOf(place)}/token/${guest.queueToken}`, undefined],
    ['PUT', `${queueOf(place)}/token/${guest.queueToken}/language`, { language: 'es' }],
    ['POST', `${queueOf(place)}/token/${guest.queueToken}/reply`, { reply: 'on_my_way' }],
    ['PUT', `${queueOf(place)}/token/${guest.queueToken}/reminder`, newReceiver(endpoint).subscription],
    ['DELETE', `${queueOf(place)}/token/${guest.queueToken}/reminder`, { endpoint }],
    [
      'POST',
      `/auth/business/${username}/number-check`,
      { locationId: place.location.id, phoneNumber: '021 5550 1234' },
    ],
  ];
  for (const [method, path, body] of calls) {
    const hops: Hops = { database: [], objects: [], waves: 0 };
    const bindings = { DB: countedDatabase(hops.database), LOCATION_QUEUE: countedObjects(hops) };
    const response = await callWith({ ...bindings, JOIN_SHIELD }, method, path, { body, headers });
    expect({ ...(await read(response)), wait: response.headers.get('Retry-After'), ...hops }).toEqual({
      ...refused('too_many_requests'),
      wait: '60',
      database: [],
      objects: [],
      waves: 0,
    });
  }
  // A key has two parts: a hash of the address, and the username. The key of a number check has the location's id
  // instead of the username.
  const hash = keys[0]?.split(' ')[0] ?? '';
  expect(hash).toMatch(/^[\w-]{43}$/);
  const shared = `${hash} ${username.toLowerCase()}`;
  const ofChecks = `${hash} ${place.location.id} number-check`;
  expect(keys).toEqual(calls.map(([, path]) => (path.endsWith('check') ? ofChecks : shared)));
});

test('reads of one sender at all businesses have a limit, before the database and every object', async () => {
  const place = await anOwnersLocation();
  const { customer, queueToken } = await join(place);
  const asked = new Set<string>();
  const limiter = (success: boolean) => ({
    READ_SHIELD: {
      limit: ({ key }: { key: string }) => {
        asked.add(key);
        return Promise.resolve({ success });
      },
    },
  });
  const { username } = place.owner.business;
  const visit = `${queueOf(place)}/token/${queueToken}`;
  const headers = { 'CF-Connecting-IP': '203.0.113.7', Cookie: `holdline_visit=${queueToken}` };
  for (const [path, status, more] of [
    [`/auth/business/${username}/addresses`, 200],
    [`${visit}/status`, 200],
    [`${queueOf(place)}/${encodeURIComponent(customerKey(customer))}/status`, 200],
    [`${visit}/live`, 101, { Upgrade: 'websocket' }],
    [`/queue/${username}`, 200],
    [`/queue/${username}?v=nothing`, 200],
    [`/queue?username=${username}`, 303],
  ] as [string, number, object?][]) {
    const given = { headers: { ...headers, ...more } };
    const hops: Hops = { database: [], objects: [], waves: 0 };
    const bindings = { DB: countedDatabase(hops.database), LOCATION_QUEUE: countedObjects(hops) };
    const refusal = await callWith({ ...bindings, ...limiter(false) }, 'GET', path, given);
    expect([path, refusal.status, refusal.headers.get('Retry-After'), hops]).toEqual([
      path,
      429,
      '60',
      { database: [], objects: [], waves: 0 },
    ]);
    const answer = await callWith(limiter(true), 'GET', path, given);
    answer.webSocket?.accept();
    answer.webSocket?.close();
    expect([path, answer.status]).toEqual([path, status]);
  }
  expect([...asked]).toEqual([expect.stringMatching(/^[\w-]{43}$/)]);
});
