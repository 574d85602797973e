/** The QR code as a downloaded file and as a printed poster (`docs/spec.md` sections 2, 5, 8 and 9). */
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { create } from 'qrcode';
import { expect, test } from 'vitest';
import { openShop, type Shop } from '../support/factories.ts';
import { journey } from '../support/harness.ts';

const here = journey();
const WIDTH_PX = 300;
const MARGIN_MODULES = 2;

const longName = 'W'.repeat(120);
const posters = [
  { scheme: 'light', name: 'Blue Door Café' },
  { scheme: 'dark', name: 'Blue Door Café' },
  { scheme: 'light', name: longName },
  { scheme: 'dark', name: '<h1>ร้านกาแฟ "บ้าน" & 咖啡馆 مقهى</h1>' },
] as const;

test('the files hold the code of the queue, and the poster is one page of A4 and one of Letter', async () => {
  const shop = await openShop(here.app.origin);
  const { page } = await here.newDesktop(shop);
  await page.addInitScript(() => {
    window.print = () => document.documentElement.setAttribute('data-printed', '');
  });
  await page.goto('/business/settings');
  await page.getByRole('button', { name: 'Generate QR Code' }).click();
  await hasFiles(page, shop.username);
  for (const { name, scheme } of posters) {
    await here.app.changeAccount(shop.username, { name });
    await page.emulateMedia({ media: null, colorScheme: scheme });
    await page.reload();
    await hasPoster(page, shop, name);
  }
});

/**
 * Checks the files: the PNG is 300 pixels wide with a margin of 2 modules, and the codes of PNG and SVG contain the
 * address of the queue.
 */
async function hasFiles(page: Page, username: string): Promise<void> {
  const png = await downloaded(page, 'Download QR Code');
  const svg = await downloaded(page, 'Download SVG');
  expect([png.name, svg.name]).toEqual([`${username}-queue-qr.png`, `${username}-queue-qr.svg`]);
  const wanted = drawing(`${here.app.origin}/queue/${username}`);
  const read = { width: WIDTH_PX, height: WIDTH_PX, ...wanted };
  const base64 = (bytes: Buffer) => bytes.toString('base64');
  expect(await readCode(page, `data:image/png;base64,${base64(png.bytes)}`, wanted.side)).toEqual(read);
  expect(await isValidSvg(page, svg.bytes.toString())).toBe(true);
  expect(await readCode(page, `data:image/svg+xml;base64,${base64(svg.bytes)}`, wanted.side)).toEqual(read);
}

/** Checks that only the poster of this location is printed, in black on white. */
async function hasPoster(page: Page, { username, location }: Shop, name: string): Promise<void> {
  await page.getByRole('button', { name: `Print poster: ${location.address}` }).click();
  const dialog = page.getByRole('dialog', { name: 'Poster for your door' });
  await dialog.getByRole('button', { name: 'Print' }).click();
  expect(await page.locator('html').getAttribute('data-printed')).toBe('');

  expect([await pagesOf(page, 'A4'), await pagesOf(page, 'Letter')]).toEqual([['595 x 842'], ['612 x 792']]);
  await page.emulateMedia({ media: 'print' });
  const { host } = new URL(here.app.origin);
  expect(await printed(page)).toEqual({
    words: [
      name,
      location.address,
      'Pindai untuk ikut antre',
      'Scan to join the queue',
      'Pindai, isi nama',
      'Scan, enter your name. No app needed.',
      'Tunggu di mana saja',
      'Wait anywhere. We text you.',
      'Masuk saat dipanggil',
      'Come in when called. Your spot is held.',
      'atau ketik alamat ini · or type this address',
      `${host}/queue/${username}`,
      'Holdline',
    ],
    pictures: [`QR code for ${here.app.origin}/queue/${username}?at=${location.id}`],
    paper: 'rgb(255, 255, 255)',
    ink: 'rgb(0, 0, 0)',
  });
  await page.emulateMedia({ media: 'screen' });
  await dialog.getByRole('button', { name: 'Close' }).click();
  await page.emulateMedia({ media: 'print' });
  expect((await printed(page)).words).toContain('Business Settings');
}

type Drawing = {
  /** The number of modules along one edge, margins included. */
  side: number;
  /** Each row of modules as text, where # is a dark module. */
  rows: string[];
};

/** The expected code of this address with its margin, as the library `qrcode` computes the code. */
function drawing(url: string): Drawing {
  const { modules } = create(url);
  const side = modules.size + 2 * MARGIN_MODULES;
  const isDark = (row: number, column: number) =>
    row >= 0 && column >= 0 && row < modules.size && column < modules.size && modules.get(row, column) === 1;
  const steps = [...Array.from({ length: side }).keys()].map((step) => step - MARGIN_MODULES);
  return {
    side,
    rows: steps.map((row) => steps.map((column) => (isDark(row, column) ? '#' : '.')).join('')),
  };
}

/** Reads the picture of a code at the middle of each module. */
function readCode(page: Page, picture: string, side: number) {
  return page.evaluate(
    async ([source, side]) => {
      const image = new Image();
      image.src = source;
      await image.decode();
      const canvas = document.createElement('canvas');
      canvas.width = image.width;
      canvas.height = image.height;
      const context = canvas.getContext('2d');
      if (context === null) throw new Error('no canvas');
      context.drawImage(image, 0, 0);
      const middle = (step: number) => Math.floor(((step + 0.5) * image.width) / side);
      const steps = [...Array.from({ length: side }).keys()];
      const isDark = (row: number, column: number) =>
        (context.getImageData(middle(column), middle(row), 1, 1).data[0] ?? 255) < 128;
      return {
        width: image.width,
        height: image.height,
        side,
        rows: steps.map((row) => steps.map((column) => (isDark(row, column) ? '#' : '.')).join('')),
      };
    },
    [picture, side] as const,
  );
}

function isValidSvg(page: Page, text: string): Promise<boolean> {
  return page.evaluate((text) => {
    const { documentElement } = new DOMParser().parseFromString(text, 'image/svg+xml');
    return documentElement instanceof SVGSVGElement && documentElement.querySelector('parsererror') === null;
  }, text);
}

async function downloaded(page: Page, button: string): Promise<{ name: string; bytes: Buffer }> {
  const coming = page.waitForEvent('download');
  await page.getByRole('button', { name: button, exact: true }).click();
  const download = await coming;
  return { name: download.suggestedFilename(), bytes: readFileSync(await download.path()) };
}

/** The page sizes of the printed PDF in whole points, from each page's `MediaBox`. */
async function pagesOf(page: Page, format: 'A4' | 'Letter'): Promise<string[]> {
  const pdf = (await page.pdf({ format, printBackground: true })).toString('latin1');
  const boxes = pdf.matchAll(/\/MediaBox\s*\[0 0 ([\d.]+) ([\d.]+)\]/g);
  return Array.from(
    boxes,
    ([, width, height]) => `${Math.floor(Number(width))} x ${Math.floor(Number(height))}`,
  );
}

/** The texts, pictures and colours of the printed page. */
function printed(page: Page) {
  return page.evaluate(() => {
    const shown = [...document.querySelectorAll('body *')].filter((element) => element.checkVisibility());
    const words = shown.filter((element) => /^(p|h[1-4]|button|label)$/i.test(element.tagName));
    return {
      words: words.map((element) => element.textContent),
      pictures: shown
        .filter((element) => element.matches('svg[role=img]'))
        .map((element) => element.getAttribute('aria-label')),
      paper: getComputedStyle(document.body).backgroundColor,
      ink: words[0] && getComputedStyle(words[0]).color,
    };
  });
}
