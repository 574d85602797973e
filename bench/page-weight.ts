/**
 * What the guest's first visit weighs, as the local runtime and the edge send it: brotli quality 5, KB = 1000 bytes.
 * Reads the build in `dist/client`; run `npm run build` before. Exits with 1 when a budget is not met.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import * as z from 'zod/mini';

const dist = path.join(import.meta.dirname, '../dist/client');

const manifest = z
  .record(
    z.string(),
    z.object({
      file: z.string(),
      css: z.optional(z.array(z.string())),
      assets: z.optional(z.array(z.string())),
      imports: z.optional(z.array(z.string())),
      dynamicImports: z.optional(z.array(z.string())),
    }),
  )
  .parse(JSON.parse(readFileSync(path.join(dist, '.vite/manifest.json'), 'utf8')));

/** The fonts that an English page loads; further ranges come only with names that need them. */
const firstFonts = /(figtree-latin|bricolage-digits)-[\w-]{8}\.woff2$/;

function brotliBytes(content: Buffer): number {
  return brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }).length;
}

function read(file: string): Buffer {
  return readFileSync(path.join(dist, file));
}

/** What an entry loads before it is alive and, with `later`, also what it asks for as soon as it is. */
function loadedBy(
  entry: string,
  { later }: { later: boolean },
): { scripts: Set<string>; styles: Set<string>; assets: Set<string> } {
  const scripts = new Set<string>();
  const styles = new Set<string>();
  const assets = new Set<string>();
  const visit = (key: string): void => {
    const chunk = manifest[key];
    if (chunk === undefined || scripts.has(chunk.file)) return;
    scripts.add(chunk.file);
    for (const file of chunk.css ?? []) styles.add(file);
    for (const file of chunk.assets ?? []) assets.add(file);
    for (const next of [...(chunk.imports ?? []), ...(later ? (chunk.dynamicImports ?? []) : [])])
      visit(next);
  };
  visit(entry);
  return { scripts, styles, assets };
}

const { scripts, styles, assets } = loadedBy('queue.html', { later: false });
const all = loadedBy('queue.html', { later: true });
const css = Buffer.concat([...styles].map(read));
const bytesOf = (files: Set<string>) => [...files].reduce((sum, file) => sum + brotliBytes(read(file)), 0);
// Fonts are compressed by their own format already.
const fontBytes = [...assets]
  .filter((file) => firstFonts.test(file))
  .reduce((sum, file) => sum + read(file).length, 0);

let short = false;

function measure(name: string, bytes: number, goalKb: number): void {
  const kb = bytes / 1000;
  const met = kb <= goalKb;
  if (!met) short = true;
  console.log(`measure ${name} ${kb.toFixed(1)} KB goal <=${goalKb} ${met ? 'met' : 'short'}`);
}

measure('guest_js', bytesOf(scripts), 85);
console.log(`measure guest_js_with_calls ${(bytesOf(all.scripts) / 1000).toFixed(1)} KB`);
measure('guest_css', brotliBytes(css), 4);
measure('guest_fonts', fontBytes, 19);
measure('guest_html', brotliBytes(Buffer.concat([read('queue.html'), css])), 8);
process.exitCode = short ? 1 : 0;
