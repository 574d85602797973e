/** Host header injection: each link and redirect has the configured origin, whatever host the request names. */
import { createExecutionContext } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { expect, test } from 'vitest';
import { createApp } from '../../../src/worker/app.ts';
import { call, goodPassword, newOwner, origin } from '../support/factories.ts';
import { acted, anOwnersLocation, join, objectOf } from '../support/owner-calls.ts';
import { alarmUntil, texted, textsSent, until } from '../support/queue-factories.ts';
import { mails } from '../support/security-calls.ts';

const evil = 'evil.example';

/** Headers with the name of another host. */
const forwarded = {
  Host: evil,
  'X-Forwarded-Host': evil,
  'X-Forwarded-Proto': 'https',
  'X-Original-Host': evil,
  'X-Host': evil,
  Forwarded: `host=${evil};proto=https`,
};

/**
 * Calls the app with another host. The call goes directly to the app, because the local server in front of the Worker
 * would refuse such a request.
 */
async function callByEvilHost(method: string, path: string, about: { body?: unknown; cookie?: string } = {}) {
  const request = new Request(`http://${evil}${path}`, {
    method,
    redirect: 'manual',
    headers: {
      ...forwarded,
      ...(about.body !== undefined && { 'Content-Type': 'application/json' }),
      ...(about.cookie !== undefined && { Cookie: about.cookie }),
    },
    ...(about.body !== undefined && { body: JSON.stringify(about.body) }),
  });
  return createApp().fetch(request, env, createExecutionContext());
}

function linksIn(text: string): string[] {
  return text.match(/https?:\/\/[^/\s]+/g) ?? [];
}

test('every mail links to the configured origin', async () => {
  const owner = await newOwner();
  const { cookie, user } = owner;
  const form = { name: 'A', username: 'red-door', phone: '+62 812 3456', password: goodPassword };
  const asked: [path: string, body: unknown, cookie?: string][] = [
    ['/auth/forgot-password', { email: user.email }],
    ['/auth/signup', { ...form, email: 'red@example.com' }],
    ['/auth/send-verification', {}, cookie],
    ['/auth/change-email', { email: 'new@example.com', password: goodPassword }, cookie],
    [
      '/auth/change-password',
      { currentPassword: goodPassword, newPassword: 'a lantern by the door' },
      cookie,
    ],
  ];
  for (const [path, body, cookie] of asked) {
    const response = await callByEvilHost('POST', path, { body, ...(cookie !== undefined && { cookie }) });
    expect([path, response.ok]).toEqual([path, true]);
  }
  // The change of address also sends a mail to the old address.
  await until(async () => (await mails()).length === asked.length + 1);
  const sent = await mails();
  expect(new Set(sent.flatMap(({ body }) => linksIn(body)))).toEqual(new Set([origin]));
  expect(JSON.stringify(sent)).not.toContain(evil);
});

test('a text links to the configured origin', async () => {
  const place = await anOwnersLocation();
  const path = `/auth/business/${place.owner.business.username}/queue`;
  const body = {
    address: place.location.address,
    firstName: 'Maya',
    lastName: 'Putri',
    numGuests: 1,
    ...texted,
  };
  const joined = await callByEvilHost('POST', path, { body });
  const { customer } = await joined.json<{ customer: { id: string } }>();
  const visit = `/auth/locations/${place.location.id}/visits/${customer.id}`;
  expect((await callByEvilHost('POST', `${visit}/admit`, { cookie: place.owner.cookie })).status).toBe(200);
  await alarmUntil(objectOf(place), async () => (await textsSent()).length > 0);
  const [text] = await textsSent();
  expect(text?.['body']).toContain(`${origin}/queue/${place.owner.business.username}`);
  expect(text?.['body']).not.toContain(evil);
});

test('every redirect is a path of the host that was asked, however the path is written', async () => {
  const { business, cookie } = await newOwner({ username: 'Blue-Door' });
  for (const [path, location] of [
    ['/queue/', '/queue'],
    ['/queue/blue-door', `/queue/${business.username}`],
    ['/queue/Blue-Door/?next=https://evil.example', '/queue/Blue-Door?next=https://evil.example'],
    ['/queue/%2F%2Fevil.example/', '/queue/%2F%2Fevil.example'],
    ['/queue/%5Cevil.example/', '/queue/%5Cevil.example'],
    ['/queue/%0d%0aLocation:%20evil.example/', '/queue/%0D%0ALocation%3A%20evil.example'],
  ] as const) {
    const response = await callByEvilHost('GET', path);
    expect([path, response.status >= 300, response.headers.get('Location')]).toEqual([path, true, location]);
  }
  const start = await callByEvilHost('GET', '/', { cookie });
  expect([start.status, start.headers.get('Location')]).toEqual([302, '/business/dashboard']);
});

test('paths that a browser could read as another host lead nowhere', async () => {
  for (const path of [
    '//evil.example',
    '//evil.example/queue/',
    '/queue//evil.example/',
    '/%2F%2Fevil.example',
  ]) {
    const response = await call('GET', path);
    await response.arrayBuffer();
    expect([path, response.status, response.headers.get('Location')]).toEqual([path, 404, null]);
  }
});

test('the page of another host sets no cookie for it and names nobody else’s address', async () => {
  const place = await anOwnersLocation();
  await acted(place, await join(place), 'admit');
  const response = await callByEvilHost('GET', `/queue/${place.owner.business.username}`);
  const html = await response.text();
  expect(response.headers.getSetCookie()).toEqual([]);
  expect(html).not.toContain(evil);
});
