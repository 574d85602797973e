/** The language of a person's pages. The database stores a user's language, and each device has a copy in a cookie. */
import { expect, test } from 'vitest';
import { languageFacts } from '../../../src/shared/languages.ts';
import { ownerLanguages } from '../../../src/shared/owner-languages.ts';
import { aSignUp, call, cookieOf, goodPassword, newOwner, read } from '../support/factories.ts';
import { givePin, newDevice, typePin } from '../support/devices.ts';
import { newInvitation, newMember } from '../support/members.ts';
import { anOwnersLocation, refused } from '../support/owner-calls.ts';
import { success } from '../support/security-calls.ts';

const NAME = 'holdline_owner_language';
const told = (answer: Response) =>
  answer.headers.getSetCookie().find((cookie) => cookie.startsWith(`${NAME}=`)) ?? null;

function choose({ cookie }: { cookie: string }, language: string): Promise<Response> {
  return call('PATCH', '/auth/language', { cookie, body: { language } });
}

test('a chosen language reaches this device, and each other one at its log-in or its next visit', async () => {
  const owner = await newOwner({ email: 'ada@example.com' });
  const { cookie } = owner;
  expect(told(await call('GET', '/auth/me', { cookie }))).toBe(null);
  const chosen = await choose(owner, 'es');
  expect(told(chosen)).toBe(`${NAME}=es; Max-Age=31536000; Path=/; SameSite=Lax`);
  expect(await read(chosen)).toEqual(success);

  const body = { emailOrUsername: 'ada@example.com', password: goodPassword };
  expect(cookieOf(await call('POST', '/auth/login', { body }), NAME)).toBe(`${NAME}=es`);
  expect(cookieOf(await call('GET', '/auth/me', { cookie }), NAME)).toBe(`${NAME}=es`);
  expect(told(await call('GET', '/auth/me', { cookie: `${cookie}; ${NAME}=es` }))).toBe(null);
  expect(cookieOf(await choose({ cookie: `${cookie}; ${NAME}=es` }, 'en'), NAME)).toBe(`${NAME}=en`);
});

test('the language is the person’s own: each member chooses, and others keep theirs', async () => {
  const owner = await newOwner();
  const viewer = await newMember(owner, 'viewer');
  expect((await choose(viewer, 'ar')).status).toBe(200);
  expect(told(await call('GET', '/auth/me', { cookie: owner.cookie }))).toBe(null);
});

test('a person without a chosen language gets the language of the log-in page', async () => {
  await newOwner({ email: 'ada@example.com' });
  const body = { emailOrUsername: 'ada@example.com', password: goodPassword };
  const loggedIn = await call('POST', '/auth/login', { body, cookie: `${NAME}=id` });
  expect([loggedIn.status, told(loggedIn)]).toEqual([200, null]);
  const elsewhere = async () => told(await call('GET', '/auth/me', { cookie: cookieOf(loggedIn) }));
  await expect.poll(elsewhere).toContain(`${NAME}=id`);
});

test('a new account has the language of the page on which it was made', async () => {
  const cookie = `${NAME}=id`;
  const made = await call('POST', '/auth/signup', { body: aSignUp(), cookie });
  expect([made.status, told(made)]).toEqual([201, null]);
  const other = await call('GET', '/auth/me', { cookie: cookieOf(made) });
  expect(cookieOf(other, NAME)).toBe(cookie);
});

test('a link names a language, for browsers without a log-in; an invited person keeps it', async () => {
  const owner = await newOwner();
  const { token } = await newInvitation(owner, 'sari@example.com');
  const opened = await call('GET', `/invitation?token=${token}&lang=id`);
  expect([opened.status, opened.headers.get('Location')]).toEqual([302, `/invitation?token=${token}`]);
  expect(opened.headers.get('Referrer-Policy')).toBe('no-referrer');
  expect(told(opened)).toBe(`${NAME}=id; Max-Age=31536000; Path=/; SameSite=Lax`);
  const body = { token, name: 'Sari', password: goodPassword };
  const joined = await call('POST', '/auth/invitation/accept', { body, cookie: cookieOf(opened, NAME) });
  const other = await call('GET', '/auth/me', { cookie: cookieOf(joined) });
  expect(cookieOf(other, NAME)).toBe(`${NAME}=id`);

  for (const path of ['/login', '/signup', '/device']) {
    const chosen = await call('GET', `${path}?lang=ar`);
    expect([chosen.headers.get('Location'), cookieOf(chosen, NAME)]).toEqual([path, `${NAME}=ar`]);
  }
  const unknown = await call('GET', '/login?lang=fr');
  expect([unknown.status, told(unknown)]).toEqual([302, null]);
  expect((await call('GET', '/feedback?lang=ar')).status).toBe(200);
});

test('a device that a member unlocks gets the language of this member', async () => {
  const place = await anOwnersLocation();
  const [host, viewer] = [await newMember(place.owner, 'host'), await newMember(place.owner, 'viewer')];
  await choose(host, 'ar');
  const device = await newDevice(place);
  for (const { user } of [host, viewer]) await givePin(place, user.id);
  const cookie = `${NAME}=ar`;
  expect(cookieOf(await typePin(device, host.user.id), NAME)).toBe(cookie);
  const shared = { ...device, cookie: `${device.cookie}; ${cookie}` };
  expect(told(await typePin(shared, host.user.id))).toBe(null);
  expect(cookieOf(await typePin(shared, viewer.user.id), NAME)).toBe(`${NAME}=en`);
});

test('no other language can be chosen', async () => {
  const owner = await newOwner();
  for (const language of ['fr', '', 'EN', '__proto__'])
    expect((await read(await choose(owner, language))).status).toBe(400);
  expect(await read(await choose({ cookie: '' }, 'es'))).toEqual(refused('not_logged_in'));
});

test.each(ownerLanguages)(
  'a page in %s says its language and direction, and loads its sentences first',
  async (language) => {
    for (const path of ['/business/dashboard', '/business/account', '/login', '/device', '/reset?token=a']) {
      const html = await (await call('GET', path, { cookie: `${NAME}=${language}` })).text();
      const { direction } = languageFacts[language];
      if (language !== 'en') expect(html).toContain(`<html lang="${language}" dir="${direction}">`);
      else expect(html).toContain('<html lang="en">');
      const scripts = [...html.matchAll(/<script type="module"[^>]* src="([^"]+)"/g)].map(
        ([, src = '']) => src,
      );
      // Without a build, the scripts are source files. In a build, their names have hashes.
      const own = scripts.filter((src) => /\/owner-(languages\/)?(ar|es|id)[-.]/.test(src));
      expect(own).toEqual(language === 'en' ? [] : scripts.slice(0, 1));
    }
  },
);

test('public pages, and pages in a language that is not offered, are in English', async () => {
  for (const [path, cookie] of [
    ['/feedback', `${NAME}=${ownerLanguages.at(-1) ?? ''}`],
    ['/business/account', `${NAME}=fr`],
  ] as const) {
    const html = await (await call('GET', path, { cookie })).text();
    expect(html).toContain('<html lang="en">');
  }
});
