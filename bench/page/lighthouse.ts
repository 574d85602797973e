/** What Lighthouse says of a page, in a browser of its own. */
import lighthouse from 'lighthouse';
import { chromium } from 'playwright-core';
import { freePort } from '../../scripts/local/real-server.ts';
import { cookieOf, type GuestPage } from './visits.ts';

const categories = ['performance', 'accessibility', 'best-practices'] as const;
export type Scores = Record<(typeof categories)[number], number>;

/** Each category from 0 to 100, and the audits that are not at their best. Mobile, with Lighthouse's own throttling. */
export async function scorePage(
  executablePath: string,
  page: GuestPage,
): Promise<{ scores: Scores; shortcomings: string[] }> {
  const port = await freePort();
  const browser = await chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-gpu', `--remote-debugging-port=${port}`],
  });
  try {
    const cookie = cookieOf(new URL(page.url).origin, page);
    const result = await lighthouse(page.url, {
      port,
      onlyCategories: [...categories],
      logLevel: 'error',
      ...(cookie !== '' && { extraHeaders: { Cookie: cookie } }),
    });
    if (result === undefined) throw new Error('Lighthouse found nothing to say.');
    const { lhr } = result;
    const scoreOf = (id: string) => Math.round((lhr.categories[id]?.score ?? 0) * 100);
    const weighty = categories
      .flatMap((id) => lhr.categories[id]?.auditRefs ?? [])
      .filter(({ weight }) => weight > 0);
    return {
      scores: {
        performance: scoreOf('performance'),
        accessibility: scoreOf('accessibility'),
        'best-practices': scoreOf('best-practices'),
      },
      shortcomings: weighty
        .map(({ id }) => lhr.audits[id])
        .filter((audit) => audit !== undefined && audit.score !== null && audit.score < 1)
        .map((audit) => `${audit?.id} ${audit?.score} ${audit?.displayValue ?? ''}`),
    };
  } finally {
    await browser.close();
  }
}
