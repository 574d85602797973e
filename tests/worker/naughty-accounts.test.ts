/** Every naughty string goes through the account's calls: whatever comes back, it is the contract's answer. */
import { env } from 'cloudflare:workers';
import { expect, test, vi } from 'vitest';
import { findByIdentifier } from '../../src/worker/accounts/businesses.ts';
import { database } from '../../src/worker/db/client.ts';
import naughty from '../data/blns.json';
import { goodPassword, call, me, newOwner } from './factories.ts';

// Hundreds of calls a test; on a busy machine they take their time.
vi.setConfig({ testTimeout: 60_000 });

const form = {
  name: 'Blue Door',
  username: 'blue-door',
  email: 'ada@example.com',
  phone: '+62 812 3456 789',
  password: goodPassword,
};

async function expectContract(response: Response) {
  const body = await response.json<Record<string, unknown>>();
  expect(response.status).toBeLessThan(500);
  if (!response.ok) expect(body).toMatchObject({ error: expect.any(String), code: expect.any(String) });
  return body;
}

/** For what costs more than a look. */
function everyNth(n: number): string[] {
  return naughty.filter((_, index) => index % n === 0);
}

test('as a username, an e-mail address or a phone number of a sign-up', async () => {
  // The password is too short, so that no try costs a hash: what is tested is everything before it.
  for (const text of naughty) {
    const body = { ...form, name: text, username: text, email: text, phone: text, password: 'short' };
    const { issues } = await expectContract(await call('POST', '/auth/signup', { body }));
    expect(issues).toMatchObject({ fieldErrors: { password: ['Password must be at least 8 chars'] } });
  }
});

test('as the name of a business that is then in the database', async () => {
  for (const [index, text] of everyNth(50).entries()) {
    const body = {
      ...form,
      name: `x ${text}`,
      username: `business-${index}`,
      email: `a${index}@example.com`,
    };
    const response = await call('POST', '/auth/signup', { body });
    expect([201, 400]).toContain(response.status);
    await expectContract(response);
  }
});

test('as who logs in, up to the hash', async () => {
  const db = database(env);
  for (const text of naughty) {
    const body = { emailOrUsername: text, password: '' };
    await expectContract(await call('POST', '/auth/login', { body }));
    expect(await findByIdentifier(db, { email: text })).toBeNull();
    expect(await findByIdentifier(db, { username: text })).toBeNull();
  }
});

test('as who logs in and with which password', async () => {
  for (const text of everyNth(25)) {
    const response = await call('POST', '/auth/login', { body: { emailOrUsername: text, password: text } });
    expect([400, 401]).toContain(response.status);
    await expectContract(response);
  }
});

test('as a username that is looked up', async () => {
  for (const text of naughty) {
    const username = encodeURIComponent(text.toWellFormed());
    const body = await expectContract(await call('GET', `/auth/exists?username=${username}`));
    if ('exists' in body) expect(body).toEqual({ exists: false });
  }
});

test('as a cookie', async () => {
  for (const text of everyNth(5)) {
    const cookie = `holdline_session=${encodeURIComponent(text.toWellFormed())}`;
    expect((await call('GET', '/auth/me', { cookie })).status).toBe(401);
  }
});

test('as the address of a location', async () => {
  const owner = await newOwner({ maxLocations: 100 });
  for (const text of everyNth(20)) {
    const body = { address: text, timezone: text.slice(0, 64) };
    const response = await call('POST', '/auth/locations', { body, cookie: owner.cookie });
    expect([201, 400]).toContain(response.status);
    await expectContract(response);
  }
  const { locations } = await me(owner);
  expect(locations.length).toBeGreaterThan(10);
  for (const { address } of locations) {
    expect(address).not.toMatch(/\p{Cc}|[\u202a-\u202e\u2066-\u2069]/u);
  }
});

test('as the id of a location to remove', async () => {
  const { cookie } = await newOwner();
  for (const text of everyNth(5)) {
    const id = encodeURIComponent(text.toWellFormed()) || '-';
    const response = await call('DELETE', `/auth/locations/${id}`, { cookie });
    expect(response.status).toBe(404);
  }
  expect(await env.DB.prepare('select count(*) as n from businesses').first('n')).toBe(1);
});
