/** Accessibility checks of a page: axe-core, a narrow screen, large text, size of controls. */
import { page } from 'vitest/browser';
import { textOutOfSight } from '../../support/text-out-of-sight.ts';
import { accessibilityProblems, problemsBesideColours } from './axe.ts';

type Screen = { name: string; width: number; height: number; percent: number };

/** Screens on which nothing may be cut off: size in pixels, and text size in percent of the device's default. */
const NARROW: Screen[] = [
  { name: 'text at 200 %', width: 390, height: 640, percent: 200 },
  { name: 'text at 100 %', width: 320, height: 640, percent: 100 },
];

/**
 * Screens of enlarged pages: text at 200 % on a small phone, and a page zoomed to 200 % on an ordinary phone, which
 * halves the width.
 */
const ENLARGED: Screen[] = [
  { name: 'text at 200 %', width: 320, height: 640, percent: 200 },
  { name: 'zoomed to 200 %', width: 390 / 2, height: 844 / 2, percent: 100 },
];

/**
 * All problems of the present page, or an empty list. `coloursTested` skips the colours, because another test checks
 * the colours of this page in another language.
 */
export async function whatIsWrong({ coloursTested = false } = {}): Promise<string[]> {
  const problems = await (coloursTested ? problemsBesideColours() : accessibilityProblems());
  await onScreens(NARROW, ({ name, width, percent }) => {
    problems.push(...textOutOfSight(percent).map((text) => `${width} px, ${name}: ${text}`));
  });
  return problems;
}

/**
 * The problems of the present page when it is enlarged, found by axe-core and in the layout. Colours are not checked
 * again, because size does not change them.
 */
export async function whatIsWrongEnlarged(): Promise<string[]> {
  const problems: string[] = [];
  await onScreens(ENLARGED, async ({ name, width, percent }) => {
    const cut = textOutOfSight(percent);
    document.documentElement.style.fontSize = `${percent}%`;
    const found = [...cut, ...(await problemsBesideColours())];
    document.documentElement.style.fontSize = '';
    problems.push(...found.map((text) => `${width} px, ${name}: ${text}`));
  });
  return problems;
}

/** The width of the page's content on a screen of this width, including elements that reach out of the screen. */
export async function widthOn(width: number): Promise<number> {
  let whole = 0;
  await onScreens([{ name: 'narrow', width, height: 640, percent: 100 }], () => (whole = pageWidth()));
  return whole;
}

/** The width of the page's content with text at 200 % of the device's default. */
export async function widthInLargeTextOn(width: number): Promise<number> {
  document.documentElement.style.fontSize = '200%';
  const whole = await widthOn(width);
  document.documentElement.style.fontSize = '';
  return whole;
}

/** Calls `look` on each of these screens, and restores the screen. */
async function onScreens(screens: Screen[], look: (screen: Screen) => unknown): Promise<void> {
  const before = { width: innerWidth, height: innerHeight };
  for (const screen of screens) {
    await page.viewport(screen.width, screen.height);
    await look(screen);
  }
  await page.viewport(before.width, before.height);
}

/** The width of the page's content, including elements that reach out of the screen. */
export function pageWidth(): number {
  return document.documentElement.scrollWidth;
}

/** Each control that is less than 44 pixels wide or tall, with its size. */
export function smallTargets(): string[] {
  return [...document.querySelectorAll('a, button, input, select, summary')]
    .filter((control) => control.checkVisibility())
    .map((control) => ({ control, box: control.getBoundingClientRect() }))
    .filter(({ box }) => box.width < 44 || box.height < 44)
    .map(({ control, box }) => `${control.outerHTML} ${box.width} x ${box.height}`);
}
