import { runInDurableObject } from 'cloudflare:test';
import { expect, test } from 'vitest';
import type { Language } from '../../../src/shared/languages.ts';
import type { JoinAnswer } from '../../../src/shared/contracts/guest.ts';
import { setCredits } from '../../worker/support/commands.ts';
import { open } from '../../worker/support/built-pages.ts';
import { call, party, read } from '../../worker/support/factories.ts';
import {
  anOwnersLocation,
  invalid,
  leave,
  objectOf,
  refused,
  statusOf,
  viewOf,
  walkedIn,
  type OwnedLocation,
} from '../../worker/support/owner-calls.ts';
import { moveClock, stopClock, texted } from '../../worker/support/queue-factories.ts';

const english =
  'By entering your number you agree to get texts from Blue Door, through Holdline, about this visit: when it’s nearly or exactly your turn, and once more if staff call again. Message and data rates may apply. Reply STOP to opt out, HELP for help.';

async function joinReading(
  { owner, location }: OwnedLocation,
  acceptLanguage: string | null,
  about: Record<string, unknown> = {},
): Promise<JoinAnswer> {
  const response = await call('POST', `/auth/business/${owner.business.username}/queue`, {
    body: { address: location.address, locationId: location.id, ...party(about) },
    headers: acceptLanguage === null ? {} : { 'Accept-Language': acceptLanguage },
  });
  return response.json();
}

async function choose(
  { owner }: OwnedLocation,
  guest: JoinAnswer,
  language: string,
  body: unknown,
): Promise<number> {
  const path = `/auth/business/${owner.business.username}/queue/token/${guest.queueToken}`;
  return (await call('PATCH', path, { body, headers: { 'Accept-Language': language } })).status;
}

type Consent = { visit_id: string; wording: string; language: Language; given_at: number };

function consentsOf(place: OwnedLocation): Promise<Consent[]> {
  return runInDurableObject(objectOf(place)(), (_, { storage }) =>
    storage.sql
      .exec<Consent>('SELECT visit_id, wording, language, given_at FROM consent ORDER BY n')
      .toArray(),
  );
}

function languagesOf(place: OwnedLocation): Promise<string[]> {
  return runInDurableObject(objectOf(place)(), (_, { storage }) =>
    storage.sql
      .exec<{ language: string }>('SELECT language FROM visit ORDER BY joined_at')
      .toArray()
      .map(({ language }) => language),
  );
}

test('a number comes with the words that stood at the field, in the language they stood in, and when', async () => {
  const now = stopClock();
  const place = await anOwnersLocation({ name: 'Blue Door' });
  const ada = await joinReading(place, null, texted);
  const budi = await joinReading(place, 'es-MX,es;q=0.9', texted);
  await joinReading(place, 'id', { waitingPreference: 'on_premises' });
  await walkedIn(place, { firstName: 'Cleo', ...texted });
  const kept = await consentsOf(place);
  expect(kept).toEqual([
    { visit_id: ada.customer.id, wording: english, language: 'en', given_at: now },
    {
      visit_id: budi.customer.id,
      wording: expect.stringContaining('Blue Door'),
      language: 'es',
      given_at: now,
    },
  ]);
  expect(kept[1]?.wording).toMatch(/^Al dar su número acepta que Blue Door, a través de Holdline/);
  expect(JSON.stringify(kept)).not.toContain(texted.phoneNumber);
});

test('a guest who gives the number later agrees later; switching back and the same once more say nothing new', async () => {
  stopClock();
  const place = await anOwnersLocation({ name: 'Blue Door' });
  const ada = await joinReading(place, 'en', { waitingPreference: 'on_premises' });
  expect(await choose(place, ada, 'ar', texted)).toBe(200);
  expect(await choose(place, ada, 'ar', texted)).toBe(200);
  expect(await choose(place, ada, 'ar', { waitingPreference: 'on_premises' })).toBe(200);
  const kept = await consentsOf(place);
  expect(kept.map(({ visit_id, language }) => [visit_id, language])).toEqual([[ada.customer.id, 'ar']]);
  expect(kept[0]?.wording).toContain('STOP');
});

test('a refused join leaves no consent', async () => {
  const place = await anOwnersLocation();
  const object = objectOf(place)();
  await setCredits(object, { customerCredits: 0, smsCredits: 0, revision: 1 });
  await joinReading(place, 'en', texted);
  expect(await consentsOf(place)).toEqual([]);
});

test('a visit keeps what its guest reads: at the join, and where only that has changed', async () => {
  const place = await anOwnersLocation();
  const ada = await joinReading(place, 'fr, id;q=0.5', texted);
  await joinReading(place, null);
  await walkedIn(place, { firstName: 'Cleo' });
  expect(await languagesOf(place)).toEqual(['id', 'en', 'en']);
  expect(await choose(place, ada, 'es', texted)).toBe(200);
  expect(await languagesOf(place)).toEqual(['es', 'en', 'en']);
});

test('a language chosen by the link of a page without scripts is the visit’s from then on', async () => {
  const place = await anOwnersLocation();
  const ada = await joinReading(place, 'en', texted);
  const choice = async (language: string, queueToken = ada.queueToken) => {
    const path = `/queue/${place.owner.business.username}?lang=${language}`;
    expect((await open(path, `holdline_visit=${queueToken}`)).status).toBe(302);
    return languagesOf(place);
  };
  expect(await choice('ar')).toEqual(['ar']);
  expect(await choice('fr')).toEqual(['ar']);
  expect(await choice('id', 'nonsense')).toEqual(['ar']);
  expect((await viewOf(place)).queue).toMatchObject([texted]);
  await leave(place, ada);
  expect(await choice('id')).toEqual(['ar']);
});

test('the language told by itself touches neither way nor number, and agrees to nothing', async () => {
  stopClock();
  const place = await anOwnersLocation();
  const ada = await joinReading(place, 'en', { waitingPreference: 'on_premises' });
  const tell = async (body: unknown, queueToken = ada.queueToken) => {
    const path = `/auth/business/${place.owner.business.username}/queue/token/${queueToken}/language`;
    return read(await call('PUT', path, { body }));
  };
  // Another page of the guest changes the way to wait. The page that sends the language does not know this change.
  expect(await choose(place, ada, 'en', texted)).toBe(200);
  expect(await tell({ language: 'es' })).toEqual({ status: 200, body: await statusOf(place, ada) });
  expect(await languagesOf(place)).toEqual(['es']);
  expect((await viewOf(place)).queue).toMatchObject([texted]);
  expect((await consentsOf(place)).map(({ language }) => language)).toEqual(['en']);
  expect(await tell({ language: 'fr' })).toEqual(invalid({ language: ['Please check what you entered.'] }));
  expect(await tell({ language: 'id' }, 'nonsense')).toEqual(refused('not_found'));
  await leave(place, ada);
  expect(await tell({ language: 'id' })).toEqual(refused('not_waiting'));
});

test('a guest changes a visit thirty times an hour, because each change is stored for good', async () => {
  stopClock();
  const place = await anOwnersLocation();
  const ada = await joinReading(place, 'en');
  const change = (n: number) => choose(place, ada, 'en', { ...texted, phoneNumber: `0812 3456 ${1000 + n}` });
  for (let n = 0; n < 30; n += 1) expect(await change(n)).toBe(200);
  expect(await change(30)).toBe(429);
  expect(await change(29)).toBe(200);
  expect(await consentsOf(place)).toHaveLength(30);
  moveClock(3_600_000);
  expect(await change(30)).toBe(200);
});
