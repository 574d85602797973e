/** Looks at a page as those do who see little: by axe-core in either scheme, on a narrow screen, in letters twice as large. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { accessibilityProblems } from './harness.ts';

/** Screens on which nothing may be cut off: the width, and the size of text in percent of the device's own. */
const SCREENS = [
  { width: 390, percent: 200 },
  { width: 320, percent: 100 },
] as const;
/** Of a phone held upright. */
const HEIGHT = 640;

/** All that is wrong with what the page shows; empty where nothing is. Leaves it in light, on a narrow screen. */
export async function whatIsWrong(page: Page): Promise<string[]> {
  const problems = await accessibilityProblems(page);
  for (const { width, percent } of SCREENS) {
    await page.setViewportSize({ width, height: HEIGHT });
    const cut = await page.evaluate(textOutOfSight, percent);
    problems.push(...cut.map((text) => `${width} px, text at ${percent} %: ${text}`));
  }
  return problems;
}

/** What the accessibility tree holds, in order, without addresses and what is empty for now. */
export async function readOut(page: Page): Promise<string[]> {
  const tree = await page.locator('main').ariaSnapshot();
  const lines = tree.split('\n').map((line) => line.replace(/^[\s-]+/, ''));
  return lines.slice(1).filter((line) => !line.startsWith('/url') && !/^(alert|paragraph)$/.test(line));
}

/** How a page is enlarged: letters alone on a small phone, or all of it on an ordinary one, which leaves half of its pixels. */
const ENLARGED = [
  { name: 'text at 200 %', width: 320, height: HEIGHT, percent: 200 },
  { name: 'zoomed to 200 %', width: 390 / 2, height: 844 / 2, percent: 100 },
] as const;

/** The same where a guest has enlarged the page, for axe-core too. Leaves it as it was, in light. */
export async function whatIsWrongEnlarged(page: Page): Promise<string[]> {
  const before = page.viewportSize();
  const problems: string[] = [];
  for (const { name, width, height, percent } of ENLARGED) {
    await page.setViewportSize({ width, height });
    const cut = await page.evaluate(textOutOfSight, percent);
    await page.evaluate((size) => (document.documentElement.style.fontSize = size), `${percent}%`);
    const found = [...cut, ...(await accessibilityProblems(page))];
    await page.evaluate(() => document.documentElement.style.removeProperty('font-size'));
    problems.push(...found.map((text) => `${width} px, ${name}: ${text}`));
  }
  if (before !== null) await page.setViewportSize(before);
  return problems;
}

/**
 * How far things move (cumulative layout shift) when the fonts of the page at `path` come after its first picture, on such a
 * phone, whatever fonts this machine has.
 */
export async function shiftByLateFonts(page: Page, path: string, phone: Phone): Promise<number> {
  // What a test answers itself counts as come from afar, and may not open a socket to this machine unasked.
  await page.context().grantPermissions(['local-network-access']);
  await lendFonts(page, phone);
  const held = Promise.withResolvers<void>();
  const asked = page.waitForRequest(/figtree-latin-[-\w]+\.woff2$/);
  await page.route(/\.woff2$/, async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.addInitScript(() => {
    let moved = 0;
    new PerformanceObserver((list) => {
      // The browser's own type does not know the entries of this kind.
      for (const entry of list.getEntries()) moved += 'value' in entry ? Number(entry.value) : 0;
      document.documentElement.dataset['moved'] = String(moved);
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await page.goto(path, { waitUntil: 'commit' });
  await page.getByRole('heading', { level: 1 }).waitFor();
  await asked;
  await page.waitForFunction(() =>
    [...document.fonts].some(({ family, status }) => /Fallback/.test(family) && status === 'loaded'),
  );
  await afterTwoFrames(page);
  const before = await moved(page);
  held.resolve();
  await page.waitForFunction(
    () => getComputedStyle(document.documentElement).getPropertyValue('--own-font') !== '',
  );
  await page.evaluate(async () => {
    await document.fonts.ready;
  });
  await afterTwoFrames(page);
  return (await moved(page)) - before;
}

async function moved(page: Page): Promise<number> {
  return Number((await page.locator('html').getAttribute('data-moved')) ?? 0);
}

/** The fonts that a page finds on a phone, by the names it asks for. Arimo has Arial's widths. */
const phoneFonts = {
  iPhone: { Arial: fontFile('arimo', 400), 'Arial Bold': fontFile('arimo', 700) },
  Android: { Roboto: fontFile('roboto', 400), 'Roboto Bold': fontFile('roboto', 700) },
};
type Phone = keyof typeof phoneFonts;
export const phones: Phone[] = ['iPhone', 'Android'];

function fontFile(family: string, weight: 400 | 700): string {
  const { resolve } = createRequire(import.meta.url);
  return readFileSync(
    resolve(`@fontsource/${family}/files/${family}-latin-${weight}-normal.woff2`),
    'base64',
  );
}

/** Where its styles ask the device for a font, the page gets the phone's at once, and none but those. */
async function lendFonts(page: Page, phone: Phone): Promise<void> {
  const fonts = new Map(Object.entries(phoneFonts[phone]));
  await page.route(
    () => true,
    async (route) => {
      if (!['document', 'stylesheet'].includes(route.request().resourceType())) return route.fallback();
      const answer = await route.fetch();
      const body = (await answer.text()).replace(/\blocal\(([^)]+)\)/g, (_, name: string) => {
        const font = fonts.get(name);
        return font === undefined ? 'local(none)' : `url(data:font/woff2;base64,${font})`;
      });
      // It allows no such address.
      const { 'content-security-policy': _, ...headers } = answer.headers();
      return route.fulfill({ response: answer, headers, body });
    },
  );
}

function afterTwoFrames(page: Page): Promise<void> {
  return page.evaluate(
    () => new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve()))),
  );
}

/** In the page: what is wider than the screen, or than a box that shows no more of it, at this size of text. */
function textOutOfSight(percent: number): string[] {
  document.documentElement.style.fontSize = `${percent}%`;
  const found: string[] = [];
  const width = document.documentElement.clientWidth;
  if (document.documentElement.scrollWidth > width) found.push('the page scrolls sideways');
  for (const element of document.querySelectorAll<HTMLElement>('main *, dialog[open] *, section *')) {
    const isForReadersOnly = element.closest('.sr, svg, option') !== null;
    if (isForReadersOnly || element.getClientRects().length === 0) continue;
    const { left, right } = element.getBoundingClientRect();
    const isOutside = left < -0.5 || right > width + 0.5;
    const overflows = element.clientWidth > 0 && element.scrollWidth > element.clientWidth + 1;
    if (isOutside || overflows) found.push(element.outerHTML.slice(0, 160));
    for (const text of element.childNodes) if (text instanceof Text) found.push(...tornWords(text));
  }
  document.documentElement.style.fontSize = '';
  return found;

  /** A word that fits any line must stand in one. */
  function tornWords(text: Text): string[] {
    const words = [...text.data.matchAll(/(?<![^\s])\p{L}{2,8}(?![^\s])/gu)];
    return words.flatMap(({ index, 0: word }) => {
      const range = document.createRange();
      range.setStart(text, index);
      range.setEnd(text, index + word.length);
      const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
      return lines.size > 1 ? [`torn: ${word}`] : [];
    });
  }
}

/** How a guest's page ends as it is read out (`readOut`). */
export const languageLinks = [
  'navigation "Language":',
  'link "English":',
  'link "Bahasa Indonesia":',
  'link "Español":',
  'link "العربية":',
];
