/**
 * html-validate finds no error in public pages, pages with forms, the shell of the app, a guest's look-up, and the 404
 * page. The states of the guest's page are tested in `tests/worker/guest/guest-markup.test.ts`.
 */
import { expect, test } from 'vitest';
import { serverRenderedPages, formPages } from '../../../src/shared/site/site-pages.ts';
import { markupProblems } from '../../support/markup.ts';
import { journey } from '../support/harness.ts';

const here = journey();

const pages = [
  ...[...Object.keys(serverRenderedPages), ...Object.keys(formPages)].map((path) => ({ path, status: 200 })),
  { path: '/business/dashboard', status: 200 },
  { path: '/queue', status: 200 },
  { path: '/no-such-page', status: 404 },
];

test('public pages, pages with forms, the shell of the app, the look-up and the 404 page', async () => {
  for (const { path, status } of pages) {
    const answer = await fetch(new URL(path, here.app.origin));
    expect([path, answer.status]).toEqual([path, status]);
    expect(await markupProblems(await answer.text()), path).toEqual([]);
  }
});
