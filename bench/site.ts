/**
 * `npm run bench:site`: runs Lighthouse for every public page, as on a phone, and measures the size of the landing
 * page. The built server runs behind a proxy that compresses like the CDN. Exits with 1 if a goal is missed. The
 * machine must have no other load.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { serverRenderedPages, formPages } from '../src/shared/site/site-pages.ts';
import { freePort, startRealServer } from '../scripts/local/real-server.ts';
import { startEdge } from './page/edge.ts';
import { scorePage } from './page/lighthouse.ts';
import { report } from './page/report.ts';

const BEST_SCORE = 100;
/**
 * The 404 page, which search engines must not index. Browsers log the status 404 as an error, so the audit
 * `errors-in-console` is ignored.
 */
const MISSING = '/no-such-page';
const OF_A_404 = ['errors-in-console'];
/** The size does not include the film, because the landing page does not load the film. */
const LANDING_MAX_KB = 150;

const stateDir = mkdtempSync(path.join(tmpdir(), 'bench-site-'));
const server = await startRealServer(stateDir, await freePort(), { givesWay: true });
const edge = await startEdge(server.origin, await freePort());
const met: boolean[] = [];
try {
  for (const page of [...Object.keys(serverRenderedPages), ...Object.keys(formPages), '/queue', MISSING])
    await measure(page);
} finally {
  edge.stop();
  await server.stop();
  rmSync(stateDir, { recursive: true });
}
process.exitCode = met.every(Boolean) ? 0 : 1;

async function measure(address: string): Promise<void> {
  const name = address === '/' ? 'landing' : address.slice(1);
  const page = { url: edge.origin + address, cookie: '' };
  const ofAll = ['performance', 'accessibility', 'best-practices'] as const;
  const categories = address === MISSING ? ofAll : ([...ofAll, 'seo'] as const);
  const { scores, shortcomings, weightKb } = await scorePage(
    page,
    categories,
    address === MISSING ? OF_A_404 : [],
  );
  for (const [category, score] of scores)
    met.push(report(`lighthouse_${category}_${name}`, score, 'points', '>=', BEST_SCORE));
  if (address === '/') met.push(report('landing_weight', weightKb, 'KB', '<=', LANDING_MAX_KB, 1));
  else console.log(`measure weight_${name} ${weightKb.toFixed(1)} KB`);
  for (const line of shortcomings) console.log(`  ${name}: ${line}`);
}
