/** The guest's flow without a pointer, in the order that a screen reader says it, and without motion. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { admitByName, joinQueue, openShop, remove } from '../support/factories.ts';
import { journey, toast } from '../support/harness.ts';
import { languageLinks, readOut } from '../support/look.ts';
import { fillJoinForm, joinOnPage } from '../support/steps.ts';

const here = journey();

test('from the look-up to the turn by keyboard alone, the focus always seen and on each new heading', async () => {
  const shop = await openShop(here.app.origin);
  const { page } = await here.newDesktop();
  const press = (key: string) => page.keyboard.press(key);
  const type = (text: string) => page.keyboard.type(text);
  await page.goto('/queue');
  await tabThrough(page, ['Holdline', 'Business Username']);
  await press('Enter');
  await page.getByText('Business username is required').waitFor();
  await type(shop.username);
  await tabThrough(page, ['Next']);
  await press('Enter');

  await page.getByRole('heading', { name: 'Enter your details' }).waitFor();
  await tabThrough(page, ['Location', 'First Name', 'Last Name', 'Fewer guests', 'Number of Guests']);
  await press('ArrowUp');
  await tabThrough(page, ['More guests']);
  await press('Space');
  await tabThrough(page, ['Back', 'Next']);
  await press('Enter');
  await page.getByText('First name is required').waitFor();
  expect(await focused(page)).toBe('First Name');
  await type('Mara');
  await tabThrough(page, ['Last Name']);
  await type('Lindqvist');
  await press('Enter');

  await expect.poll(() => focused(page)).toBe('Choose how you want to wait');
  await tabThrough(page, ['Stay on Premises']);
  await press('ArrowDown');
  expect(await focused(page)).toBe('Wait Anywhere');
  await tabThrough(page, ['Phone Number', 'Terms', 'Privacy', 'Back', 'Next']);
  for (const name of ['Back', 'Privacy', 'Terms', 'Phone Number', 'Wait Anywhere']) {
    await press('Shift+Tab');
    expect(await focused(page)).toBe(name);
  }
  await press('ArrowUp');
  await press('Enter');

  await expect.poll(() => focused(page)).toBe('Queue status');
  await page.getByText('3 guests').waitFor();
  await joinQueue(here.app.origin, shop, { firstName: 'Bo' });
  await page.getByRole('button', { name: 'I need 5 more minutes' }).waitFor();
  await tabThrough(page, ['Chime when it’s my turn', 'I’m on my way']);
  await press('Space');
  await page.getByText('The staff know you’re on your way.').waitFor();
  await tabThrough(page, ['I need 5 more minutes']);
  await press('Enter');
  expect(await focused(page)).toBe('Keep my place');
  await press('Escape');
  expect(await focused(page)).toBe('I need 5 more minutes');
  await tabThrough(page, ['Stay on Premises', 'Leave Queue']);
  await press('Enter');
  expect(await focused(page)).toBe('Keep my place');
  await press('Enter');
  expect(await focused(page)).toBe('Leave Queue');

  const mara = await admitByName(here.app.origin, shop, 'Mara');
  await expect.poll(() => focused(page)).toBe("It's your turn");
  await tabThrough(page, ['I need 5 more minutes']);
  await here.app.endHold(shop.location.id, mara.id);
  await page.getByText('Timer expired — your spot will be released.').waitFor();
  await tabThrough(page, ['Join the queue again']);
  await press('Enter');
  await expect.poll(() => focused(page)).toBe('Enter your details');
});

test('leaving by keyboard ends on the heading of the start', async () => {
  const shop = await openShop(here.app.origin);
  const { page } = await here.newDesktop();
  await joinOnPage(page, shop);
  await page.getByRole('button', { name: 'Leave Queue' }).focus();
  await page.keyboard.press('Enter');
  await tabThrough(page, ['Leave Queue']);
  await page.keyboard.press('Enter');
  await toast(page, 'You left the queue').waitFor();
  await expect.poll(() => focused(page)).toBe('Join the Queue');
});

test('a screen reader goes through each step in the order that it is read in', async () => {
  const shop = await openShop(here.app.origin);
  await joinQueue(here.app.origin, shop, { firstName: 'Bo' });
  const { page } = await here.newPhone();
  await page.goto(`/queue/${shop.username}`);
  expect(await readOut(page)).toEqual([
    'paragraph: Blue Door Café',
    'img "Step 2 of 4"',
    'heading "Enter your details" [level=1]',
    'text: Location',
    'combobox "Location":',
    'option "Blue Door Café - 14 Kemang Raya, Jakarta" [selected]',
    'text: First Name',
    'textbox "First Name"',
    'text: Last Name',
    'textbox "Last Name"',
    'text: Number of Guests',
    'button "Fewer guests"',
    'spinbutton "Number of Guests": "1"',
    'button "More guests"',
    // Where the new number is said when a button has changed it.
    'status',
    'paragraph: Your name and number are shown to this business only and erased after 30 days.',
    'link "Back":',
    'button "Next"',
    ...languageLinks,
  ]);

  await fillJoinForm(page, shop);
  await page.getByRole('radio', { name: /^Wait Anywhere/ }).check();
  expect(await readOut(page)).toEqual([
    'paragraph: Blue Door Café 14 Kemang Raya, Jakarta',
    'img "Step 3 of 4"',
    'heading "Choose how you want to wait" [level=1]',
    'paragraph: You can change this later.',
    'group "Waiting preference":',
    'text: Waiting preference',
    'radio "Stay on Premises"',
    'text: Stay on Premises Staff call your name. No phone number needed.',
    'radio "Wait Anywhere" [checked]',
    'text: Wait Anywhere We text you when it’s your turn.',
    'text: Phone Number',
    'paragraph: We text this number about this visit. Nothing else.',
    'textbox "Phone Number"',
    'paragraph:',
    // What giving a number means, to the letter, is asserted with the consent.
    expect.stringContaining(
      'By giving your number you agree that Blue Door Café, through Holdline, texts you',
    ),
    'link "Terms":',
    'link "Privacy":',
    'link "Back":',
    'button "Next"',
    ...languageLinks,
  ]);

  await page.getByRole('radio', { name: /^Stay on Premises/ }).check();
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByText(/^around /).waitFor();
  await page.getByText('Live', { exact: true }).waitFor();
  expect(await readOut(page)).toEqual([
    'paragraph: Blue Door Café 14 Kemang Raya, Jakarta',
    'status: Live',
    'heading "Queue status" [level=1]',
    'paragraph: "You are #2 in line"',
    'paragraph: There is 1 person ahead of you Nearly your turn. Time to head back.',
    'term: Estimated Wait',
    expect.stringMatching(/^definition: 5 minutes 2–10 min around \d{1,2}:\d\d [AP]M$/),
    'term: Your party',
    'definition: Mara Lindqvist 1 guest',
    'button "Chime when it’s my turn Plays a sound and keeps the screen awake"',
    'region "Tell the staff":',
    'button "I’m on my way"',
    'group "How you’re waiting":',
    'text: How you’re waiting',
    'radio "Stay on Premises" [checked]',
    'text: Stay on Premises Staff call your name',
    'radio "Wait Anywhere"',
    'text: Wait Anywhere We text you when it’s your turn',
    'button "Leave Queue"',
    ...languageLinks,
  ]);

  await admitByName(here.app.origin, shop, 'Mara');
  await page.getByRole('heading', { name: "It's your turn" }).waitFor();
  expect(await readOut(page)).toEqual([
    'paragraph: Blue Door Café 14 Kemang Raya, Jakarta',
    'heading "It\'s your turn" [level=1]',
    'paragraph:',
    'text: Please arrive within',
    expect.stringMatching(/^timer: "?0[45]:\d\d"?$/),
    'paragraph: Your spot will be held for 5 minutes.',
    'paragraph: Mara Lindqvist, 1 guest',
    'region "Tell the staff":',
    'button "I’m on my way"',
    'button "I need 5 more minutes"',
  ]);
});

test.for(['reduce', 'no-preference'] as const)('motion: %s, and the page does so', async (reducedMotion) => {
  const shop = await openShop(here.app.origin);
  const bo = await joinQueue(here.app.origin, shop, { firstName: 'Bo' });
  const { page } = await here.newPhone({ reducedMotion });
  await page.addInitScript(() => {
    const moved: string[] = [];
    Object.assign(window, { moved });
    // What takes no time does not move: it is there or it is not.
    const takesTime = (animation: Animation) => Number(animation.effect?.getComputedTiming().duration) > 0;
    for (const kind of ['animationstart', 'transitionrun'] as const)
      document.addEventListener(kind, ({ target }) => {
        if (target instanceof Element && target.getAnimations().some(takesTime))
          moved.push(`${kind} of ${target.localName}.${target.className}`);
      });
  });
  await fillJoinForm(page, shop);
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByText('You are #2 in line').first().waitFor();
  await remove(here.app.origin, shop, bo.customer);
  await page.getByText('You are #1 in line').first().waitFor();
  await page.getByRole('button', { name: 'Leave Queue' }).click();
  await page.keyboard.press('Escape');
  await admitByName(here.app.origin, shop, 'Mara');
  await page.getByRole('heading', { name: "It's your turn" }).waitFor();
  const moved = z.array(z.string()).parse(await page.evaluate('moved'));
  if (reducedMotion === 'reduce') expect(moved).toEqual([]);
  else expect(moved).not.toEqual([]);
});

/** Presses Tab once for each, which have to come in this order. */
async function tabThrough(page: Page, names: string[]): Promise<void> {
  const came: string[] = [];
  for (const _ of names) {
    await page.keyboard.press('Tab');
    came.push(await focused(page));
  }
  expect(came).toEqual(names);
}

/** The name of what has the focus; a control that does not show it says so. */
function focused(page: Page): Promise<string> {
  return page.evaluate(() => {
    const at = document.activeElement;
    if (!(at instanceof HTMLElement)) return 'nothing';
    const labels = at instanceof HTMLInputElement || at instanceof HTMLSelectElement ? at.labels : null;
    const label = labels?.[0];
    const name =
      at.ariaLabel ?? (at.querySelector('b') ?? label?.querySelector('b') ?? label ?? at).textContent ?? '';
    const rings = [at, label].some((one) => one && getComputedStyle(one).outlineStyle !== 'none');
    return at.tabIndex < 0 || rings ? name.trim() : `${name.trim()}, unseen`;
  });
}
