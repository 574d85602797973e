/** Looks at a page as people with low vision and with thumbs do: by axe-core, on a narrow screen, in large letters. */
import { page } from 'vitest/browser';
import { accessibilityProblems } from './axe.ts';

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

/** All that is wrong with what the page shows; empty where nothing is. */
export async function whatIsWrong(): Promise<string[]> {
  const problems = await accessibilityProblems();
  await onScreens(NARROW, ({ name, width }) => {
    problems.push(...textOutOfSight().map((text) => `${width} px, ${name}: ${text}`));
  });
  return problems;
}

/** The same where a person has enlarged the page, for axe-core too. */
export async function whatIsWrongEnlarged(): Promise<string[]> {
  const problems: string[] = [];
  await onScreens(ENLARGED, async ({ name, width }) => {
    const found = [...textOutOfSight(), ...(await accessibilityProblems())];
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

/** Looks on each of these screens, and leaves the screen as it was. */
async function onScreens(screens: Screen[], look: (screen: Screen) => unknown): Promise<void> {
  const before = { width: innerWidth, height: innerHeight };
  const { style } = document.documentElement;
  for (const screen of screens) {
    await page.viewport(screen.width, screen.height);
    style.fontSize = `${screen.percent}%`;
    await look(screen);
    style.fontSize = '';
  }
  await page.viewport(before.width, before.height);
}

/** What is wider than the screen, or than a box that shows no more of it. */
function textOutOfSight(): string[] {
  const found: string[] = [];
  const width = document.documentElement.clientWidth;
  if (pageWidth() > width) found.push('the page scrolls sideways');
  for (const element of document.querySelectorAll<HTMLElement>('main *, dialog[open] *, section *')) {
    const isForReadersOnly = element.closest('.sr, svg, option') !== null;
    if (isForReadersOnly || element.getClientRects().length === 0) continue;
    const { left, right } = element.getBoundingClientRect();
    const isOutside = left < -0.5 || right > width + 0.5;
    const overflows = element.clientWidth > 0 && element.scrollWidth > element.clientWidth + 1;
    if (isOutside || overflows) found.push(element.outerHTML.slice(0, 160));
    for (const text of element.childNodes) if (text instanceof Text) found.push(...tornWords(text));
  }
  return found;
}

/** Words that fit any line and stand in two. */
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
