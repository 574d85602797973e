/** How many rows of the line are wholly in sight, without scrolling. */
import type { Page } from 'playwright-core';

/** A row counts if its four corners, a little inside, are hit by nothing but the row itself. */
export function rowsInSight(page: Page): Promise<number> {
  return page.evaluate(() => {
    const rows = [...document.querySelectorAll('[data-list="queue"] > li')];
    return rows.filter((row) => {
      const { left, right, top, bottom } = row.getBoundingClientRect();
      const corners = [left + 2, right - 2].flatMap((x) => [top + 2, bottom - 2].map((y) => [x, y] as const));
      return corners.every(([x, y]) => row.contains(document.elementFromPoint(x, y)));
    }).length;
  });
}
