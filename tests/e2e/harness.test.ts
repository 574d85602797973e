/** The harness keeps its word: a device reports what its page complains about. */
import { expect, test } from 'vitest';
import { journey } from './harness.ts';

const here = journey();

test('a page that does not exist is a complaint unless the test announces it', async () => {
  const { page, expectComplaint } = await here.newDesktop();
  expectComplaint(/^404 GET \/nowhere$/);
  const answer = await page.goto('/nowhere');
  expect(answer?.status()).toBe(404);
});
