/**
 * `npm run icons`: makes the link preview picture and the PNG and ICO icons, from the landing page and
 * `public/icon.svg`. The result is committed, so that a build needs no browser.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Browser } from 'playwright-core';
import { projectRoot } from './local/settings.ts';
import { showProduct, type ShownProduct } from './local/shown-product.ts';

const target = path.join(projectRoot, 'public');
const icon = readFileSync(path.join(target, 'icon.svg'), 'utf8');
/** Background colour for icons that the device cuts to its own shape. */
const HARBOR = '#0b5563';

await showProduct('pictures', async (product) => {
  const { browser } = product;
  save('share.png', await sharedPicture(product));
  save('icon-192.png', await drawIcon(browser, 192, 1));
  save('icon-512.png', await drawIcon(browser, 512, 1));
  // Devices cut these icons to a shape. The drawing is so small that devices cut off no part of the drawing.
  save('icon-maskable.png', await drawIcon(browser, 512, 0.72, HARBOR));
  save('apple-touch-icon.png', await drawIcon(browser, 180, 1, HARBOR));
  // The guest's page links only this icon, because Chromium would draw an SVG icon on the page's main thread during
  // startup.
  save('favicon.ico', asIco(await drawIcon(browser, 32, 1), 32));
});

/** The landing page's first screen without its buttons, 1200 by 630 pixels. */
async function sharedPicture({ browser, origin }: ShownProduct): Promise<Buffer> {
  const context = await browser.newContext({
    baseURL: origin,
    viewport: { width: 1200, height: 630 },
    reducedMotion: 'reduce',
    bypassCSP: true,
  });
  const page = await context.newPage();
  await page.goto('/');
  await page.addStyleTag({
    content: `
      nav, footer, main > :not(:first-child), main p ~ * { display: none !important; }
      header { padding-top: 1.5rem !important; zoom: 1.3; }
      main > :first-child { padding-block: 0 !important; height: 32rem; }
    `,
  });
  await page.evaluate(async () => {
    await document.fonts.ready;
  });
  return page.screenshot();
}

/** @param part the share of the square that the drawing fills @param behind background colour; '' means transparent */
async function drawIcon(from: Browser, sizePx: number, part: number, behind = ''): Promise<Buffer> {
  const page = await from.newPage({ viewport: { width: sizePx, height: sizePx } });
  const width = Math.round(sizePx * part);
  const drawing = icon.replace('<svg ', `<svg width="${width}" height="${width}" `);
  await page.setContent(
    `<style>body{margin:0;height:100vh;display:grid;place-items:center;background:${behind || 'transparent'}}</style>${drawing}`,
  );
  return page.screenshot({ omitBackground: true });
}

/** An ICO file with one PNG: a header of 6 bytes, an entry of 16 bytes, the picture. */
function asIco(png: Buffer, sizePx: number): Buffer {
  const head = Buffer.alloc(22);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(1, 4);
  head.writeUInt8(sizePx, 6);
  head.writeUInt8(sizePx, 7);
  head.writeUInt16LE(1, 10);
  head.writeUInt16LE(32, 12);
  head.writeUInt32LE(png.length, 14);
  head.writeUInt32LE(22, 18);
  return Buffer.concat([head, png]);
}

function save(file: string, content: Buffer): void {
  writeFileSync(path.join(target, file), content);
  console.log(`${file} ${content.length} bytes`);
}
