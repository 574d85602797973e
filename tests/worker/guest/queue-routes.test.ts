import { createExecutionContext } from 'cloudflare:test';
import { env, exports } from 'cloudflare:workers';
import { expect, test, vi } from 'vitest';
import { joinAnswer, statusAnswer, type JoinAnswer } from '../../../src/shared/contracts/guest.ts';
import { refusals, type RefusalCode } from '../../../src/shared/copy/en/refusals.ts';
import { customerKey } from '../../../src/shared/contracts/queue-view.ts';
import { createApp } from '../../../src/worker/app.ts';
import { everyNth } from '../../support/naughty-strings.ts';
import { newLocation, newOwner, origin } from '../support/factories.ts';
import { aJoin, texted } from '../support/queue-factories.ts';

type Init = { method?: string; json?: unknown; headers?: Record<string, string>; body?: string };

/** Calls the Worker. The body of the answer is parsed if it is JSON. */
async function call(path: string, { json, headers, ...init }: Init = {}) {
  const response = await exports.default.fetch(origin + path, {
    ...init,
    method: init.method ?? (json === undefined ? 'GET' : 'POST'),
    headers: { ...(json !== undefined && { 'content-type': 'application/json' }), ...headers },
    ...(json !== undefined && { body: JSON.stringify(json) }),
    redirect: 'manual',
  });
  const text = await response.text();
  return {
    status: response.status,
    body: text.startsWith('{') ? JSON.parse(text) : text,
    headers: response.headers,
  };
}

const refused = (code: RefusalCode) => ({
  status: refusals[code].status,
  body: { error: refusals[code].sentence, code },
});

async function aBusiness(username = 'blue-door') {
  const owner = await newOwner({ username, name: 'Blue Door Café' });
  const { id: locationId } = await newLocation(owner);
  const as = { headers: { cookie: owner.cookie } };
  return { username, as, queue: `/auth/business/${username}/queue`, locationId };
}

const keyPath = (answer: JoinAnswer) => encodeURIComponent(customerKey(answer.customer));
const bearer = ({ queueToken }: JoinAnswer) => ({ headers: { authorization: `Bearer ${queueToken}` } });

async function join(queue: string, about = {}): Promise<JoinAnswer> {
  const { status, body } = await call(queue, { json: aJoin(about) });
  expect(status).toBe(201);
  return joinAnswer.parse(body);
}

test('the addresses of a business say where a guest may join', async () => {
  const { locationId } = await aBusiness();
  expect((await call('/auth/business/BLUE-door/addresses')).body).toEqual({
    addresses: [
      {
        locationId,
        address: '14 Kemang Raya, Jakarta',
        businessName: 'Blue Door Café',
        accepting: true,
        smsAvailable: true,
        line: { parties: 0, low: 0, high: 0 },
      },
    ],
  });
  expect(await call('/auth/business/nobody/addresses')).toMatchObject(refused('not_found'));
});

test('a guest joins by the spec’s payload and follows the visit by token and by key', async () => {
  const { queue } = await aBusiness();
  const joined = await join(queue);
  const byToken = await call(`${queue}/token/${joined.queueToken}/status`);
  expect(statusAnswer.parse(byToken.body)).toMatchObject({
    position: 1,
    businessName: 'Blue Door Café',
    address: '14 Kemang Raya, Jakarta',
  });
  const byKey = await call(`${queue}/${keyPath(joined)}/status`, bearer(joined));
  expect(byKey.body).toMatchObject({ position: 1, customer: { firstName: 'Maya' } });
});

test('a join with the location’s id reads no database', async () => {
  const { queue, locationId } = await aBusiness();
  await env.DB.exec('ALTER TABLE businesses RENAME TO businesses_away');
  expect((await call(queue, { json: { ...aJoin(), locationId } })).status).toBe(201);
});

test('the answer to a join sets the token as a cookie for that business’s queue paths only', async () => {
  const { queue } = await aBusiness();
  const { headers, body } = await call(queue, { json: aJoin() });
  expect(headers.getSetCookie()).toEqual([
    `holdline_visit=${body.queueToken}; Max-Age=172800; Path=/auth/business/blue-door/queue; HttpOnly; SameSite=Lax`,
    `holdline_visit=${body.queueToken}; Max-Age=172800; Path=/queue/blue-door; HttpOnly; SameSite=Lax`,
  ]);
});

test('on https the cookie is Secure, and another one is not looked at', async () => {
  const { queue } = await aBusiness();
  const https = 'https://queue.example.com';
  const ask = (path: string, init: RequestInit) =>
    createApp().fetch(
      new Request(https + path, init),
      { ...env, APP_ORIGIN: https },
      createExecutionContext(),
    );
  const joined = await ask(queue, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(aJoin()),
  });
  const { queueToken, customer } = await joined.json<JoinAnswer>();
  expect(joined.headers.getSetCookie()).toEqual([
    `__Secure-holdline_visit=${queueToken}; Max-Age=172800; Path=/auth/business/blue-door/queue; HttpOnly; Secure; SameSite=Lax`,
    `__Secure-holdline_visit=${queueToken}; Max-Age=172800; Path=/queue/blue-door; HttpOnly; Secure; SameSite=Lax`,
  ]);
  const status = `${queue}/${encodeURIComponent(customerKey(customer))}/status`;
  const asked = async (name: string) =>
    (await ask(status, { headers: { Cookie: `${name}=${queueToken}` } })).status;
  expect([await asked('__Secure-holdline_visit'), await asked('holdline_visit')]).toEqual([200, 404]);
});

test('a second join from the same browser brings the live visit back', async () => {
  const { queue, as } = await aBusiness();
  const first = await join(queue);
  const headers = { cookie: `holdline_visit=${first.queueToken}` };
  const again = await call(queue, { json: aJoin({ firstName: 'Other' }), headers });
  expect(again).toMatchObject({
    status: 200,
    body: { queueToken: first.queueToken, position: 1, customer: { firstName: 'Maya' } },
  });
  expect((await call('/auth/me', as)).body.locations[0].queue).toHaveLength(1);

  await call(`${queue}/${keyPath(first)}/leave`, { method: 'POST', ...bearer(first) });
  expect((await call(queue, { json: aJoin({ firstName: 'Other' }), headers })).status).toBe(201);
});

test('once the hold has ended, joining again takes a new place in line', async () => {
  const { queue, as } = await aBusiness();
  const first = await join(queue);
  const headers = { cookie: `holdline_visit=${first.queueToken}` };
  await call(`${queue}/${keyPath(first)}/admit`, { method: 'POST', ...as });
  expect(await call(queue, { json: aJoin(), headers })).toMatchObject({
    status: 200,
    body: { customer: { status: 'admitted' } },
  });
  vi.useFakeTimers({ toFake: ['Date'] });
  vi.setSystemTime(Date.now() + 300_001);
  expect(await call(queue, { json: aJoin(), headers })).toMatchObject({ status: 201, body: { position: 1 } });
});

test('a repeated idempotency key returns the first answer, and short keys are refused', async () => {
  const { queue } = await aBusiness();
  const headers = { 'idempotency-key': crypto.randomUUID() };
  const first = await call(queue, { json: aJoin(), headers });
  const again = await call(queue, { json: aJoin(), headers });
  expect([again.status, again.body]).toEqual([201, first.body]);
  expect(await call(queue, { json: aJoin({ firstName: 'Eve' }), headers })).toMatchObject(
    refused('idempotency_key_reused'),
  );
  expect(await call(queue, { json: aJoin(), headers: { 'idempotency-key': '1' } })).toMatchObject({
    status: 400,
    body: {
      error: 'Please check what you entered.',
      code: 'invalid_input',
      issues: { fieldErrors: { 'Idempotency-Key': ['Please check what you entered.'] } },
    },
  });
});

test.each([
  [{ address: ' ' }, 'address', 'Location is required'],
  [{ firstName: '' }, 'firstName', 'First name is required'],
  [{ firstName: 7 }, 'firstName', 'First name is required'],
  [{ lastName: '\u202e' }, 'lastName', 'Last name is required'],
  [{ numGuests: 0 }, 'numGuests', 'Number of guests must be at least 1'],
  [{ numGuests: 1.5 }, 'numGuests', 'Number of guests must be at least 1'],
  [{ numGuests: '2' }, 'numGuests', 'Number of guests must be at least 1'],
  [{ numGuests: 1e9 }, 'numGuests', 'Number of guests must be at most 999'],
  [{ waitingPreference: 'somewhere' }, 'waitingPreference', 'Please choose how you want to wait'],
  [
    { waitingPreference: 'wait_anywhere', phoneNumber: ' ' },
    'phoneNumber',
    'Phone number is required for Wait Anywhere',
  ],
  [{ firstName: 'x'.repeat(81) }, 'firstName', 'Please use at most 80 characters'],
])('a join with %o is refused at %s and changes nothing', async (wrong, field, sentence) => {
  const { queue, as } = await aBusiness();
  expect(await call(queue, { json: { ...aJoin(), ...wrong } })).toMatchObject({
    status: 400,
    body: { error: sentence, code: 'invalid_input', issues: { fieldErrors: { [field]: [sentence] } } },
  });
  expect((await call('/auth/me', as)).body.locations[0]).toMatchObject({ queue: [], customerCredits: 300 });
});

test('a join without a phone number may leave the field out or say null', async () => {
  const { queue } = await aBusiness();
  const { phoneNumber: _, ...without } = aJoin();
  expect((await call(queue, { json: without })).status).toBe(201);
  expect((await call(queue, { json: { ...without, phoneNumber: null } })).status).toBe(201);
});

test('a join is refused as a whole: no body, no JSON, wrong type, too much, from another site', async () => {
  const { queue, as } = await aBusiness();
  expect(await call(queue, { method: 'POST' })).toMatchObject(refused('invalid_json'));
  expect(
    await call(queue, { method: 'POST', body: '{', headers: { 'content-type': 'application/json' } }),
  ).toMatchObject(refused('invalid_json'));
  expect(
    await call(queue, { method: 'POST', body: 'a=b', headers: { 'content-type': 'text/plain' } }),
  ).toMatchObject(refused('not_json'));
  expect(await call(queue, { json: { ...aJoin(), more: 'x'.repeat(33_000) } })).toMatchObject(
    refused('too_large'),
  );
  expect(await call(queue, { json: aJoin(), headers: { 'sec-fetch-site': 'cross-site' } })).toMatchObject(
    refused('bad_origin'),
  );
  expect(await call(queue, { method: 'PUT', json: {} })).toMatchObject({ status: 405 });
  expect((await call('/auth/me', as)).body.locations[0].queue).toEqual([]);
});

test('a join at an unknown business, address or location, or at somebody else’s location, is not found', async () => {
  const { queue } = await aBusiness();
  const other = await aBusiness('green-door');
  for (const [path, about] of [
    ['/auth/business/nobody/queue', {}],
    [queue, { address: 'Elsewhere 1' }],
    [queue, { locationId: 'made-up' }],
    [queue, { locationId: 'f'.repeat(64) }],
    [queue, { locationId: other.locationId }],
  ] as const) {
    expect(await call(path, { json: { ...aJoin(), ...about } })).toMatchObject(refused('not_found'));
  }
});

test('a removed location refuses to be joined', async () => {
  const { queue, locationId, as } = await aBusiness();
  await call(`/auth/locations/${locationId}`, { method: 'DELETE', ...as });
  expect(await call(queue, { json: { ...aJoin(), locationId } })).toMatchObject(refused('location_closed'));
});

test('after the trial joins are refused, and the addresses say that the business takes no guests', async () => {
  const { queue, locationId } = await aBusiness();
  vi.useFakeTimers({ toFake: ['Date'] });
  vi.setSystemTime(Date.now() + 14 * 86_400_000);
  expect(await call(queue, { json: { ...aJoin(), locationId } })).toMatchObject(refused('trial_expired'));
  expect((await call('/auth/business/blue-door/addresses')).body.addresses).toMatchObject([
    { accepting: false, reason: refusals.trial_expired.sentence, smsAvailable: false },
  ]);
});

test.each(['José 李 مريم', '100% / ? # & =', '👩‍👩‍👧', '../..', 'token', "'; DROP TABLE visit; --"])(
  'the name %j makes a key that works in every path',
  async (firstName) => {
    const { queue, as } = await aBusiness();
    const joined = await join(queue, { firstName });
    expect((await call(`${queue}/${keyPath(joined)}/status`, bearer(joined))).body).toMatchObject({
      customer: { firstName },
    });
    expect((await call(`${queue}/${keyPath(joined)}/admit`, { method: 'POST', ...as })).body).toMatchObject({
      success: true,
      customer: { firstName, status: 'admitted' },
    });
  },
);

test('a name and a time are not a secret: the key routes need the token', async () => {
  const { queue } = await aBusiness();
  const mine = await join(queue);
  const other = await join(queue, { firstName: 'Eve' });
  for (const as of [
    {},
    bearer(other),
    { headers: { authorization: 'Bearer nonsense' } },
    { headers: { cookie: 'holdline_visit=x' } },
  ]) {
    expect(await call(`${queue}/${keyPath(mine)}/status`, as)).toMatchObject(refused('not_found'));
    expect(await call(`${queue}/${keyPath(mine)}/leave`, { method: 'POST', ...as })).toMatchObject(
      refused('not_found'),
    );
  }
  const cookie = { headers: { cookie: `holdline_visit=${mine.queueToken}` } };
  expect((await call(`${queue}/${keyPath(mine)}/status`, cookie)).status).toBe(200);
});

test('a token does not work at another business, and a made-up one does not work at all', async () => {
  const { queue, locationId } = await aBusiness();
  const other = await aBusiness('green-door');
  const { queueToken } = await join(queue);
  for (const path of [
    `${other.queue}/token/${queueToken}`,
    `${queue}/token/${locationId}.${'A'.repeat(43)}`,
    `${queue}/token/${'0'.repeat(64)}.${'A'.repeat(43)}`,
    `${queue}/token/nonsense`,
  ]) {
    expect(await call(`${path}/status`)).toMatchObject(refused('not_found'));
    expect(await call(path, { method: 'PATCH', json: texted })).toMatchObject(refused('not_found'));
    expect(await call(`${path}/live`, { headers: { upgrade: 'websocket' } })).toMatchObject(
      refused('not_found'),
    );
  }
});

test('leaving is harmless to repeat, clears the cookie and is refused once admitted', async () => {
  const { queue, as } = await aBusiness();
  const leaver = await join(queue);
  const leave = (who: JoinAnswer) =>
    call(`${queue}/${keyPath(who)}/leave`, { method: 'POST', ...bearer(who) });
  const left = await leave(leaver);
  expect(left).toMatchObject({ status: 200, body: { success: true } });
  expect(left.headers.getSetCookie().every((cookie) => cookie.includes('Max-Age=0'))).toBe(true);
  expect(await leave(leaver)).toMatchObject({ status: 200, body: { success: true } });
  expect((await call(`${queue}/token/${leaver.queueToken}/status`)).body).toMatchObject({
    removed: true,
    status: 'left',
  });

  const admitted = await join(queue);
  await call(`${queue}/${keyPath(admitted)}/admit`, { method: 'POST', ...as });
  expect(await leave(admitted)).toMatchObject(refused('already_admitted'));
});

test('a guest’s change of preference reaches the owner; without a phone number it is refused', async () => {
  const { queue, as } = await aBusiness();
  const { queueToken } = await join(queue);
  const path = `${queue}/token/${queueToken}`;
  expect(await call(path, { method: 'PATCH', json: { waitingPreference: 'wait_anywhere' } })).toMatchObject({
    status: 400,
    body: {
      issues: { fieldErrors: { phoneNumber: ['Phone number is required if you want to wait anywhere'] } },
    },
  });
  expect(await call(path, { method: 'PATCH', json: texted })).toMatchObject({
    status: 200,
    body: { customer: texted },
  });
  expect((await call('/auth/me', as)).body.locations[0].queue).toMatchObject([{ ...texted, position: 1 }]);
});

test('an owner admits and removes by key; a second time is refused with a code', async () => {
  const { queue, as } = await aBusiness();
  const [first, second] = [await join(queue), await join(queue, { firstName: 'Budi' })];
  const admit = (who: JoinAnswer) => call(`${queue}/${keyPath(who)}/admit`, { method: 'POST', ...as });
  const remove = (who: JoinAnswer) => call(`${queue}/${keyPath(who)}`, { method: 'DELETE', ...as });
  expect(await admit(first)).toMatchObject({
    status: 200,
    body: { success: true, customer: { status: 'admitted' } },
  });
  expect(await admit(first)).toMatchObject(refused('already_admitted'));
  expect(await remove(second)).toMatchObject({
    status: 200,
    body: { success: true, customer: { status: 'removed' } },
  });
  expect(await remove(second)).toMatchObject(refused('not_waiting'));
  expect(await remove(first)).toMatchObject(refused('already_admitted'));
  expect(await call(`${queue}/nobody/admit`, { method: 'POST', ...as })).toMatchObject(refused('not_found'));
});

test('an owner reaches only the own locations', async () => {
  const { queue } = await aBusiness();
  const mine = await join(queue);
  const other = await aBusiness('green-door');
  for (const path of [queue, other.queue]) {
    expect(await call(`${path}/${keyPath(mine)}/admit`, { method: 'POST', ...other.as })).toMatchObject(
      refused('not_found'),
    );
    expect(await call(`${path}/${keyPath(mine)}`, { method: 'DELETE', ...other.as })).toMatchObject(
      refused('not_found'),
    );
  }
  expect(await call(`${queue}/${keyPath(mine)}/admit`, { method: 'POST' })).toMatchObject(
    refused('not_logged_in'),
  );
  expect(await call(`${queue}/${keyPath(mine)}`, { method: 'DELETE' })).toMatchObject(
    refused('not_logged_in'),
  );
});

test('the live routes answer sockets only, to whom they belong and from our own pages', async () => {
  const { queue, locationId, as } = await aBusiness();
  const { queueToken } = await join(queue);
  const other = await aBusiness('green-door');
  const guest = `${queue}/token/${queueToken}/live`;
  const owner = `/auth/locations/${locationId}/live`;
  const upgrade = { upgrade: 'websocket' };
  expect(await call(guest)).toMatchObject(refused('upgrade_required'));
  expect(await call(owner, as)).toMatchObject(refused('upgrade_required'));
  expect(await call(owner, { headers: upgrade })).toMatchObject(refused('not_logged_in'));
  expect(await call(owner, { headers: { ...upgrade, ...other.as.headers } })).toMatchObject(
    refused('not_found'),
  );
  const elsewhere = { ...upgrade, origin: 'https://evil.example' };
  expect(await call(guest, { headers: elsewhere })).toMatchObject(refused('bad_origin'));
  expect(await call(owner, { headers: { ...elsewhere, ...as.headers } })).toMatchObject(
    refused('bad_origin'),
  );

  for (const [path, headers] of [
    [guest, upgrade],
    [owner, { ...upgrade, ...as.headers }],
  ] as const) {
    const response = await exports.default.fetch(origin + path, { headers });
    expect(response.status).toBe(101);
    response.webSocket?.accept();
    response.webSocket?.close(1000);
  }
});

test('texts are read at /dev/outbox, escaped', async () => {
  const { queue, as } = await aBusiness();
  const guest = await join(queue, { ...texted, phoneNumber: '0812 3456 7890' });
  await call(`${queue}/${keyPath(guest)}/admit`, { method: 'POST', ...as });
  await vi.waitUntil(async () => (await call('/dev/outbox')).body.includes('it&#39;s your turn'), {
    timeout: 10_000,
  });
  const { body } = await call('/dev/outbox', { headers: { accept: 'application/json' } });
  expect(body.messages).toMatchObject([{ channel: 'sms', recipient: '+6281234567890' }]);
});

test('naughty strings never break a join: each is taken or refused in the contract’s shape', async () => {
  const { queue, locationId } = await aBusiness();
  for (const naughty of everyNth(25)) {
    const { status, body } = await call(queue, {
      json: {
        ...aJoin({ ...texted }),
        locationId,
        firstName: naughty,
        lastName: naughty,
        phoneNumber: naughty,
      },
    });
    expect([201, 400, 402], naughty).toContain(status);
    if (status === 201)
      expect((await call(`${queue}/token/${body.queueToken}/status`)).status, naughty).toBe(200);
    else expect(body, naughty).toMatchObject({ error: expect.any(String), code: expect.any(String) });
    expect(
      (await call(`/auth/business/${encodeURIComponent(naughty)}/addresses`)).status,
      naughty,
    ).toBeLessThan(500);
    expect((await call(`${queue}/${encodeURIComponent(naughty)}/status`)).status, naughty).toBeLessThan(500);
  }
});

test('leaving by another spelling of the username clears the cookie at its original path', async () => {
  const { queue } = await aBusiness('black-kite');
  // The lower case of the Kelvin sign (%E2%84%AA) is the letter k.
  for (const spelling of ['BLACK-Kite', 'blac%E2%84%AA-kite']) {
    const guest = await join(queue);
    const path = `/auth/business/${spelling}/queue/${keyPath(guest)}/leave`;
    const { status, headers } = await call(path, { method: 'POST', ...bearer(guest) });
    expect(status).toBe(200);
    expect(headers.getSetCookie().map((cookie) => /Path=([^;]*)/.exec(cookie)?.[1])).toEqual([
      '/auth/business/black-kite/queue',
      '/queue/black-kite',
    ]);
  }
});
