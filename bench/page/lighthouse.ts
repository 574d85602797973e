/** What Lighthouse says of a page, in a browser of its own. */
import lighthouse from 'lighthouse';
import { launchBrowser } from '../../scripts/local/launch-browser.ts';
import { freePort } from '../../scripts/local/real-server.ts';

export type Category = 'performance' | 'accessibility' | 'best-practices' | 'seo';

export type Verdict = {
  /** Of each category asked for, from 0 to 100. */
  scores: [category: Category, score: number][];
  /** The audits that are not at their best in any run. */
  shortcomings: string[];
  /** All that the page loaded, as it came over the wire. KB = 1000 bytes. */
  weightKb: number;
};

/** One run is a few points off another: the median of so many counts, as Lighthouse's own manual has it. */
const RUNS = 5;
/** Its own name for a load of which its recording has no beginning: "Please run Lighthouse again". */
const NOT_RECORDED = 'NO_NAVSTART';

/**
 * A page as a phone sees it, with Lighthouse's own throttling: the verdict of the run whose performance is the median.
 * `cookie` is a header; '' for none.
 */
export async function scorePage(
  page: { url: string; cookie: string },
  categories: readonly Category[],
  skipAudits: string[] = [],
): Promise<Verdict> {
  const verdicts: Verdict[] = [];
  for (let tries = 0; verdicts.length < RUNS && tries < 2 * RUNS; tries += 1) {
    const verdict = await scoreOnce(page, categories, skipAudits);
    if (verdict !== null) verdicts.push(verdict);
  }
  const [median] = verdicts
    .toSorted((a, b) => performanceOf(a) - performanceOf(b))
    .slice(Math.floor(RUNS / 2));
  if (median === undefined || verdicts.length < RUNS)
    throw new Error(`Lighthouse recorded ${verdicts.length} loads of ${RUNS}.`);
  // What does not vary is to be right each time.
  const worst = (category: Category) =>
    Math.min(
      ...verdicts.flatMap(({ scores }) => scores.flatMap(([of, score]) => (of === category ? score : []))),
    );
  return {
    ...median,
    shortcomings: [...new Set(verdicts.flatMap(({ shortcomings }) => shortcomings))],
    scores: median.scores.map(([of, score]) => [of, of === 'performance' ? score : worst(of)]),
  };
}

function performanceOf({ scores }: Verdict): number {
  return scores.find(([category]) => category === 'performance')?.[1] ?? 0;
}

/** Null where Lighthouse itself lost the recording of the load, which says nothing of the page. */
async function scoreOnce(
  page: { url: string; cookie: string },
  categories: readonly Category[],
  skipAudits: string[],
): Promise<Verdict | null> {
  const port = await freePort();
  const browser = await launchBrowser({ more: [`--remote-debugging-port=${port}`] });
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
    const { runtimeError } = lhr;
    // Whatever else went wrong leaves scores of 0, which are short.
    if (runtimeError !== undefined)
      console.log(`  ${page.url}: ${runtimeError.code} ${runtimeError.message}`);
    if (runtimeError?.code === NOT_RECORDED) return null;
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
