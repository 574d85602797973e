/** How a guest who looks away is told of the turn: by sound, vibration, a screen that stays on, and the browser's tab. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { admitByName, openShop, type Shop } from '../support/factories.ts';
import { journey, toast } from '../support/harness.ts';
import { joinOnPage, leaveOnPage } from '../support/steps.ts';

const here = journey();
const NOTES_IN_A_ROUND = 3;

test('one tap arms the chime, which is heard at the turn though the system took the sound meanwhile', async () => {
  const { page, shop } = await openWaiting();
  await arm(page);
  await expect.poll(() => senses(page)).toMatchObject({ notes: NOTES_IN_A_ROUND, vibrations: [] });
  await page.evaluate('senses.context.suspend()');
  await turnComes(page, shop);
  await expect
    .poll(() => senses(page))
    .toMatchObject({ notes: 4 * NOTES_IN_A_ROUND, vibrations: [[200, 100, 200, 100, 400]] });
});

test('a page whose chime was not armed vibrates at the turn and is silent', async () => {
  const { page, shop } = await openWaiting();
  await turnComes(page, shop);
  await expect.poll(async () => (await senses(page)).vibrations.length).toBe(1);
  expect(await senses(page)).toMatchObject({ notes: 0, asked: 0 });
});

test('the sound is taken back when the page is seen again, or tapped', async () => {
  const { page } = await openWaiting();
  await arm(page);
  const state = () => page.evaluate<string>('senses.context.state');
  await expect.poll(state).toBe('running');
  await page.evaluate('senses.context.suspend()');
  expect(await state()).toBe('suspended');
  await seenAgain(page);
  await expect.poll(state).toBe('running');
  await page.evaluate('senses.context.suspend()');
  await page.mouse.click(4, 600);
  await expect.poll(state).toBe('running');
});

test.for([
  ['refuses the sound', 'Promise.reject(new DOMException("In a call", "InvalidStateError"))'],
  ['neither gives nor refuses it', 'new Promise(() => {})'],
])('where the system %s the guest is told, and the switch stays off until it works', async ([, answer]) => {
  const { page } = await openWaiting();
  await page.clock.install();
  await page.evaluate(`senses.resume = () => ${answer}`);
  const chime = page.getByRole('button', { name: /^Chime when/, pressed: false });
  await chime.click();
  // A second press while the first one waits asks for nothing more.
  await chime.click();
  await page.clock.fastForward(3_000);
  await toast(page, 'The sound could not be switched on').waitFor();
  expect(await chime.count()).toBe(1);
  expect(await senses(page)).toMatchObject({ notes: 0, asked: 0 });
  await page.evaluate('senses.resume = undefined');
  await arm(page);
  await expect.poll(() => senses(page)).toMatchObject({ notes: NOTES_IN_A_ROUND, held: 1 });
});

test('the screen is held while armed, again when the page is seen again, and let go at the end', async () => {
  const { page } = await openWaiting();
  expect(await senses(page)).toMatchObject({ asked: 0 });
  await arm(page);
  await expect.poll(() => senses(page)).toMatchObject({ asked: 1, held: 1 });
  // Still held: a glance asks for no other.
  await seenAgain(page);
  await page.evaluate('senses.takeScreen()');
  expect(await senses(page)).toMatchObject({ asked: 1, held: 0 });
  // Seen twice before the system has answered: one is held and none is forgotten.
  await page.evaluate('document.dispatchEvent(new Event("visibilitychange"))');
  await seenAgain(page);
  await expect.poll(() => senses(page)).toMatchObject({ held: 1 });
  await page.getByRole('button', { name: 'Chime and screen on', pressed: true }).click();
  await expect.poll(() => senses(page)).toMatchObject({ held: 0 });
  await arm(page);
  await expect.poll(() => senses(page)).toMatchObject({ held: 1 });
  // The page that is left would take all with it.
  await page.route(/\/queue\/[^/]+$/, (route) => route.abort());
  await page.route('**/queue', (route) => route.abort());
  await leaveOnPage(page);
  await expect.poll(() => senses(page)).toMatchObject({ held: 0 });
});

test('title and icon of the tab say where one stands, that it is now, and that it is over', async () => {
  const { page, shop } = await openWaiting();
  const tab = () =>
    page.evaluate(() => ({
      title: document.title,
      icons: [...document.querySelectorAll('link[rel="icon"]')].map((icon) => icon.outerHTML),
    }));
  const calm = ['<link rel="icon" href="/favicon.ico" sizes="32x32">'];
  expect(await tab()).toEqual({ title: '#1 in line · Blue Door Café', icons: calm });
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  const mara = await admitByName(here.app.origin, shop, 'Mara');
  const turn = "It's your turn · Blue Door Café";
  await expect.poll(tab).toEqual({ title: turn, icons: calm });
  // An icon of lines costs the page's thread: not while it shows the turn.
  await page.clock.fastForward(1_000);
  await expect.poll(tab).toEqual({ title: turn, icons: ['<link rel="icon" href="/icon-turn.svg">'] });
  await page.clock.resume();
  await here.app.endHold(shop.location.id, mara.id);
  await expect.poll(tab).toEqual({ title: 'Timer expired · Blue Door Café', icons: calm });
});

/** A guest in line on a page that writes down what can be heard and felt. The sound is the browser's own. */
async function openWaiting() {
  const shop = await openShop(here.app.origin);
  const { page } = await here.newPhone();
  await page.addInitScript(() => {
    type Senses = {
      notes: number;
      vibrations: unknown[];
      asked: number;
      context?: AudioContext;
      resume?: () => Promise<void>;
    };
    const held = new Set<{ released: boolean }>();
    const spy: Senses = { notes: 0, vibrations: [], asked: 0 };
    const takeScreen = () => {
      for (const lock of held) lock.released = true;
      held.clear();
    };
    const request = async () => {
      spy.asked += 1;
      const lock = {
        released: false,
        release: async () => {
          lock.released = true;
          held.delete(lock);
        },
      };
      held.add(lock);
      return lock;
    };
    Object.defineProperty(navigator, 'wakeLock', { value: { request } });
    Object.defineProperty(navigator, 'vibrate', {
      value: (pattern: unknown) => spy.vibrations.push(pattern) > 0,
    });
    const Real = AudioContext;
    Object.assign(window, {
      senses: Object.assign(spy, { held, takeScreen }),
      AudioContext: class extends Real {
        constructor() {
          super();
          spy.context = this;
        }
        override resume() {
          return spy.resume?.() ?? super.resume();
        }
        override createOscillator() {
          const tone = super.createOscillator();
          const start = tone.start.bind(tone);
          tone.start = (at) => {
            // One of a context that is not running is heard by nobody.
            if (this.state === 'running') spy.notes += 1;
            start(at);
          };
          return tone;
        }
      },
    });
  });
  await joinOnPage(page, shop);
  await page.getByText('Live', { exact: true }).waitFor();
  return { page, shop };
}

function senses(page: Page) {
  return page.evaluate<{ notes: number; vibrations: unknown[]; asked: number; held: number }>(
    '({ notes: senses.notes, vibrations: senses.vibrations, asked: senses.asked, held: senses.held.size })',
  );
}

async function arm(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Chime when/, pressed: false }).click();
  await page.getByRole('button', { name: /^Chime and screen on/, pressed: true }).waitFor();
}

async function seenAgain(page: Page): Promise<void> {
  await page.evaluate('document.dispatchEvent(new Event("visibilitychange"))');
}

async function turnComes(page: Page, shop: Shop): Promise<void> {
  await admitByName(here.app.origin, shop, 'Mara');
  await page.getByRole('heading', { name: "It's your turn" }).waitFor();
}
