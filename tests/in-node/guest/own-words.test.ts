/** The turn text: in the guest's language, or in the owner's own words if they fit. */
import { env } from 'cloudflare:workers';
import { expect, test } from 'vitest';
import type { Language } from '../../../src/shared/languages.ts';
import { exampleLink } from '../../../src/shared/text/turn-text.ts';
import { visitLink } from '../../../src/worker/location/guests/visit-link.ts';
import { call, newLocation, newOwner, origin, party, read } from '../../worker/support/factories.ts';
import { newAdmin } from '../../worker/support/admin-calls.ts';
import type { JoinAnswer } from '../../../src/shared/contracts/guest.ts';
import {
  acted,
  anOwnersLocation,
  invalid,
  objectOf,
  patch,
  setUp,
  viewOf,
  type OwnedLocation,
} from '../../worker/support/owner-calls.ts';
import { alarmUntil, texted, textsSent } from '../../worker/support/queue-factories.ts';

/**
 * Lets a guest with this language join, and admits the guest. Returns the turn text without the code in its link.
 * `beforeSent` runs before the text is sent.
 */
async function textIn(
  language: Language,
  place: OwnedLocation,
  beforeSent?: () => Promise<void>,
): Promise<string> {
  const { owner, location } = place;
  const joined = await call('POST', `/auth/business/${owner.business.username}/queue`, {
    body: { address: location.address, locationId: location.id, ...party(texted) },
    headers: { 'Accept-Language': language },
  });
  const guest = await joined.json<JoinAnswer>();
  await acted(place, guest, 'admit');
  await beforeSent?.();
  await alarmUntil(objectOf(place), async () => (await textsSent()).length > 0);
  const [text] = await textsSent();
  return String(text?.['body']).replace(/\?v=[\w-]{30}/, '?v=…');
}

test('an owner’s own words are sent, with the name, the link and how to stop them', async () => {
  const place = await anOwnersLocation({ name: 'Blue Door', username: 'blue-door', trial: false });
  await setUp(place, { turnText: 'Your table is ready for {minutes} min.' });
  expect(await textIn('es', place)).toBe(
    'Blue Door por Holdline: Your table is ready for 5 min. http://localhost:8787/queue/blue-door?v=… Responda STOP para no recibir SMS.',
  );
});

test.each([
  ['en', "Blue Door via Holdline: it's your turn. Please arrive within 5 minutes. <link> STOP to opt out"],
  ['id', 'Blue Door via Holdline: giliran Anda. Silakan datang dalam 5 menit. <link> STOP: berhenti'],
  ['es', 'Blue Door por Holdline: es su turno. Por favor, llegue en 5 minutos. <link> STOP para baja'],
  ['ar', 'من Blue Door عبر Holdline: حان دورك خلال 5 د. <link> STOP للإيقاف'],
] as const)('without own words a text is in the guest’s language: %s', async (language, text) => {
  const place = await anOwnersLocation({ name: 'Blue Door', username: 'blue-door', trial: false });
  expect(await textIn(language, place)).toBe(
    text.replace('<link>', 'http://localhost:8787/queue/blue-door?v=…'),
  );
});

test('own words that are saved after a text in Arabic was charged do not change that text', async () => {
  const place = await anOwnersLocation({ name: 'Blue Door', username: 'blue-door', trial: false });
  const saved = () => setUp(place, { turnText: 'Your table is ready for {minutes} min.' });
  expect(await textIn('ar', place, saved)).toBe(
    'من Blue Door عبر Holdline: حان دورك خلال 5 د. http://localhost:8787/queue/blue-door?v=… STOP للإيقاف',
  );
  expect((await viewOf(place)).smsCredits).toBe(298);
});

test.each([
  ['Hi {name}', 'Only {business}, {minutes} and {link} can stand in braces.'],
  [
    'See evil.example',
    'Phones would read a part of this as a web address. Only {link} may be one: put a space after each full stop.',
  ],
  ['x'.repeat(100), 'That is too long for one text with the link in it. Please use fewer words.'],
  ['x'.repeat(161), 'That is too long for one text with the link in it. Please use fewer words.'],
])('the words %j are refused, and ours stay', async (turnText, sentence) => {
  const place = await anOwnersLocation({ trial: false });
  expect(await patch(place, { turnText })).toEqual(invalid({ turnText: [sentence] }));
  expect(await patch(place, { turnText: null })).toMatchObject({ status: 200 });
});

test('in a trial own words are refused, and words from before are not sent', async () => {
  const place = await anOwnersLocation({ name: 'Blue Door', username: 'blue-door' });
  expect(await patch(place, { turnText: 'Your table is ready' })).toEqual(
    invalid({
      turnText: ['Your own words come with a paid plan. In the trial guests get our words.'],
    }),
  );
  await env.DB.prepare('UPDATE businesses SET trial = 0').run();
  await setUp(place, { turnText: 'Your table is ready' });
  const backOnTrial = async () => {
    await env.DB.prepare('UPDATE businesses SET trial = 1').run();
  };
  expect(await textIn('en', place, backOnTrial)).toMatch(/^Blue Door via Holdline: it's your turn/);
});

test('a text tells the username until an admin has approved a protected name', async () => {
  const place = await anOwnersLocation({ name: 'Food Bank', username: 'blue-door', trial: false });
  const admin = { cookie: await newAdmin() };
  const find = async () => read(await call('GET', '/admin/businesses/blue-door', admin));
  expect(await find()).toMatchObject({ body: { nameWaits: true } });
  expect(await textIn('en', place)).toMatch(/^blue-door via Holdline: /);
  const approve = async (name: string) =>
    (await call('POST', '/admin/approve-name', { ...admin, body: { username: 'blue-door', name } })).status;
  expect([await approve('Another name'), await approve('Food Bank')]).toEqual([404, 200]);
  expect(await find()).toMatchObject({ body: { nameWaits: false } });
  await env.DB.prepare('DELETE FROM development_messages').run();
  expect(await textIn('en', place)).toMatch(/^Food Bank via Holdline: /);
});

test('a new name that is a number is refused; a sign-up takes it as every other', async () => {
  const { owner } = await anOwnersLocation({ name: 'Cafe 123456' });
  const renamed = (name: string) => call('PATCH', '/auth/me', { cookie: owner.cookie, body: { name } });
  expect(await read(await renamed('Call 0812 3456'))).toEqual(
    invalid({
      name: ['A text must not have six digits in a row: that reads like a phone number or a code.'],
    }),
  );
  expect((await renamed('Blue Door 24')).status).toBe(200);
});

test('the example by which words are measured is as long as a guest’s link', async () => {
  const owner = await newOwner();
  await newLocation(owner);
  const visit = { id: crypto.randomUUID(), joinedAt: Date.now() };
  const link = visitLink(env.APP_ORIGIN, owner.business.username, new Uint8Array(32), visit);
  expect(exampleLink(origin, owner.business.username)).toHaveLength(link.length);
});
