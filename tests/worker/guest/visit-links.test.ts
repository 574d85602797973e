/** The link in a text opens the visit on another device. An invented link opens nothing. */
import { createExecutionContext } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { expect, test } from 'vitest';
import type { JoinAnswer } from '../../../src/shared/contracts/guest.ts';
import { createApp } from '../../../src/worker/app.ts';
import { UnavailableError } from '../../../src/worker/db/errors.ts';
import { joinTimeOf } from '../../../src/worker/location/guests/visit-link.ts';
import { brokenObject } from '../support/broken.ts';
import { call, cookieOf, newLocation, origin, party, read } from '../support/factories.ts';
import {
  acted,
  anotherLocation,
  anOwnersLocation,
  join,
  leave,
  objectOf,
  refused,
  statusOf,
  type OwnedLocation,
} from '../support/owner-calls.ts';
import { LINK_AFTER_VISIT_MS } from '../../../src/shared/limits.ts';
import { alarmUntil, moveClock, stopClock, texted, textsSent } from '../support/queue-factories.ts';
import { SYNC } from '../../../src/shared/contracts/live.ts';
import { guestPage, toldGuest } from '../support/sockets.ts';

const templates: Fetcher = {
  fetch: async () =>
    new Response(
      '<!doctype html><html><head><title>Join the Queue</title><style></style></head><body><div id="root"></div>' +
        '<script id="boot" type="application/json"></script></body></html>',
      { headers: { 'Content-Type': 'text/html' } },
    ),
  connect: () => {
    throw new Error('Files are fetched');
  },
};

/** Opens a page as a browser does. */
async function open(path: string, bindings: Partial<Env> = {}, headers: Record<string, string> = {}) {
  const request = new Request(origin + path, { redirect: 'manual', headers });
  return createApp().fetch(request, { ...env, ASSETS: templates, ...bindings }, createExecutionContext());
}

/** Admits a guest. Returns the guest, and the path and code of the link in the text. */
async function called(place: OwnedLocation): Promise<{ guest: JoinAnswer; link: string; code: string }> {
  const guest = await join(place, texted);
  await acted(place, guest, 'admit');
  await alarmUntil(objectOf(place), async () => (await textsSent()).length > 0);
  const [{ body } = { body: '' }] = await textsSent();
  const link = new URL(/http\S+/.exec(String(body))?.[0] ?? '');
  expect(link.origin).toBe(origin);
  return { guest, link: link.pathname + link.search, code: link.searchParams.get('v') ?? '' };
}

test('the link ends six hours after the visit, and the token of the guest goes on', async () => {
  stopClock();
  const place = await anOwnersLocation({ username: 'Blue-Door' });
  const { guest, link, code } = await called(place);
  await acted(place, guest, 'arrived');
  const path = `/auth/business/Blue-Door/queue/token/${place.location.id}.${code}/status`;
  moveClock(LINK_AFTER_VISIT_MS - 1);
  expect(await read(await call('GET', path))).toMatchObject({ status: 200, body: { status: 'arrived' } });
  moveClock(1);
  expect(await read(await call('GET', path))).toEqual(refused('not_found'));
  expect((await open(link)).headers.getSetCookie()).toEqual([]);
  expect(await statusOf(place, guest)).toMatchObject({ status: 'arrived' });
});

test('the link of a text opens the visit on a device that has never seen it', async () => {
  const place = await anOwnersLocation({ username: 'Blue-Door', maxLocations: 2, emailVerifiedAt: 1 });
  await anotherLocation(place);
  const { guest, link, code } = await called(place);
  const opened = await open(link);
  expect(opened.status).toBe(302);
  expect(opened.headers.get('Location')).toBe('/queue/Blue-Door');
  expect(opened.headers.get('Referrer-Policy')).toBe('no-referrer');
  const [id] = guest.queueToken.split('.');
  const queueToken = `${id}.${code}`;
  expect(opened.headers.getSetCookie()).toEqual(
    ['/auth/business/Blue-Door/queue', '/queue/Blue-Door'].map(
      (path) => `holdline_visit=${queueToken}; Max-Age=172800; Path=${path}; HttpOnly; SameSite=Lax`,
    ),
  );
  const page = await open('/queue/Blue-Door', {}, { Cookie: cookieOf(opened, 'holdline_visit') });
  expect(await page.text()).toContain(queueToken);
  // The other device gets the first name, and only the last digits of the phone number.
  const whole = await statusOf(place, guest);
  const customer = { ...whole.customer, lastName: '', phoneNumber: '•••890' };
  const shown = await statusOf(place, { queueToken });
  expect({ ...shown, serverNow: '' }).toEqual({ ...whole, customer, serverNow: '' });
});

test('a link to a location that a kept look-up does not list opens the visit', async () => {
  const place = await anOwnersLocation({ username: 'Blue-Door', maxLocations: 2, emailVerifiedAt: 1 });
  expect((await open('/queue/Blue-Door')).status).toBe(200);
  const { link } = await called(await anotherLocation(place));
  expect((await open(link)).status).toBe(302);
});

test('no answer of a link, and no message of its page, has the last name or the number', async () => {
  const place = await anOwnersLocation({ username: 'Blue-Door' });
  const { guest, code } = await called(place);
  const token = `${place.location.id}.${code}`;
  const path = `/auth/business/Blue-Door/queue/token/${token}`;
  const page = await guestPage(place, { ...guest, queueToken: token });
  const own = await guestPage(place, guest);
  await acted(place, guest, 'put-back');
  const change = { waitingPreference: 'on_premises', phoneNumber: '' };
  const changed = await call('PATCH', path, { body: change });
  const known = { waitingPreference: 'wait_anywhere', phoneNumber: '•••890' };
  const kept = await call('PATCH', path, { body: known });
  page.socket.send(SYNC);
  const left = `/auth/business/Blue-Door/queue/Ada${guest.customer.joinedAt}/leave`;
  const gone = await call('POST', left, { headers: { Authorization: `Bearer ${token}` } });
  expect([changed.status, kept.status, gone.status]).toEqual([200, 200, 200]);
  const whole = { lastName: 'Lovelace', phoneNumber: '+6281234567890' };
  expect((await toldGuest(own)).at(-1)).toMatchObject({ status: 'left', customer: whole });
  const masked = { lastName: '', phoneNumber: '•••890' };
  expect((await toldGuest(page)).at(-1)).toMatchObject({ status: 'left', customer: masked });
  const told = [...(await page.settled()), await changed.text(), await kept.text()].join(' ');
  expect(told).not.toMatch(/Lovelace|81234/);
});

test('a browser that joined keeps its own token when it opens the link of its text', async () => {
  const place = await anOwnersLocation({ username: 'Blue-Door' });
  const { guest, link } = await called(place);
  const opened = await open(link, {}, { Cookie: `holdline_visit=${guest.queueToken}` });
  expect(cookieOf(opened, 'holdline_visit')).toBe(`holdline_visit=${guest.queueToken}`);
});

/** The links of a page that asks which visit to open, each with its text and address. */
async function waysOf(page: Response): Promise<string[][]> {
  const links = [...(await page.text()).matchAll(/<a href="([^"]*)">([^<]*)<\/a>/g)];
  return links.map(([, href = '', label = '']) => [label, href.replaceAll('&amp;', '&')]);
}

test('a link to another visit does not replace the browser’s visit: the page asks', async () => {
  const place = await anOwnersLocation({ username: 'Blue-Door' });
  const { link } = await called(place);
  const own = await join(place);
  const cookie = { Cookie: `holdline_visit=${own.queueToken}` };
  const asked = await open(link, {}, cookie);
  expect([asked.status, asked.headers.getSetCookie(), asked.headers.get('Referrer-Policy')]).toEqual([
    200,
    [],
    'no-referrer',
  ]);
  expect(asked.headers.get('Cache-Control')).toBe('no-store');
  expect(asked.headers.get('X-Robots-Tag')).toBe('noindex');
  const [[keep, toOwn = ''] = [], [show, toOther = ''] = []] = await waysOf(asked);
  expect([keep, toOwn]).toEqual(['Keep showing mine', '/queue/Blue-Door']);
  expect([show, toOther]).toEqual(['Show the other one', `${link}&instead=`]);
  expect(await (await open(toOwn, {}, cookie)).text()).toContain(own.queueToken);
  const opened = await open(toOther, {}, cookie);
  expect([opened.status, opened.headers.get('Location')]).toEqual([302, '/queue/Blue-Door']);
  expect(opened.headers.getSetCookie()).toHaveLength(2);
});

test('it asks in the language of the page, and what else the link said stays', async () => {
  const place = await anOwnersLocation({ username: 'Blue-Door' });
  const { link } = await called(place);
  const own = await join(place);
  const cookie = { Cookie: `holdline_visit=${own.queueToken}`, 'Accept-Language': 'es' };
  expect(await waysOf(await open(`${link}&a=1`, {}, cookie))).toEqual([
    ['Seguir con el mío', '/queue/Blue-Door?a=1'],
    ['Mostrar el otro', `${link}&a=1&instead=`],
  ]);
});

test('a link asks nothing where it leads to the very visit, or where the own one is over or unknown', async () => {
  const place = await anOwnersLocation({ username: 'Blue-Door' });
  const { guest, link, code } = await called(place);
  const gone = await join(place);
  await leave(place, gone);
  const [id] = guest.queueToken.split('.');
  for (const token of [guest.queueToken, `${id}.${code}`, gone.queueToken, `${id}.unknown`, 'x']) {
    const opened = await open(link, {}, { Cookie: `holdline_visit=${token}` });
    expect([token, opened.status]).toEqual([token, 302]);
  }
});

test('a link to a visit that is over leaves the own place as it is, whatever the address says', async () => {
  const place = await anOwnersLocation({ username: 'Blue-Door' });
  const { guest, link } = await called(place);
  await acted(place, guest, 'arrived');
  const own = await join(place);
  for (const path of [link, `${link}&instead=`]) {
    const kept = await open(path, {}, { Cookie: `holdline_visit=${own.queueToken}` });
    expect([kept.status, kept.headers.get('Location'), kept.headers.getSetCookie()]).toEqual([
      302,
      '/queue/Blue-Door',
      [],
    ]);
  }
});

test.each(['none', 'cross-site', 'same-site'])(
  'nobody but the question’s own page can answer it: a link that comes %s',
  async (site) => {
    const place = await anOwnersLocation({ username: 'Blue-Door' });
    const { link } = await called(place);
    const own = await join(place);
    const headers = { Cookie: `holdline_visit=${own.queueToken}`, 'Sec-Fetch-Site': site };
    const asked = await open(`${link}&instead=`, {}, headers);
    expect([asked.status, asked.headers.getSetCookie()]).toEqual([200, []]);
    const opened = await open(`${link}&instead=`, {}, { ...headers, 'Sec-Fetch-Site': 'same-origin' });
    expect(opened.headers.getSetCookie()).toHaveLength(2);
  },
);

test('it also asks if the browser’s visit cannot be read now', async () => {
  const place = await anOwnersLocation({ username: 'Blue-Door', maxLocations: 2, emailVerifiedAt: 1 });
  const { link } = await called(place);
  const away = await anotherLocation(place);
  const own = await join(away);
  const isAway = brokenObject(away.location.id, 'status', new UnavailableError('away'));
  const asked = await open(link, isAway, { Cookie: `holdline_visit=${own.queueToken}` });
  expect([asked.status, asked.headers.getSetCookie()]).toEqual([200, []]);
});

test('any spelling of the username leads to the one that cookies are kept for, and what else is asked stays', async () => {
  const place = await anOwnersLocation({ username: 'Blue-Door' });
  const { code } = await called(place);
  const named = await open(`/queue/BLUE-DOOR?a=1&v=${code}&b=2`);
  expect([named.status, named.headers.getSetCookie(), named.headers.get('Referrer-Policy')]).toEqual([
    302,
    [],
    'no-referrer',
  ]);
  expect(named.headers.get('Location')).toBe(`/queue/Blue-Door?a=1&v=${code}&b=2`);
  const opened = await open(`/queue/Blue-Door?a=1&v=${code}&b=2`);
  expect(opened.headers.get('Location')).toBe('/queue/Blue-Door?a=1&b=2');
  expect(opened.headers.getSetCookie()).toHaveLength(2);
});

test('the code of a link is short, contains the join time and never ends in punctuation', async () => {
  const place = await anOwnersLocation();
  const { guest, code } = await called(place);
  expect(code).toMatch(/^[\w-]{22}[0-9a-z]{8}$/);
  expect(joinTimeOf(code)).toBe(Date.parse(guest.customer.joinedAt));
});

test("all of a guest's calls work with the code of a link, and both devices hear of it", async () => {
  const place = await anOwnersLocation();
  const { guest, code } = await called(place);
  await acted(place, guest, 'put-back');
  const [id] = guest.queueToken.split('.');
  const linked = { ...guest, queueToken: `${id}.${code}` };
  const pages = [await guestPage(place, guest), await guestPage(place, linked)];
  const path = `/auth/business/${place.owner.business.username}/queue/token/${linked.queueToken}`;
  const changed = await call('PATCH', path, { body: { waitingPreference: 'on_premises' } });
  expect(await read(changed)).toMatchObject({ status: 200, body: { status: 'waiting' } });
  const said = await call('POST', `${path}/reply`, { body: { reply: 'on_my_way' } });
  expect(said.status).toBe(200);
  const again = await call('POST', `/auth/business/${place.owner.business.username}/queue`, {
    body: { address: place.location.address, locationId: place.location.id, ...party() },
    cookie: `holdline_visit=${linked.queueToken}`,
  });
  expect(await read(again)).toMatchObject({
    status: 200,
    body: { queueToken: linked.queueToken, customer: { id: guest.customer.id } },
  });
  expect(await leave(place, linked)).toEqual({ status: 200, body: { success: true } });
  for (const page of pages)
    expect(
      (await toldGuest(page)).map(({ type, ...status }) => [type, 'status' in status && status.status]),
    ).toEqual([
      ['status', 'waiting'],
      ['status', 'waiting'],
      ['status', 'left'],
    ]);
});

test('a code that is cut, changed, or of another visit or business opens the page without a visit', async () => {
  const place = await anOwnersLocation();
  const { code } = await called(place);
  const second = await join(place);
  const time = Date.parse(second.customer.joinedAt).toString(36);
  const stranger = await anOwnersLocation();
  const { username } = place.owner.business;
  const proof = code.slice(0, 22);
  const flipped = (proof.startsWith('A') ? 'B' : 'A') + proof.slice(1);
  const wrong = [
    '',
    'x',
    code.slice(1),
    flipped + code.slice(22),
    proof + time,
    `${proof}0${code.slice(22)}`,
  ];
  for (const [at, v] of [
    ...wrong.map((one) => [username, one]),
    [stranger.owner.business.username, code],
  ] as const) {
    const page = await open(`/queue/${at}?v=${v}`);
    expect([v, page.status, page.headers.getSetCookie(), page.headers.get('Referrer-Policy')]).toEqual([
      v,
      200,
      [],
      'no-referrer',
    ]);
    expect(await page.text()).not.toContain('queueToken');
  }
  const path = `/auth/business/${username}/queue/token/${place.location.id}.${proof + time}/status`;
  expect(await read(await call('GET', path))).toEqual(refused('not_found'));
});

test('the code of one location opens nothing at another', async () => {
  const place = await anOwnersLocation({ maxLocations: 2 });
  const { code } = await called(place);
  const other = await newLocation(place.owner, 'The other address 2');
  const path = `/auth/business/${place.owner.business.username}/queue/token/${other.id}.${code}/status`;
  expect(await read(await call('GET', path))).toEqual(refused('not_found'));
});

test('codes cannot be tried without end', async () => {
  const place = await anOwnersLocation();
  const { link } = await called(place);
  const JOIN_SHIELD: RateLimit = { limit: () => Promise.resolve({ success: false }) };
  const page = await open(link, { JOIN_SHIELD }, { 'CF-Connecting-IP': '203.0.113.7' });
  expect([page.status, page.headers.get('Retry-After'), await page.text()]).toEqual([
    429,
    '60',
    'Too many tries. Please wait a moment.\n',
  ]);
  expect(page.headers.getSetCookie()).toEqual([]);
});
