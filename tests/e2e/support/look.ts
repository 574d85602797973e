/** Accessibility checks of a page: axe-core in both colour schemes, a narrow screen, large text. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { textOutOfSight } from '../../support/text-out-of-sight.ts';
import { accessibilityProblems } from './harness.ts';

/** Screens on which nothing may be cut off: width in pixels, and text size in percent of the device's default. */
const SCREENS = [
  { width: 390, percent: 200 },
  { width: 320, percent: 100 },
] as const;
/** The screen height of a phone in portrait position, in pixels. */
const HEIGHT = 640;

/** All problems of the present page, or an empty list. Afterwards the page has the light scheme and a narrow screen. */
export async function whatIsWrong(page: Page): Promise<string[]> {
  const problems = await accessibilityProblems(page);
  for (const { width, percent } of SCREENS) {
    await page.setViewportSize({ width, height: HEIGHT });
    const cut = await page.evaluate(textOutOfSight, percent);
    problems.push(...cut.map((text) => `${width} px, text at ${percent} %: ${text}`));
  }
  return problems;
}

/**
 * The total layout shift when the fonts of the page at `path` load after its first paint. The page uses the local fonts
 * of this phone instead of this machine's fonts.
 */
export async function shiftByLateFonts(page: Page, path: string, phone: Phone): Promise<number> {
  // If a test answers the page's calls in place of the server, the page needs this permission to open a socket to this
  // machine.
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
      // The type `PerformanceEntry` does not declare `value`.
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

/** The local fonts of a phone, by the font names in the page's styles. Arimo has the same letter widths as Arial. */
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

/**
 * Replaces each local font in the page's styles by the phone's font. A font that the phone does not have is removed.
 */
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
      // Leaves out the content security policy, because it would forbid `data:` fonts.
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
