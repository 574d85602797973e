import { expect, test, vi } from 'vitest';
import { LocationQueue } from '../../../src/worker/location/location-queue.ts';
import { newAdmin } from '../support/admin-calls.ts';
import { brokenDatabase, brokenObject, callWith, expectComplaints } from '../support/broken.ts';
import { aSignUp, call, goodPassword, me, newLocation, newOwner, party, read } from '../support/factories.ts';

const lost = 'D1_ERROR: Network connection lost.';
const locked = 'D1_ERROR: database is locked: SQLITE_BUSY';
const overloaded = 'D1_ERROR: D1 DB is overloaded. Requests queued for too long.';

const signUpBody = aSignUp();
const logInBody = { emailOrUsername: 'blue-door', password: goodPassword };
const resetBody = { token: 'x'.repeat(43), newPassword: 'a lantern by the door' };
const joinBody = { address: '14 Kemang Raya, Jakarta', ...party() };

async function expectTryAgain(response: Response) {
  expect(response.headers.get('Retry-After')).toBe('2');
  expect([response.status, await response.json()]).toEqual([
    503,
    { error: 'We could not do that right now. Nothing was changed. Please try again.', code: 'try_again' },
  ]);
}

test.each([lost, locked, overloaded])(
  'while the database says %j nothing is done and all may try again',
  async (message) => {
    const { cookie } = await newOwner({ username: 'blue-door' });
    const away = brokenDatabase(message);
    const calls: [string, object?][] = [
      ['GET /auth/me'],
      ['GET /auth/exists?username=nobody'],
      ['GET /auth/business/blue-door/addresses'],
      ['POST /auth/login', logInBody],
      ['POST /auth/signup', signUpBody],
      ['POST /auth/forgot-password', { email: 'ada@example.com' }],
      ['POST /auth/reset-password', resetBody],
      ['POST /auth/locations', { address: 'Somewhere' }],
      ['PUT /auth/me', { locations: [] }],
      ['DELETE /auth/locations/x'],
      ['POST /auth/business/blue-door/queue', joinBody],
      ['POST /auth/business/blue-door/queue/x/admit'],
      ['DELETE /auth/business/blue-door/queue/x'],
    ];
    for (const [each, body] of calls) {
      const [method = '', path = ''] = each.split(' ');
      await expectTryAgain(await callWith(away, method, path, { cookie, ...(body && { body }) }));
    }
  },
);

test.each([
  ['POST /auth/login', logInBody, /^select .* from "users"/],
  ['POST /auth/signup', signUpBody, /^select .* from "businesses"/],
  ['POST /auth/reset-password', resetBody, /^select .* from "password_resets"/],
  ['POST /auth/locations', { address: 'Somewhere' }, /^select .* from "locations"/],
])('%s may try again where a read before its first write was lost', async (each, body, read) => {
  const { cookie } = await newOwner({ username: 'blue-door' });
  const [method = '', path = ''] = each.split(' ');
  await expectTryAgain(
    await callWith(
      brokenDatabase(lost, (sql) => read.test(sql)),
      method,
      path,
      {
        body,
        cookie,
        headers: { 'CF-Connecting-IP': '203.0.113.7' },
      },
    ),
  );
});

test('a log-in whose writes were turned away changed nothing, one whose writes broke off may have', async () => {
  await newOwner({ username: 'blue-door' });
  const beginning = (sql: string) => sql.startsWith('insert into "sessions"');
  for (const message of [overloaded, locked]) {
    const away = brokenDatabase(message, beginning);
    await expectTryAgain(await callWith(away, 'POST', '/auth/login', { body: logInBody }));
  }
  const complaints = expectComplaints();
  const response = await callWith(brokenDatabase(lost, beginning), 'POST', '/auth/login', {
    body: logInBody,
  });
  expect([response.status, await response.json()]).toMatchObject([500, { code: 'internal' }]);
  expect(complaints()).toHaveLength(1);
});

test('if an added location cannot be shown, the answer does not say that nothing was changed', async () => {
  const owner = await newOwner();
  let owners = 0;
  const again = (sql: string) => /^select .* from "sessions"/.test(sql) && ++owners > 1;
  const away = brokenDatabase(overloaded, again);
  const added = { body: { address: 'Somewhere' }, cookie: owner.cookie };
  const response = await callWith(away, 'POST', '/auth/locations', added);
  expect([response.status, await response.json()]).toMatchObject([500, { code: 'internal' }]);
  expect((await me(owner)).locations).toHaveLength(1);
});

test.each(['POST /auth/logout', 'DELETE /auth/sessions'])(
  '%s that cannot reach the database changes nothing: the log-in lives on, and the browser keeps it',
  async (each) => {
    const { cookie } = await newOwner();
    const [method = '', path = ''] = each.split(' ');
    for (const message of [lost, locked, overloaded]) {
      const away = brokenDatabase(message, (sql) => sql.startsWith('delete from "sessions"'));
      const response = await callWith(away, method, path, { cookie });
      expect(response.headers.getSetCookie()).toEqual([]);
      expect(response.headers.get('Clear-Site-Data')).toBeNull();
      await expectTryAgain(response);
    }
    expect((await call('GET', '/auth/me', { cookie })).status).toBe(200);
  },
);

test('a log-out of the admin that cannot reach the database leaves the browser its log-in', async () => {
  const cookie = await newAdmin();
  const response = await callWith(brokenDatabase(lost), 'POST', '/admin/logout', { cookie });
  expect([response.status, response.headers.getSetCookie()]).toEqual([503, []]);
  expect((await call('GET', '/admin/me', { cookie })).status).toBe(200);
});

test('a log-out closes sockets once the log-in has ended, and none when it could not be', async () => {
  const owner = await newOwner();
  await newLocation(owner);
  const close = vi.spyOn(LocationQueue.prototype, 'endSessions');
  const away = brokenDatabase(lost, (sql) => sql.startsWith('delete from "sessions"'));
  await expectTryAgain(await callWith(away, 'POST', '/auth/logout', { cookie: owner.cookie }));
  expect(close).not.toHaveBeenCalled();
  expect((await call('POST', '/auth/logout', { cookie: owner.cookie })).status).toBe(200);
  // The object of the location and the object of the overview close the sockets.
  expect(close).toHaveBeenCalledTimes(2);
});

test('a location whose object is away takes nobody for now, and the others stay as they are', async () => {
  const owner = await newOwner({ maxLocations: 2, emailVerifiedAt: 1 });
  const away = await newLocation(owner, 'Away');
  const there = await newLocation(owner, 'There');
  const objects = brokenObject(away.id, 'accepting', new Error('The object is being moved'));
  const path = `/auth/business/${owner.business.username}/addresses`;
  const { name: businessName } = owner.business;
  expect(await read(await callWith(objects, 'GET', path))).toEqual({
    status: 200,
    body: {
      addresses: [
        {
          locationId: away.id,
          address: 'Away',
          businessName,
          accepting: false,
          reason: 'We could not do that right now. Nothing was changed. Please try again.',
          smsAvailable: false,
        },
        {
          locationId: there.id,
          address: 'There',
          businessName,
          accepting: true,
          smsAvailable: true,
          line: { parties: 0, low: 0, high: 0 },
        },
      ],
    },
  });
});
