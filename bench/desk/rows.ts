/** Counts the rows of the line that are completely visible without scrolling. */
import type { Page } from 'playwright-core';

/** A row is visible if the points just inside its four corners belong to the row. */
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
