/** The service worker with the offline page (`docs/decisions/0059-error-pages.md`). */
import { expect, test } from 'vitest';
import { open } from '../support/built-pages.ts';

test('it contains its page, is deterministic, and is revalidated each time', async () => {
  const [answer, again] = [await open('/site-sw.js'), await open('/site-sw.js')];
  const script = await answer.text();
  expect(script).toBe(await again.text());
  expect(script).toMatch(
    /^const OFFLINE_PAGE="<!doctype html>.+",NONCE="NONCE_OF_THIS_ANSWER";\nself\.addEventListener\(\);$/,
  );
  expect([answer.status, answer.headers.get('Content-Type'), answer.headers.get('ETag')]).toEqual([
    200,
    'text/javascript',
    null,
  ]);
  const page = JSON.parse(/^const OFFLINE_PAGE=(".+"),NONCE=/.exec(script)?.[1] ?? '""');
  for (const words of [
    '<h1>No connection</h1>',
    'Everybody in line keeps their place. We keep trying, and the page comes back by itself.',
    '<a href="">Try again</a>',
  ])
    expect(page).toContain(words);
  expect(page).not.toMatch(/(?:src|url\()/);
});
