/**
 * Checks that the browser has a font with the same widths as a phone's font. With a font of other widths, text would
 * shift when the page's own font is loaded.
 */
import type { Browser } from 'playwright-core';

/**
 * The fallback fonts that the page uses until its own font is loaded (`styles/fonts.css`). Every phone has Arial or
 * Roboto. Liberation Sans has the metrics of Arial.
 */
const PHONE_FONTS = ['Arial', 'Roboto', 'Liberation Sans'];

/** Returns a sentence if the browser has none of the `PHONE_FONTS`, else null. */
export async function phoneFontProblem(browser: Browser): Promise<string | null> {
  const page = await browser.newPage();
  const found = await page.evaluate(async (families) => {
    const loads = families.map((family) => new FontFace(family, `local('${family}')`).load());
    return (await Promise.allSettled(loads)).some(({ status }) => status === 'fulfilled');
  }, PHONE_FONTS);
  await page.close();
  if (found) return null;
  return `Layout shifts cannot be measured without a font of a phone's width: install ${PHONE_FONTS.join(', or ')} (Debian: fonts-liberation).`;
}
