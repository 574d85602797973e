/** Turns a recording into film files, in a browser page that draws and encodes each picture by itself: no ffmpeg. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Browser } from 'playwright-core';
import { build } from 'vite';
import { projectRoot } from '../local/settings.ts';
import type { Recording } from './cut.ts';
import type { EncodedFilm, Material } from './editor-page.ts';

type Editor = typeof import('./editor-page.ts');

/** Answered by nobody but the routes below. On https, as encoders are there in secure pages only. */
const ORIGIN = 'https://editor.example';

const fontFiles: Record<string, string> = {
  '/figtree.woff2': 'figtree-latin.woff2',
  '/bricolage.woff2': 'bricolage-latin.woff2',
};

export type Film = { webm: Buffer; mp4: Buffer | null; poster: Buffer };

/** `mp4` is null where this browser cannot encode H.264, as those without patented codecs cannot. */
export async function editFilm(browser: Browser, recording: Recording): Promise<Film> {
  const script = await editorScript();
  const page = await browser.newPage();
  page.on('console', (message) => console.log(`  ${message.text()}`));
  await page.route('**/*', (route) => {
    const { pathname } = new URL(route.request().url());
    const font = fontFiles[pathname];
    const shot = recording.shots[Number(/^\/shots\/(\d+)$/.exec(pathname)?.[1])];
    if (pathname === '/editor.js') return route.fulfill({ contentType: 'text/javascript', body: script });
    if (font !== undefined)
      return route.fulfill({ path: path.join(projectRoot, 'src', 'client', 'fonts', font) });
    if (shot !== undefined) return route.fulfill({ contentType: 'image/jpeg', path: shot.file });
    return route.fulfill({ contentType: 'text/html', body: '<!doctype html>' });
  });
  await page.goto(ORIGIN);
  const icon = readFileSync(path.join(projectRoot, 'public', 'icon.svg'), 'utf8');
  const encoded = await page.evaluate(encodeThere, { ...recording, icon });
  await page.close();
  const asBuffer = (text: string) => Buffer.from(text, 'base64');
  return {
    webm: asBuffer(encoded.webm),
    mp4: encoded.mp4 === null ? null : asBuffer(encoded.mp4),
    poster: asBuffer(encoded.poster),
  };
}

/** Runs in the page. */
async function encodeThere(material: Material): Promise<EncodedFilm> {
  const address = '/editor.js';
  const editor: Editor = await import(address);
  return editor.encodeFilm(material);
}

async function editorScript(): Promise<string> {
  const built = await build({
    configFile: false,
    root: projectRoot,
    logLevel: 'warn',
    build: {
      write: false,
      target: 'esnext',
      rolldownOptions: {
        input: path.join(import.meta.dirname, 'editor-page.ts'),
        preserveEntrySignatures: 'strict',
      },
    },
  });
  const [{ output }] = Array.isArray(built) ? built : 'output' in built ? [built] : [{ output: [] }];
  const chunk = output.find((file) => file.type === 'chunk' && file.isEntry);
  if (chunk?.type !== 'chunk') throw new Error('The editor could not be built.');
  return chunk.code;
}
