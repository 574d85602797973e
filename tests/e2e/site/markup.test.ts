/**
 * html-validate finds nothing in any page that the Worker renders, as it is sent: the public ones, those with forms, and the
 * guest's in each state, language and way to be reached. The error pages: `tests/pure/worker/error-page-markup.test.ts`.
 */
import { expect, test } from 'vitest';
import { languages } from '../../../src/shared/languages.ts';
import { serverRenderedPages, formPages } from '../../../src/shared/site/site-pages.ts';
import { visitCookieName } from '../../../src/worker/features/guest/visit-cookie.ts';
import { markupProblems } from '../../support/markup.ts';
import {
  addLocation,
  admit,
  joinQueue,
  leaveQueue,
  openShop,
  remove,
  setUp,
  signUpOwner,
} from '../support/factories.ts';
import { journey } from '../support/harness.ts';

const here = journey();

type Sent = { cookie?: string; language?: string; form?: Record<string, string> };

/** A page as its text, with the status it must have. */
async function htmlOf(
  path: string,
  status: number,
  { cookie, language = 'en', form }: Sent = {},
): Promise<string> {
  const answer = await fetch(new URL(path, here.app.origin), {
    redirect: 'manual',
    headers: {
      'accept-language': language,
      ...(cookie !== undefined && { cookie }),
      ...(form && { origin: here.app.origin }),
    },
    ...(form && { method: 'POST', body: new URLSearchParams(form) }),
  });
  expect([path, answer.status]).toEqual([path, status]);
  return answer.text();
}

const publicPages = [...Object.keys(serverRenderedPages), ...Object.keys(formPages), '/business/dashboard'];

test('public pages, pages with forms, the shell of the app and the 404 page', async () => {
  for (const path of publicPages) expect(await markupProblems(await htmlOf(path, 200)), path).toEqual([]);
  expect(await markupProblems(await htmlOf('/no-such-page', 404))).toEqual([]);
});

test.each(languages)(
  "a guest's pages before and while joining, with and without what is wrong: %s",
  async (language) => {
    const { app } = here;
    const shop = await openShop(app.origin);
    const path = `/queue/${shop.username}`;
    const details = {
      form: 'details',
      locationId: shop.location.id,
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
      await htmlOf(`/queue/${(await signUpOwner(app.origin)).username}`, 200, { language }),
      await htmlOf(path, 200, { language }),
      ...(await Promise.all(typed.map((form) => htmlOf(path, 200, { language, form })))),
    ];
    await addLocation(app, shop, '2 Jalan Sabang');
    pages.push(await htmlOf(path, 200, { language }));
    await setUp(app.origin, shop, { paused: true });
    pages.push(await htmlOf(path, 200, { language }));
    for (const page of pages) {
      expect(page).toContain(`<html lang="${language}"`);
      expect(await markupProblems(page)).toEqual([]);
    }
  },
);

test.each(languages)("a guest's place, turn and end: %s", async (language) => {
  const { app } = here;
  const shop = await openShop(app.origin);
  await joinQueue(app.origin, shop);
  const guests = {
    waiting: await joinQueue(app.origin, shop, { firstName: 'Waiting' }),
    anywhere: await joinQueue(app.origin, shop, {
      firstName: 'Anywhere',
      waitingPreference: 'wait_anywhere',
      phoneNumber: '12',
    }),
    turn: await joinQueue(app.origin, shop, { firstName: 'Turn' }),
    expired: await joinQueue(app.origin, shop, { firstName: 'Expired' }),
    left: await joinQueue(app.origin, shop, { firstName: 'Left' }),
    removed: await joinQueue(app.origin, shop, { firstName: 'Removed' }),
  };
  for (const { customer } of [guests.turn, guests.expired]) await admit(app.origin, shop, customer);
  await leaveQueue(app.origin, shop, guests.left);
  await remove(app.origin, shop, guests.removed.customer);
  await app.endHold(shop.location.id, guests.expired.customer.id);
  const cookieOf = ({ queueToken }: { queueToken: string }) => `${visitCookieName(app.origin)}=${queueToken}`;
  const path = `/queue/${shop.username}`;
  const ask = (guest: { queueToken: string }, query = '', form?: Record<string, string>) =>
    htmlOf(path + query, 200, { cookie: cookieOf(guest), language, ...(form && { form }) });
  const statuses = {
    waiting: 'waiting',
    anywhere: 'waiting',
    turn: 'admitted',
    expired: 'admitted',
    left: 'left',
    removed: 'removed',
  };
  for (const [state, guest] of Object.entries(guests)) {
    const page = await ask(guest);
    expect(page).toContain(`"status":"${Object.entries(statuses).find(([name]) => name === state)?.[1]}"`);
    expect(await markupProblems(page), state).toEqual([]);
  }
  expect(await markupProblems(await ask(guests.waiting, '?number'))).toEqual([]);
  const way = { form: 'way', waitingPreference: 'wait_anywhere', phoneNumber: '' };
  expect(await markupProblems(await ask(guests.waiting, '', way))).toEqual([]);
});
