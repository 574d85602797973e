/**
 * Sizes of the guest's page, as sent by the local runtime and the edge. Text is compressed with brotli at quality 5. A
 * KB is 1000 bytes.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import * as z from 'zod/mini';
import { catalogueFiles, languages, type Language } from '../../src/shared/languages.ts';
import { projectRoot } from '../../scripts/local/settings.ts';

const dist = path.join(projectRoot, 'dist/client');

const manifestFile = z.record(
  z.string(),
  z.object({
    file: z.string(),
    assets: z.optional(z.array(z.string())),
    imports: z.optional(z.array(z.string())),
    dynamicImports: z.optional(z.array(z.string())),
  }),
);

/** The font files that every English page loads. Other font files are loaded only for names with rare characters. */
const firstFonts = /(figtree-latin|bricolage-digits)-[\w-]{8}\.woff2$/;

/** Size limits in KB. The early script is a part of the HTML. */
export const pageBudgetsKb = { guest_js: 76, guest_css: 5, guest_fonts: 19, guest_html: 11, early_script: 3 };
type PageWeightsKb = Record<keyof typeof pageBudgetsKb, number>;

/** For each kind of size, returns the largest size of all languages. `load` returns the page's HTML in one language. */
export async function weighInAllLanguages(
  load: (language: Language) => Promise<string>,
): Promise<PageWeightsKb> {
  const weights = await Promise.all(languages.map(async (language) => weighPage(await load(language))));
  const most = (name: keyof PageWeightsKb) => Math.max(...weights.map((of) => of[name]));
  return {
    guest_js: most('guest_js'),
    guest_css: most('guest_css'),
    guest_fonts: most('guest_fonts'),
    guest_html: most('guest_html'),
    early_script: most('early_script'),
  };
}

/**
 * The sizes of a page in KB. HTML and CSS are in the server's `html`. JS includes all scripts that the page itself can
 * load, even scripts that load late. JS also includes the sentences of one language, and this is the language whose
 * scripts are the largest. The service worker is measured separately (`weighWorker`). The build must be current.
 */
function weighPage(html: string): PageWeightsKb {
  const manifest = manifestFile.parse(
    JSON.parse(readFileSync(path.join(dist, '.vite/manifest.json'), 'utf8')),
  );
  const css = [...html.matchAll(/<style[^>]*>(.*?)<\/style>/gs)].map(([, sheet = '']) => sheet).join('');
  if (css === '') throw new Error('The page has no styles inside.');
  const [, early] = /<script nonce[^>]*>(.*?)<\/script>/s.exec(html) ?? [];
  if (early === undefined) throw new Error('The page has no early script.');
  const perLanguage = languages.map((language) => loadedBy(manifest, language));
  const assets = new Set(perLanguage.flatMap((loaded) => [...loaded.assets]));
  const fonts = [...assets].filter((file) => firstFonts.test(file));
  if (fonts.length !== 2) throw new Error(`The build has these fonts: ${fonts.join(', ')}.`);
  return {
    guest_js: Math.max(...perLanguage.map(({ scripts }) => brotliKb([...scripts].map(read)))),
    guest_css: brotliKb([Buffer.from(css)]),
    // Font files are already compressed.
    guest_fonts: fonts.map((file) => read(file).length).reduce((sum, bytes) => sum + bytes, 0) / 1000,
    guest_html: brotliKb([Buffer.from(html)]),
    early_script: brotliKb([Buffer.from(early)]),
  };
}

/** Size of the guest's service worker in KB. The browser loads the service worker when the guest is in line. */
export function weighWorker(): number {
  return brotliKb([read('queue-sw.js')]);
}

type Loaded = { scripts: Set<string>; assets: Set<string> };

/** Returns all files that the guest's page `queue.html` can load, with the sentences of one language. */
function loadedBy(manifest: z.infer<typeof manifestFile>, language: Language): Loaded {
  const scripts = new Set<string>();
  const assets = new Set<string>();
  const visit = (key: string): void => {
    const chunk = manifest[key];
    if (chunk === undefined) throw new Error(`The build's manifest has no ${key}`);
    if (scripts.has(chunk.file)) return;
    scripts.add(chunk.file);
    for (const file of chunk.assets ?? []) assets.add(file);
    for (const next of [...(chunk.imports ?? []), ...(chunk.dynamicImports ?? [])]) visit(next);
  };
  visit('queue.html');
  visit(catalogueFiles[language]);
  return { scripts, assets };
}

/** A file of the build. */
export function read(file: string): Buffer {
  return readFileSync(path.join(dist, file));
}

/** Compresses each file separately, as the server sends each file. */
export function brotliKb(contents: Buffer[]): number {
  const params = { [constants.BROTLI_PARAM_QUALITY]: 5 };
  return contents.reduce((sum, content) => sum + brotliCompressSync(content, { params }).length, 0) / 1000;
}
