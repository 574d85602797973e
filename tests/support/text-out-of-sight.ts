/**
 * With text of `percent` of the default size, finds elements that are wider than the screen or are cut off. The
 * function runs in the page, so it must not use other code of this file.
 */
export function textOutOfSight(percent: number): string[] {
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

  /** Words that are broken although each word fits into a line. */
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
