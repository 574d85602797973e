/**
 * Checks that the browser has a font of the same width as a phone's font. With another font, text would shift when the
 * page's own font loads.
 */
import type { Browser } from 'playwright-core';

/**
 * Fallback fonts until the page's own font has loaded (`styles/fonts.css`). Every phone has one of the first two fonts;
 * the last one has the metrics of the first.
 */
const PHONE_FONTS = ['Arial', 'Roboto', 'Liberation Sans'];

/** A sentence if no such font exists, else null. */
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
