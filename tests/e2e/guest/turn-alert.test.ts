/**
 * The sound of the turn, with the browser's real sound. The alert's switch and the system's refusals are tested in
 * `tests/component/guest/`.
 */
import { expect, test } from 'vitest';
import { admitByName, openShop } from '../support/factories.ts';
import { journey } from '../support/harness.ts';
import { joinOnPage } from '../support/steps.ts';

const here = journey();
const NOTES_IN_A_ROUND = 3;

test('one tap arms the chime, which is heard at the turn though the system took the sound meanwhile', async () => {
  const shop = await openShop(here.app.origin);
  const { page } = await here.newPhone();
  await page.addInitScript(() => {
    const heard: { notes: number; context?: AudioContext } = { notes: 0 };
    const Real = AudioContext;
    Object.assign(window, {
      heard,
      AudioContext: class extends Real {
        constructor() {
          super();
          heard.context = this;
        }
        override createOscillator() {
          const tone = super.createOscillator();
          const start = tone.start.bind(tone);
          tone.start = (at) => {
            // An audio context that is not running makes no sound.
            if (this.state === 'running') heard.notes += 1;
            start(at);
          };
          return tone;
        }
      },
    });
  });
  await joinOnPage(page, shop);
  await page.getByText('Live', { exact: true }).waitFor();
  const notes = () => page.evaluate<number>('heard.notes');
  await page.getByRole('button', { name: /^Chime when/, pressed: false }).click();
  await page.getByRole('button', { name: /^Chime and screen on/, pressed: true }).waitFor();
  await expect.poll(notes).toBe(NOTES_IN_A_ROUND);
  await page.evaluate('heard.context.suspend()');
  await admitByName(here.app.origin, shop, 'Mara');
  await page.getByRole('heading', { name: "It's your turn" }).waitFor();
  await expect.poll(notes).toBe(4 * NOTES_IN_A_ROUND);
});
