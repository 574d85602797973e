/** The wording of a turn's text: in the guest's language, or the owner's own wording if it fits. */
import { env } from 'cloudflare:workers';
import { expect, test } from 'vitest';
import type { Language } from '../../../src/shared/languages.ts';
import { exampleLink } from '../../../src/shared/text/turn-text.ts';
import { visitLink } from '../../../src/worker/location/visit-link.ts';
import { call, newLocation, newOwner, origin, party } from '../../worker/support/factories.ts';
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
 * The text for a guest with this language, without the code of the link. `beforeSent` runs between the admission and
 * the sending.
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
  const place = await anOwnersLocation({ name: 'Blue Door', username: 'blue-door' });
  await setUp(place, { turnText: 'Your table is ready for {minutes} min.' });
  expect(await textIn('es', place)).toBe(
    'Blue Door: Your table is ready for 5 min. http://localhost:8787/queue/blue-door?v=… Responda STOP para no recibir SMS.',
  );
});

test.each([
  ['en', "Blue Door: it's your turn. Please arrive within 5 minutes. <link> Reply STOP to opt out."],
  ['id', 'Blue Door: giliran Anda. Silakan datang dalam 5 menit. <link> Balas STOP untuk berhenti.'],
  ['es', 'Blue Door: es su turno. Por favor, llegue en 5 minutos. <link> STOP para baja'],
  ['ar', 'حان دورك لدى Blue Door. نرجو الحضور خلال 5 د. <link> STOP للإيقاف'],
] as const)('without own words a text is in the guest’s language: %s', async (language, text) => {
  const place = await anOwnersLocation({ name: 'Blue Door', username: 'blue-door' });
  expect(await textIn(language, place)).toBe(
    text.replace('<link>', 'http://localhost:8787/queue/blue-door?v=…'),
  );
});

test('own words that are saved after a text in Arabic was charged do not change that text', async () => {
  const place = await anOwnersLocation({ name: 'Blue Door', username: 'blue-door' });
  const saved = () => setUp(place, { turnText: 'Your table is ready for {minutes} min.' });
  expect(await textIn('ar', place, saved)).toBe(
    'حان دورك لدى Blue Door. نرجو الحضور خلال 5 د. http://localhost:8787/queue/blue-door?v=… STOP للإيقاف',
  );
  expect((await viewOf(place)).smsCredits).toBe(298);
});

test.each([
  ['Hi {name}', 'Only {business}, {minutes} and {link} can stand in braces.'],
  [
    'See evil.example',
    'Phones would read a web address in this. Only {link} may be one: put a space after each full stop.',
  ],
  ['x'.repeat(100), 'That is too long for one text with the link in it. Please use fewer words.'],
  ['x'.repeat(161), 'That is too long for one text with the link in it. Please use fewer words.'],
])('the words %j are refused, and ours stay', async (turnText, sentence) => {
  const place = await anOwnersLocation();
  expect(await patch(place, { turnText })).toEqual(invalid({ turnText: [sentence] }));
  expect(await patch(place, { turnText: null })).toMatchObject({ status: 200 });
});

test('the example by which words are measured is as long as a guest’s link', async () => {
  const owner = await newOwner();
  await newLocation(owner);
  const visit = { id: crypto.randomUUID(), joinedAt: Date.now() };
  const link = visitLink(env.APP_ORIGIN, owner.business.username, new Uint8Array(32), visit);
  expect(exampleLink(origin, owner.business.username)).toHaveLength(link.length);
});
