/** Whether the browser has a font as wide as a phone's: text drawn in another moves when the page's own font comes. */
import type { Browser } from 'playwright-core';

/**
 * What the page's text is drawn in until its own font has come (`styles/fonts.css`). Every phone has one of the first two; the
 * last has the measures of the first.
 */
const PHONE_FONTS = ['Arial', 'Roboto', 'Liberation Sans'];

/** A sentence where it has none, else null. */
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
