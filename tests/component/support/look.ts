/** What the page owes a small screen and a thumb. */

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
