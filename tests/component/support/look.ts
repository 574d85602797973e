/** Looks at a page as people with low vision and with thumbs do: by axe-core, on a narrow screen, in large letters. */
import { page } from 'vitest/browser';
import { textOutOfSight } from '../../support/text-out-of-sight.ts';
import { accessibilityProblems, problemsBesideColours } from './axe.ts';

type Screen = { name: string; width: number; height: number; percent: number };

/** Screens on which nothing may be cut off: the width, and the size of text in percent of the device's own. */
const NARROW: Screen[] = [
  { name: 'text at 200 %', width: 390, height: 640, percent: 200 },
  { name: 'text at 100 %', width: 320, height: 640, percent: 100 },
];

/** How a page is enlarged: letters alone on a small phone, or all of it on an ordinary one, which leaves half of its pixels. */
const ENLARGED: Screen[] = [
  { name: 'text at 200 %', width: 320, height: 640, percent: 200 },
  { name: 'zoomed to 200 %', width: 390 / 2, height: 844 / 2, percent: 100 },
];

/**
 * All that is wrong with what the page shows; empty where nothing is. `coloursTested`: the same page in another language has
 * been tested for its colours.
 */
export async function whatIsWrong({ coloursTested = false } = {}): Promise<string[]> {
  const problems = await (coloursTested ? problemsBesideColours() : accessibilityProblems());
  await onScreens(NARROW, ({ name, width, percent }) => {
    problems.push(...textOutOfSight(percent).map((text) => `${width} px, ${name}: ${text}`));
  });
  return problems;
}

/** The same where a person has enlarged the page, for axe-core too. The colours are those of the ordinary size. */
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

/** How wide the page is on a screen of this width, with what stands beside the screen. */
export async function widthOn(width: number): Promise<number> {
  let whole = 0;
  await onScreens([{ name: 'narrow', width, height: 640, percent: 100 }], () => (whole = pageWidth()));
  return whole;
}

/** The same with text at 200 % of the device's own. */
export async function widthInLargeTextOn(width: number): Promise<number> {
  document.documentElement.style.fontSize = '200%';
  const whole = await widthOn(width);
  document.documentElement.style.fontSize = '';
  return whole;
}

/** Looks on each of these screens, and leaves the screen as it was. */
async function onScreens(screens: Screen[], look: (screen: Screen) => unknown): Promise<void> {
  const before = { width: innerWidth, height: innerHeight };
  for (const screen of screens) {
    await page.viewport(screen.width, screen.height);
    await look(screen);
  }
  await page.viewport(before.width, before.height);
}

/** How wide the page is, with what stands beside the screen. */
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
