/**
 * `npm run bench:page`: what the guest's page weighs, as the local runtime and the edge send it: brotli quality 5,
 * KB = 1000 bytes. Starts the built server for a real status page: HTML and CSS are what it sends, JS is counted in
 * all, with what is asked for only later. Exits with 1 when a budget is not met.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import * as z from 'zod/mini';
import { guestCopy } from '../src/shared/copy/guest.ts';
import { visitCookieName } from '../src/worker/queue/visit-cookie.ts';
import { joinQueue, openShop } from '../tests/e2e/factories.ts';
import { freePort, startRealServer } from '../scripts/local/real-server.ts';

const dist = path.join(import.meta.dirname, '../dist/client');

const manifestFile = z.record(
  z.string(),
  z.object({
    file: z.string(),
    assets: z.optional(z.array(z.string())),
    imports: z.optional(z.array(z.string())),
    dynamicImports: z.optional(z.array(z.string())),
  }),
);

/** The fonts that an English page loads; further ranges come only with names that need them. */
const firstFonts = /(figtree-latin|bricolage-digits)-[\w-]{8}\.woff2$/;

const html = await statusPage();
// The server has built by now what was not built yet.
const manifest = manifestFile.parse(JSON.parse(readFileSync(path.join(dist, '.vite/manifest.json'), 'utf8')));
const atOnce = loadedBy('queue.html', { later: false });
const all = loadedBy('queue.html', { later: true });
const css = [...html.matchAll(/<style[^>]*>(.*?)<\/style>/gs)].map(([, sheet = '']) => sheet).join('');
// Fonts are compressed by their own format already.
const fonts = [...all.assets].filter((file) => firstFonts.test(file)).map((file) => read(file).length);

const met = [
  measure('guest_js', brotliBytes(...[...all.scripts].map(read)), 85),
  measure('guest_css', brotliBytes(Buffer.from(css)), 4),
  measure(
    'guest_fonts',
    fonts.reduce((sum, bytes) => sum + bytes, 0),
    19,
  ),
  measure('guest_html', brotliBytes(Buffer.from(html)), 8),
];
measure('guest_js_before_alive', brotliBytes(...[...atOnce.scripts].map(read)));
process.exitCode = met.every(Boolean) ? 0 : 1;

/** The page of a guest who is in line, as the Worker sends it. */
async function statusPage(): Promise<string> {
  const stateDir = mkdtempSync(path.join(tmpdir(), 'bench-page-'));
  const server = await startRealServer(stateDir, await freePort());
  try {
    const shop = await openShop(server.origin);
    const { queueToken } = await joinQueue(server.origin, shop);
    const page = await fetch(new URL(`/queue/${shop.username}`, server.origin), {
      headers: { cookie: `${visitCookieName(server.origin)}=${queueToken}` },
    });
    const text = await page.text();
    if (!text.includes(`<title>${guestCopy.status.documentTitle(1, shop.name)}</title>`))
      throw new Error(`No status page came, but ${page.status}: ${text.slice(0, 1000)}`);
    return text;
  } finally {
    await server.stop();
    rmSync(stateDir, { recursive: true });
  }
}

/** What an entry loads before it is alive and, with `later`, also what it asks for at any time after. */
function loadedBy(
  entry: string,
  { later }: { later: boolean },
): { scripts: Set<string>; assets: Set<string> } {
  const scripts = new Set<string>();
  const assets = new Set<string>();
  const visit = (key: string): void => {
    const chunk = manifest[key];
    if (chunk === undefined) throw new Error(`The build's manifest has no ${key}`);
    if (scripts.has(chunk.file)) return;
    scripts.add(chunk.file);
    for (const file of chunk.assets ?? []) assets.add(file);
    for (const next of [...(chunk.imports ?? []), ...(later ? (chunk.dynamicImports ?? []) : [])])
      visit(next);
  };
  visit(entry);
  return { scripts, assets };
}

function read(file: string): Buffer {
  return readFileSync(path.join(dist, file));
}

/** Each file is compressed by itself, as it is sent. */
function brotliBytes(...contents: Buffer[]): number {
  const params = { [constants.BROTLI_PARAM_QUALITY]: 5 };
  return contents.reduce((sum, content) => sum + brotliCompressSync(content, { params }).length, 0);
}

/** Prints a weight; answers whether it is within its goal. */
function measure(name: string, bytes: number, goalKb = Infinity): boolean {
  const within = bytes <= goalKb * 1000;
  const goal = goalKb === Infinity ? '' : ` goal <=${goalKb} ${within ? 'met' : 'short'}`;
  console.log(`measure ${name} ${(bytes / 1000).toFixed(1)} KB${goal}`);
  return within;
}
