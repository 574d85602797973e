/** html-validate finds no problems in the static error pages of any language. */
import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { offlineCopy } from '../../../src/shared/copy/en/pages.ts';
import { pageCatalogues } from '../../../src/shared/copy/worker-page-catalogues.ts';
import { languages } from '../../../src/shared/languages.ts';
import type { AppContext } from '../../../src/worker/http/context.ts';
import { staticPage } from '../../../src/worker/pages/static-page.ts';
import { otherVisitPage } from '../../../src/worker/features/guest/other-visit.ts';
import { errorPage } from '../../../src/worker/pages/error-page.ts';
import { markupProblems } from '../../support/markup.ts';

test.each(languages)('broken, away and in maintenance: %s', async (language) => {
  for (const error of ['broken', 'away', 'maintenance'] as const) {
    const app = new Hono<AppContext>().get('*', (c) => errorPage(c, error, 2));
    const answer = await app.request('/queue/blue-door', { headers: { 'Accept-Language': language } });
    const html = await answer.text();
    expect(html).toContain(pageCatalogues[language].errors[error].title);
    expect(await markupProblems(html)).toEqual([]);
  }
});

test.each(languages)('before a link takes the own place away: %s', async (language) => {
  const app = new Hono<AppContext>().get('*', (c) =>
    otherVisitPage(c, { ownPage: '/queue/a', otherPage: '/queue/a?b' }),
  );
  const answer = await app.request('/queue/blue-door?v=code', { headers: { 'Accept-Language': language } });
  const html = await answer.text();
  expect(html).toContain(pageCatalogues[language].otherVisit.title);
  expect(html).toContain(pageCatalogues[language].otherVisit.body);
  expect(await markupProblems(html)).toEqual([]);
});

test('the page for when no server can be reached', async () => {
  const html = await staticPage({ language: 'en', ...offlineCopy }, 'NONCE', 'location.reload();');
  expect(html).toContain('<script nonce="NONCE">location.reload();</script>');
  expect(await markupProblems(html)).toEqual([]);
});
