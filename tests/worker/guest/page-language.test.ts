/**
 * The language of answers to guests. A page uses the guest's choice or the browser's languages, and a call uses the
 * language of its page.
 */
import { expect, test } from 'vitest';
import { open } from '../support/built-pages.ts';
import { call, party, read } from '../support/factories.ts';
import { anOwnersLocation } from '../support/owner-calls.ts';

const asking = (language: string) => ({ headers: { 'Accept-Language': language } });

const cafe = () => anOwnersLocation({ username: 'Blue-Door', name: 'Blue Door Café' });

test.each([
  ['es-MX,es;q=0.9', 'es', 'ltr', 'Escriba sus datos'],
  ['in-ID', 'id', 'ltr', 'Isi data Anda'],
  ['ar-EG', 'ar', 'rtl', 'أدخل بياناتك'],
  ['fr', 'en', 'ltr', 'Enter your details'],
])('a browser that asks for %s gets the page in %s', async (asked, language, direction, heading) => {
  await cafe();
  const html = await (await open('/queue/Blue-Door', undefined, asking(asked))).text();
  expect(html).toContain(`<html lang="${language}" dir="${direction}">`);
  expect(html).toContain(heading);
});

test('the page includes the time formats of the reader’s regions, as formatted by the Worker’s runtime', async () => {
  const html = await (await open('/queue', undefined, asking('en-US;q=0.5, en-GB, es-MX'))).text();
  const { clocks } = JSON.parse(/<script id="boot"[^>]*>(.*?)<\/script>/s.exec(html)?.[1] ?? '');
  expect(clocks).toEqual({
    en: { morning: '6:07', evening: '18:07' },
    id: { morning: '6.07', evening: '18.07' },
    es: { morning: '6:07 a.m.', evening: '6:07 p.m.' },
    ar: { morning: '6:07 ص', evening: '6:07 م' },
  });
});

test('the scripts stand behind its styles and markup, and its language, no other, beside them', async () => {
  const html = await (await open('/queue', undefined, asking('es'))).text();
  const [, behind] = html.split(/(?<=<script id="boot"[^>]*>[^<]*<\/script>)/);
  expect(behind).toBe(
    '<script type="module" src="/@id/virtual:early-page/es"></script>' +
      '<link rel="modulepreload" crossorigin fetchpriority="low" href="/src/shared/copy/es/guest.ts">' +
      '<script type="module" crossorigin fetchpriority="low" src="/assets/queue-1.js"></script>' +
      '<link rel="modulepreload" crossorigin fetchpriority="low" href="/assets/react-1.js"></body></html>',
  );
  expect(html.match(/modulepreload|<script type="module"/g)).toHaveLength(4);
});

test('the guest’s choice beats the browser’s languages', async () => {
  const html = await (await open('/queue', 'holdline_language=id', asking('es'))).text();
  expect(html).toContain('Gabung Antrean');
});

test('a choice by link is kept and leaves the address', async () => {
  await cafe();
  const answer = await open('/queue/Blue-Door?lang=ar&x=1');
  expect([answer.status, answer.headers.get('Location')]).toEqual([302, '/queue/Blue-Door?x=1']);
  expect(answer.headers.getSetCookie()).toEqual([
    'holdline_language=ar; Max-Age=31536000; Path=/queue; SameSite=Lax',
  ]);
});

test('a choice of an unsupported language is ignored', async () => {
  const answer = await open('/queue?lang=fr');
  expect([answer.status, answer.headers.get('Location')]).toEqual([302, '/queue']);
  expect(answer.headers.getSetCookie()).toEqual([]);
});

test('a call is refused in the language it asks in, field by field and as a whole', async () => {
  const { location } = await cafe();
  const headers = { 'Accept-Language': 'es' };
  const path = '/auth/business/Blue-Door/queue';
  const wrong = party({ address: location.address, firstName: '' });
  expect(await read(await call('POST', path, { body: wrong, headers }))).toMatchObject({
    status: 400,
    body: { error: 'El nombre es obligatorio', code: 'invalid_input' },
  });
  expect(await read(await call('GET', '/auth/business/nobody/addresses', { headers }))).toMatchObject({
    status: 404,
    body: { error: 'No pudimos encontrarlo.' },
  });
  expect(await read(await call('GET', '/auth/me', { headers }))).toMatchObject({
    status: 401,
    body: { error: 'Please sign in to continue.' },
  });
});

test('a location that takes nobody says why in the guest’s language', async () => {
  const { owner, location } = await cafe();
  await call('PATCH', `/auth/locations/${location.id}`, { cookie: owner.cookie, body: { paused: true } });
  const answer = await call('GET', '/auth/business/Blue-Door/addresses', {
    headers: { 'Accept-Language': 'id' },
  });
  expect(await answer.json()).toMatchObject({
    addresses: [
      { accepting: false, reason: 'Antrean ini dijeda. Silakan tanya staf atau coba lagi sebentar lagi.' },
    ],
  });
});
