/** The page "Activity": the log of a location with filters, several pages and a downloaded file. */
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { ActivityEvent } from '../../../src/shared/contracts/activity.ts';
import { accessibilityProblems } from '../support/axe.ts';
import { theServer } from '../support/fake-server.ts';
import { pageWidth } from '../support/look.ts';
import { button, openPage, says, toast } from '../support/pages.tsx';
import { openShop, type Shop } from '../support/shop.ts';

const list = ['GET', '/auth/locations/:id/activity'] as const;
const event = (n: number, about: Partial<ActivityEvent> = {}): ActivityEvent => ({
  n,
  kind: 'admitted',
  at: '2026-11-20T07:03:00.000Z',
  position: 0,
  actor: 'owner',
  guest: 'Budi',
  ...about,
});
const moved = { kind: 'moved', actor: 'member:sari', actorName: 'Sari', fromPosition: 4, position: 2 };
const sari = { actor: 'member:sari', name: 'Sari' };
const rows = () =>
  page
    .getByRole('main')
    .getByRole('listitem')
    .elements()
    .map(({ textContent }) => textContent);

function openActivity(about: Partial<Shop['activity']> = {}): Shop {
  const shop = openShop({
    locations: [
      { settings: { timezone: 'Asia/Jakarta' } },
      { profile: { address: 'The other address 2' }, settings: { timezone: 'Asia/Jakarta' } },
    ],
  });
  const events = [
    event(3, moved),
    event(2, { at: '2026-11-19T17:30:00.000Z' }),
    event(1, { at: '2026-11-19T16:30:00.000Z', guest: undefined }),
  ];
  shop.activity = { events, people: [sari], ...about };
  return shop;
}

test('the list has days and times of the location, on a phone too', async () => {
  await page.viewport(320, 700);
  openActivity();
  await openPage('/business/activity');
  await says('Sari moved Budi from 4 to 2');
  const days = page
    .getByRole('heading', { level: 2 })
    .elements()
    .map(({ textContent }) => textContent);
  expect(days).toEqual(['Friday, November 20, 2026', 'Thursday, November 19, 2026']);
  expect(rows()).toEqual([
    '2:03 PMSari moved Budi from 4 to 2',
    '12:30 AMOwner admitted Budi',
    '11:30 PMOwner admitted a guest',
  ]);
  expect(pageWidth()).toBe(320);
  expect(await accessibilityProblems()).toEqual([]);
});

test('former members can be chosen together', async () => {
  openActivity();
  const asked: string[] = [];
  theServer().answer(...list, ({ url }) => {
    asked.push(url.search);
    return { events: [], people: [sari] };
  });
  await openPage('/business/activity');
  await page.getByLabelText('Who').selectOptions('Former members');
  await expect.poll(() => asked.at(-1)).toBe('?actor=former');
});

test('person, kind and day narrow the list and the file; another location has other people', async () => {
  openActivity();
  const asked: string[] = [];
  theServer().answer(...list, ({ parameters, url }) => {
    asked.push(`${parameters['id']} ${url.search}`);
    return { events: [], people: [sari] };
  });
  await openPage('/business/activity');
  await says('Nothing happened here yet.');
  await page.getByLabelText('Who').selectOptions('Sari');
  await page.getByLabelText('What').selectOptions('Moves and returns');
  await page.getByLabelText('Day').fill('2026-11-19');
  await says('Nothing fits this choice.');
  const query = 'actor=member%3Asari&kind=moves&day=2026-11-19';
  await expect.poll(() => asked.at(-1)).toBe(`location-1 ?${query}`);
  await expect
    .element(page.getByRole('link', { name: 'Download CSV' }))
    .toHaveAttribute('href', `/auth/locations/location-1/activity.csv?${query}`);
  await page.getByLabelText('Location').selectOptions('The other address 2');
  await expect.poll(() => asked.at(-1)).toBe('location-2 ?kind=moves&day=2026-11-19');
  await button('Show everything').click();
  await expect.poll(() => asked.at(-1)).toBe('location-2 ');
});

test('older events come on request, also from behind a part of the log where nothing fits', async () => {
  openActivity();
  const pages = new Map([
    [null, { events: [event(9)], next: 7 }],
    ['7', { events: [], next: 3 }],
    ['3', { events: [event(1, moved)] }],
  ]);
  theServer().answer(...list, ({ url }) => ({ people: [], ...pages.get(url.searchParams.get('before')) }));
  await openPage('/business/activity');
  await button('Show older').click();
  await says('Sari moved Budi from 4 to 2');
  expect(rows()).toHaveLength(2);
  expect(page.getByRole('button', { name: 'Show older' }).query()).toBe(null);
});

test('a list that could not be loaded comes with the next try, and a refused file is told', async () => {
  openActivity();
  const restore = theServer().refuse(...list, 'try_again');
  await openPage('/business/activity');
  await says('The activity could not be loaded.');
  restore();
  await button('Try again').click();
  await says('Sari moved Budi from 4 to 2');
  theServer().refuse('GET', '/auth/locations/:id/activity.csv', 'try_again', 'The database is away.');
  await page.getByRole('link', { name: 'Download CSV' }).click();
  await expect.element(toast('The activity could not be downloaded')).toBeVisible();
});

test('a failed try for older events or newer ones says so, and is tried again', async () => {
  openActivity({ next: 1 });
  await openPage('/business/activity');
  await says('Sari moved Budi from 4 to 2');
  const away = theServer().refuse(...list, 'try_again');
  await button('Show older').click();
  await says('The activity could not be loaded.');
  expect(rows()).toHaveLength(3);
  expect(await accessibilityProblems()).toEqual([]);
  away();
  const older = theServer().answer(...list, () => ({ events: [event(0, { guest: 'Cleo' })], people: [] }));
  await button('Try again').click();
  await says('Owner admitted Cleo');
  older();
  expect(page.getByText('The activity could not be loaded.').query()).toBe(null);
});

test('events of one location are not shown under another one', async () => {
  openActivity();
  await openPage('/business/activity');
  await says('Sari moved Budi from 4 to 2');
  const answer = theServer().hold(...list);
  await page.getByLabelText('Location').selectOptions('The other address 2');
  await expect.element(page.getByText('Sari moved Budi from 4 to 2')).not.toBeInTheDocument();
  expect(page.getByRole('option', { name: 'Sari' }).query()).toBe(null);
  answer.release();
  await says('Sari moved Budi from 4 to 2');
});

test('a member without a name is one for the page to name', async () => {
  const nameless = { actor: 'member:budi', name: '' };
  openActivity({ events: [event(1, { actor: 'member:budi', actorName: '' })], people: [nameless] });
  await openPage('/business/activity');
  await says('A member admitted Budi');
  await expect.element(page.getByRole('option', { name: 'A member', exact: true })).toBeInTheDocument();
});

test('a host has no way to the activity', async () => {
  openShop({ user: { role: 'host' } });
  await openPage('/business/activity');
  await expect.poll(() => location.pathname).toBe('/business/dashboard');
  await openPage('/business/stand');
  await page.getByRole('button', { name: 'Queue tools' }).click();
  await says('Keyboard shortcuts');
  expect(page.getByRole('link', { name: 'Activity' }).query()).toBe(null);
});
