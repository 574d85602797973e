/** Fonts that load late do not move the home page on a phone. The test uses the fonts of real phones. */
import { expect, test } from 'vitest';
import { journey } from '../support/harness.ts';
import { phones, shiftByLateFonts } from '../support/look.ts';

const here = journey();

test('nothing on the home page moves on a phone when its fonts come late', async () => {
  for (const phone of phones) {
    const { page } = await here.newPhone();
    expect(await shiftByLateFonts(page, '/', phone), phone).toBeLessThan(0.005);
    expect(await page.evaluate(() => document.fonts.check("700 40px 'Bricolage'", 'Hold'))).toBe(true);
  }
});
