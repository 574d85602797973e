/** Runs Lighthouse for a page in a separate browser. */
import { once } from 'node:events';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import * as z from 'zod/mini';
import { launchBrowser } from '../../scripts/local/launch-browser.ts';
import { freePort } from '../../scripts/local/real-server.ts';
import { projectRoot } from '../../scripts/local/settings.ts';
import { sessionsGiveWay, spawnDetached } from '../../scripts/local/spawn-detached.ts';

type Category = 'performance' | 'accessibility' | 'best-practices' | 'seo';

type Verdict = {
  /** Scores of the requested categories, from 0 to 100. */
  scores: [category: Category, score: number][];
  /** Audits that missed the full score in at least one run. */
  shortcomings: string[];
  /** Size of all files that the page loaded, as they were transferred (compressed). KB = 1000 bytes. */
  weightKb: number;
};

/** Number of runs. The result is the median, as Lighthouse's manual advises, because scores vary by a few points. */
const RUNS = 5;
/** Lighthouse's error code for a load whose start was not recorded: "Please run Lighthouse again". */
const NOT_RECORDED = 'NO_NAVSTART';
const commandLine = path.join(projectRoot, 'node_modules/lighthouse/cli/index.js');

/**
 * Scores a page on a simulated phone with Lighthouse's own throttling. The result is the run with the median
 * performance. `cookie`: the `Cookie` header; '' for no cookie.
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
  // Only the performance score varies. For the other categories, the result is the lowest score of all runs.
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

/** Returns null if Lighthouse failed to record the load. This failure does not depend on the page. */
async function scoreOnce(
  page: { url: string; cookie: string },
  categories: readonly Category[],
  skipAudits: string[],
): Promise<Verdict | null> {
  const port = await freePort();
  const browser = await launchBrowser({ more: [`--remote-debugging-port=${port}`], isMeasured: true });
  try {
    // If no browser answered on this port, Lighthouse would look for another browser. This call throws before that
    // happens.
    await fetch(`http://127.0.0.1:${port}/json/version`);
    const { runtimeError, audits, ...found } = await lookAt(page.url, [
      `--port=${port}`,
      `--only-categories=${categories.join(',')}`,
      ...(skipAudits.length === 0 ? [] : [`--skip-audits=${skipAudits.join(',')}`]),
      ...(page.cookie === '' ? [] : [`--extra-headers=${JSON.stringify({ Cookie: page.cookie })}`]),
      // With this option Lighthouse also measures a page with the status 404.
      '--ignore-status-code',
    ]);
    // With every error except `NOT_RECORDED`, the scores are 0, so the goal is missed.
    if (runtimeError !== undefined)
      console.log(`  ${page.url}: ${runtimeError.code} ${runtimeError.message}`);
    if (runtimeError?.code === NOT_RECORDED) return null;
    const weighty = categories
      .flatMap((id) => found.categories[id]?.auditRefs ?? [])
      .filter(({ weight }) => weight > 0);
    return {
      scores: categories.map((id) => [id, Math.round((found.categories[id]?.score ?? 0) * 100)]),
      shortcomings: weighty
        .map(({ id }) => audits[id])
        .filter((audit) => audit !== undefined && audit.score !== null && audit.score < 1)
        .map((audit) => `${audit?.id} ${audit?.score} ${audit?.displayValue ?? ''}`),
      weightKb: (audits['total-byte-weight']?.numericValue ?? NaN) / 1000,
    };
  } finally {
    await browser.close();
  }
}

/** The parts of Lighthouse's result that this bench uses (Lighthouse describes them in `types/lhr/lhr.d.ts`). */
const result = z.object({
  runtimeError: z.optional(z.object({ code: z.string(), message: z.string() })),
  categories: z.record(
    z.string(),
    z.object({
      score: z.nullable(z.number()),
      auditRefs: z.array(z.object({ id: z.string(), weight: z.number() })),
    }),
  ),
  audits: z.record(
    z.string(),
    z.object({
      id: z.string(),
      score: z.nullable(z.number()),
      displayValue: z.nullish(z.string()),
      numericValue: z.nullish(z.number()),
    }),
  ),
});

/**
 * Runs Lighthouse in its own process. In the bench's process, the recording would slow down the page on a machine with
 * two processors.
 */
async function lookAt(url: string, options: string[]): Promise<z.infer<typeof result>> {
  const printed = ['--output=json', '--output-path=stdout', '--quiet', '--no-enable-error-reporting'];
  const child = spawnDetached('node', [commandLine, url, ...options, ...printed], {
    cwd: projectRoot,
    env: process.env,
    givesWay: true,
  });
  const [[code], answer, complaint] = await Promise.all([
    once(child, 'close'),
    text(child.stdout),
    text(child.stderr),
    sessionsGiveWay(child.pid === undefined ? [] : [child.pid]),
  ]);
  try {
    return result.parse(JSON.parse(answer));
  } catch (error) {
    throw new Error(`Lighthouse ended with ${String(code)} and said nothing that can be read: ${complaint}`, {
      cause: error,
    });
  }
}
