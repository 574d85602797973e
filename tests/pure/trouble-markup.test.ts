/** html-validate finds nothing in the pages that need nothing but themselves, in any language. */
import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { offlineCopy } from '../../src/shared/copy/offline.ts';
import { otherPlaceCopy } from '../../src/shared/copy/other-place.ts';
import { troubleCopy } from '../../src/shared/copy/trouble.ts';
import { languages } from '../../src/shared/languages.ts';
import type { AppContext } from '../../src/worker/context.ts';
import { calmPage } from '../../src/worker/pages/calm-page.ts';
import { otherPlacePage } from '../../src/worker/pages/other-place.ts';
import { troublePage } from '../../src/worker/pages/trouble-page.ts';
import { markupProblems } from '../markup.ts';

test.each(languages)('broken, away and in maintenance: %s', async (language) => {
  for (const trouble of ['broken', 'away', 'maintenance'] as const) {
    const app = new Hono<AppContext>().get('*', (c) => troublePage(c, trouble, 2));
    const answer = await app.request('/queue/blue-door', { headers: { 'Accept-Language': language } });
    const html = await answer.text();
    expect(html).toContain(troubleCopy[language][trouble].title);
    expect(await markupProblems(html)).toEqual([]);
  }
});

test.each(languages)('before a link takes the own place away: %s', async (language) => {
  const app = new Hono<AppContext>().get('*', (c) =>
    otherPlacePage(c, { ownPage: '/queue/a', otherPage: '/queue/a?b' }),
  );
  const answer = await app.request('/queue/blue-door?v=code', { headers: { 'Accept-Language': language } });
  const html = await answer.text();
  expect(html).toContain(otherPlaceCopy[language].title);
  expect(html).toContain(otherPlaceCopy[language].body);
  expect(await markupProblems(html)).toEqual([]);
});

test('the page for when no server can be reached', async () => {
  const html = await calmPage({ language: 'en', ...offlineCopy }, 'NONCE', 'location.reload();');
  expect(html).toContain('<script nonce="NONCE">location.reload();</script>');
  expect(await markupProblems(html)).toEqual([]);
});
