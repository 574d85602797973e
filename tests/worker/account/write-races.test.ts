/**
 * Another call writes between a call's check and that call's write. The database then refuses the whole write of the
 * call that made the check.
 */
import { listDurableObjectIds } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { expect, test } from 'vitest';
import { insertAccount, newAccount } from '../../../src/worker/identity/accounts.ts';
import { freeSlot } from '../../../src/worker/identity/location-rows.ts';
import { replacePasswordHash } from '../../../src/worker/identity/users.ts';
import { database } from '../../../src/worker/db/client.ts';
import { locationById } from '../../../src/worker/location/stubs.ts';
import { brokenDatabase, callWith, expectComplaints } from '../support/broken.ts';
import { call, goodPassword, newLocation, newOwner, read } from '../support/factories.ts';

const form = {
  name: 'Blue Door Café',
  username: 'blue-door',
  email: 'ada@example.com',
  phone: '+62 812 3456 789',
  password: goodPassword,
};

/**
 * Returns the real database, except that `rival` runs immediately before the batch with the number `at`. The first
 * batch has the number 1.
 */
function databaseWithRival(rival: () => Promise<unknown>, at = 1): { DB: D1Database; batches: () => number } {
  let batches = 0;
  const DB = new Proxy(env.DB, {
    get(target, name) {
      if (name === 'batch') {
        return async (statements: D1PreparedStatement[]) => {
          batches += 1;
          if (batches === at) await rival();
          return target.batch(statements);
        };
      }
      const value: unknown = Reflect.get(target, name);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  return { DB, batches: () => batches };
}

test.for([
  [{ username: 'Blue-Door' }, 'username_taken', 'username', 'That business username is already taken.'],
  [{ email: 'ADA@example.com' }, 'email_taken', 'email', 'An account with that email already exists.'],
] as const)(
  'whoever takes %j between the look and the insert keeps it',
  async ([taken, code, field, sentence]) => {
    const { DB, batches } = databaseWithRival(() => newOwner(taken));
    const response = await callWith({ DB }, 'POST', '/auth/signup', { body: form });
    expect(batches()).toBe(1);
    expect(response.headers.getSetCookie()).toEqual([]);
    expect(await read(response)).toEqual({
      status: 409,
      body: { error: sentence, code, issues: { fieldErrors: { [field]: [sentence] } } },
    });
    expect(await env.DB.prepare('select count(*) as n from businesses').first('n')).toBe(1);
    expect(await env.DB.prepare('select count(*) as n from users').first('n')).toBe(1);
    expect(await env.DB.prepare('select count(*) as n from sessions').first('n')).toBe(1);
  },
);

// `at` also counts the batches that the rate limits write.
test.each([
  ['log in', 3, 401, '/auth/login', { emailOrUsername: 'blue-door', password: goodPassword }],
  [
    'change the password',
    2,
    400,
    '/auth/change-password',
    { currentPassword: goodPassword, newPassword: 'a lantern by the door' },
  ],
])('who is deleted while about to %s is told no, and leaves nothing', async (_, at, status, path, body) => {
  const { cookie } = await newOwner({ username: 'blue-door' });
  let deletion = 0;
  const { DB, batches } = databaseWithRival(async () => {
    const response = await call('POST', '/auth/delete-account', { cookie, body: { password: goodPassword } });
    deletion = response.status;
  }, at);
  const response = await callWith({ DB }, 'POST', path, { cookie, body });
  expect([deletion, batches()]).toEqual([200, at]);
  expect(response.status).toBe(status);
  expect(response.headers.getSetCookie()).toEqual([]);
  for (const table of ['users', 'memberships', 'sessions']) {
    expect(await env.DB.prepare(`select count(*) as n from ${table}`).first('n')).toBe(0);
  }
});

test('a PIN that was on its way when the password changed is not set', async () => {
  const { cookie } = await newOwner();
  const body = { currentPassword: goodPassword, newPassword: 'a lantern by the door' };
  let changed = 0;
  const { DB } = databaseWithRival(async () => {
    changed = (await call('POST', '/auth/change-password', { cookie, body })).status;
  }, 2);
  const typed = { pin: '2580', password: goodPassword };
  expect((await callWith({ DB }, 'PUT', '/auth/pin', { cookie, body: typed })).status).toBe(400);
  expect(changed).toBe(200);
  expect(await env.DB.prepare('select pin_hash from memberships').first('pin_hash')).toBe(null);
});

test('a business has one owner', async () => {
  const [{ business }, { user }] = [await newOwner(), await newOwner()];
  const second = env.DB.prepare(
    `insert into memberships (user_id, business_id, role, created_at) values (?, ?, 'owner', 1)`,
  ).bind(user.id, business.id);
  await expect(second.run()).rejects.toThrow('UNIQUE constraint failed: memberships.business_id');
});

test('the object of a location that lost its slot to another tab is closed', async () => {
  const owner = await newOwner();
  const before = await openedObjects();
  // The first batch is the rate limit for new locations.
  const { DB } = databaseWithRival(
    () =>
      env.DB.prepare(
        `insert into locations (id, business_id, slot, generation, address, timezone, created_at)
       values (?, ?, 1, 1, 'The other tab', 'UTC', 0)`,
      )
        .bind(env.LOCATION_QUEUE.newUniqueId().toString(), owner.business.id)
        .run(),
    2,
  );
  const body = { address: '14 Kemang Raya, Jakarta', timezone: 'Asia/Jakarta' };
  const response = await callWith({ DB }, 'POST', '/auth/locations', { body, cookie: owner.cookie });
  expect(await read(response)).toMatchObject({ status: 409, body: { code: 'limit_reached' } });
  const [loser, ...others] = (await openedObjects()).filter((id) => !before.includes(id));
  expect(others).toEqual([]);
  expect(await locationById(env, loser ?? '')?.accepting()).toMatchObject({ refusal: 'location_closed' });
});

test('the object of a location whose row could not be written is closed', async () => {
  const owner = await newOwner();
  const before = await openedObjects();
  const lost = brokenDatabase('D1_ERROR: Network connection lost.', (sql) =>
    sql.startsWith('insert into "locations"'),
  );
  const complaints = expectComplaints();
  const body = { address: '14 Kemang Raya, Jakarta', timezone: 'Asia/Jakarta' };
  const response = await callWith(lost, 'POST', '/auth/locations', { body, cookie: owner.cookie });
  expect(await read(response)).toMatchObject({ status: 500, body: { code: 'internal' } });
  expect(complaints()).toHaveLength(1);
  const [orphan, ...others] = (await openedObjects()).filter((id) => !before.includes(id));
  expect(others).toEqual([]);
  expect(await locationById(env, orphan ?? '')?.accepting()).toMatchObject({ refusal: 'location_closed' });
});

async function openedObjects(): Promise<string[]> {
  return (await listDurableObjectIds(env.LOCATION_QUEUE)).map(String);
}

test('freeing a slot again, or somebody else’s, changes nothing', async () => {
  const owner = await newOwner();
  const { id } = await newLocation(owner);
  const db = database(env);
  const location = { id, businessId: owner.business.id };
  await freeSlot(db, { ...location, businessId: 'of-another' }, 500, {
    customerCredits: 1,
    customerDebt: 0,
    smsCredits: 1,
    revision: 0,
    guestsLeft: null,
  });
  await freeSlot(db, location, 1_000, {
    customerCredits: 7,
    customerDebt: 0,
    smsCredits: 5,
    revision: 0,
    guestsLeft: null,
  });
  await freeSlot(db, location, 2_000, {
    customerCredits: 300,
    customerDebt: 0,
    smsCredits: 300,
    revision: 1,
    guestsLeft: null,
  });
  expect(
    await env.DB.prepare(
      'select removed_at, customer_credits_left, sms_credits_left from locations where id = ?',
    )
      .bind(id)
      .first(),
  ).toEqual({ removed_at: 1_000, customer_credits_left: 7, sms_credits_left: 5 });
});

test("a better hash takes an old one's place, but not that of a password changed meanwhile", async () => {
  const { user } = await newOwner();
  const db = database(env);
  const stored = () =>
    env.DB.prepare('select password_hash from users where id = ?').bind(user.id).first('password_hash');
  const before = String(await stored());
  await replacePasswordHash(db, user.id, { from: 'of an older password', to: 'better' });
  expect(await stored()).toBe(before);
  await replacePasswordHash(db, user.id, { from: before, to: 'better' });
  expect(await stored()).toBe('better');
});

test('a log-in with a hash of other parameters leaves a present one', async () => {
  const db = database(env);
  const { password: _, ...typed } = form;
  // The test vector of RFC 7914, section 12: scrypt("pleaseletmein", "SodiumChloride", 16384, 8, 1, 64).
  const old =
    '$scrypt$ln=14,r=8,p=1$U29kaXVtQ2hsb3JpZGU$cCO9yzr9c0hGHAbNgf046/2o+7qQT44+qbVD9lRdofLVQylVYT8Pz2LUlwUkKpr55h6F3A1lHkDfzwF7RVdYhw';
  await db.batch(insertAccount(db, newAccount({ ...typed, now: Date.now() }), old));
  const body = { emailOrUsername: 'blue-door', password: 'pleaseletmein' };
  for (let time = 1; time <= 2; time += 1) {
    expect((await call('POST', '/auth/login', { body })).status).toBe(200);
    const hash = await env.DB.prepare('select password_hash from users').first('password_hash');
    // New hashes have a low cost in tests.
    expect(hash).toMatch(/^\$scrypt\$ln=1,r=1,p=1\$/);
  }
});
