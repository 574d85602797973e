/**
 * html-validate finds nothing in the guest's pages, in each state, language and waiting mode. Other pages have other
 * tests: `tests/e2e/site/markup.test.ts` and `tests/pure/worker/error-page-markup.test.ts`.
 */
import { expect, test, vi } from 'vitest';
import type { JoinAnswer } from '../../../src/shared/contracts/guest.ts';
import { customerKey } from '../../../src/shared/contracts/queue-view.ts';
import { languages, type Language } from '../../../src/shared/languages.ts';
import { HOLD_MS } from '../../../src/shared/limits.ts';
import { markupProblems } from '../../support/markup.ts';
import { open } from '../support/built-pages.ts';
import { call, newOwner, origin } from '../support/factories.ts';
import {
  anotherLocation,
  anOwnersLocation,
  join,
  joinNamed,
  leave,
  setUp,
  type OwnedLocation,
} from '../support/owner-calls.ts';

type Sent = { language: Language; guest?: JoinAnswer; form?: Record<string, string> };

/** Opens a page that must have this status. Returns its HTML. */
async function htmlOf(path: string, status: number, { language, guest, form }: Sent): Promise<string> {
  const answer = await open(path, guest && `holdline_visit=${guest.queueToken}`, {
    headers: { 'Accept-Language': language, Origin: origin },
    ...(form && { method: 'POST', body: new URLSearchParams(form) }),
  });
  expect([path, answer.status]).toEqual([path, status]);
  const html = await answer.text();
  expect(html).toContain(`<html lang="${language}"`);
  return html;
}

async function asOwner(
  { owner }: OwnedLocation,
  method: 'POST' | 'DELETE',
  { customer }: JoinAnswer,
  action = '',
): Promise<void> {
  const path = `/auth/business/${owner.business.username}/queue/${encodeURIComponent(customerKey(customer))}`;
  expect((await call(method, path + action, { cookie: owner.cookie })).status).toBe(200);
}

test.each(languages)(
  'pages before and while joining, with and without what is wrong: %s',
  async (language) => {
    const place = await anOwnersLocation({ maxLocations: 2 });
    const nobody = await newOwner();
    const path = `/queue/${place.owner.business.username}`;
    const details = {
      form: 'details',
      locationId: place.location.id,
      firstName: 'Maya',
      lastName: '<i>Putri',
      numGuests: '2',
    };
    const typed = [
      details,
      { ...details, firstName: '', numGuests: '0' },
      { ...details, form: 'preference', waitingPreference: 'wait_anywhere', phoneNumber: '' },
    ];
    const pages = [
      await htmlOf('/queue', 200, { language }),
      await htmlOf('/queue?username=nobody-here', 200, { language }),
      await htmlOf('/queue/nobody-here', 404, { language }),
      await htmlOf(`/queue/${nobody.business.username}`, 200, { language }),
      await htmlOf(path, 200, { language }),
    ];
    for (const form of typed) pages.push(await htmlOf(path, 200, { language, form }));
    await anotherLocation(place);
    pages.push(await htmlOf(path, 200, { language }));
    await setUp(place, { paused: true });
    pages.push(await htmlOf(path, 200, { language }));
    for (const page of pages) expect(await markupProblems(page)).toEqual([]);
  },
);

test.each(languages)('pages of a place, a turn and an end: %s', async (language) => {
  const place = await anOwnersLocation();
  const path = `/queue/${place.owner.business.username}`;
  await joinNamed(place, 'First');
  const anywhere = { waitingPreference: 'wait_anywhere', phoneNumber: '12' };
  const guests = {
    waiting: { guest: await joinNamed(place, 'Waiting'), status: 'waiting' },
    anywhere: { guest: await join(place, { firstName: 'Anywhere', ...anywhere }), status: 'waiting' },
    expired: { guest: await joinNamed(place, 'Expired'), status: 'admitted' },
    turn: { guest: await joinNamed(place, 'Turn'), status: 'admitted' },
    left: { guest: await joinNamed(place, 'Left'), status: 'left' },
    removed: { guest: await joinNamed(place, 'Removed'), status: 'removed' },
  };
  await leave(place, guests.left.guest);
  await asOwner(place, 'DELETE', guests.removed.guest);
  await asOwner(place, 'POST', guests.expired.guest, '/admit');
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + HOLD_MS + 1000 });
  await asOwner(place, 'POST', guests.turn.guest, '/admit');
  for (const [state, { guest, status }] of Object.entries(guests)) {
    const page = await htmlOf(path, 200, { language, guest });
    expect(page, state).toContain(`"status":"${status}"`);
    expect(await markupProblems(page), state).toEqual([]);
  }
  const { guest } = guests.waiting;
  expect(await markupProblems(await htmlOf(`${path}?number`, 200, { language, guest }))).toEqual([]);
  const form = { form: 'way', waitingPreference: 'wait_anywhere', phoneNumber: '' };
  expect(await markupProblems(await htmlOf(path, 200, { language, guest, form }))).toEqual([]);
});
