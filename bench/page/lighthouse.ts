/** What Lighthouse says of a page, in a browser of its own. */
import lighthouse from 'lighthouse';
import { chromium } from 'playwright-core';
import { freePort } from '../../scripts/local/real-server.ts';

export type Category = 'performance' | 'accessibility' | 'best-practices' | 'seo';

export type Verdict = {
  /** Of each category asked for, from 0 to 100. */
  scores: [category: Category, score: number][];
  /** The audits that are not at their best. */
  shortcomings: string[];
  /** All that the page loaded, as it came over the wire. KB = 1000 bytes. */
  weightKb: number;
};

/** A page as a phone sees it, with Lighthouse's own throttling. `cookie` is a header; '' for none. */
export async function scorePage(
  executablePath: string,
  page: { url: string; cookie: string },
  categories: readonly Category[],
  skipAudits: string[] = [],
): Promise<Verdict> {
  const port = await freePort();
  const browser = await chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-gpu', `--remote-debugging-port=${port}`],
  });
  try {
    const result = await lighthouse(page.url, {
      port,
      onlyCategories: [...categories],
      skipAudits,
      logLevel: 'error',
      // A 404 is a page as well.
      ignoreStatusCode: true,
      ...(page.cookie !== '' && { extraHeaders: { Cookie: page.cookie } }),
    });
    if (result === undefined) throw new Error('Lighthouse found nothing to say.');
    const { lhr } = result;
    const weighty = categories
      .flatMap((id) => lhr.categories[id]?.auditRefs ?? [])
      .filter(({ weight }) => weight > 0);
    return {
      scores: categories.map((id) => [id, Math.round((lhr.categories[id]?.score ?? 0) * 100)]),
      shortcomings: weighty
        .map(({ id }) => lhr.audits[id])
        .filter((audit) => audit !== undefined && audit.score !== null && audit.score < 1)
        .map((audit) => `${audit?.id} ${audit?.score} ${audit?.displayValue ?? ''}`),
      weightKb: (lhr.audits['total-byte-weight']?.numericValue ?? NaN) / 1000,
    };
  } finally {
    await browser.close();
  }
}
