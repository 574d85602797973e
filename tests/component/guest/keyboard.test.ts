/** The guest's page by keyboard only, its order for a screen reader, and the page with reduced motion. */
import { expect, onTestFinished, test } from 'vitest';
import type { CDPSession } from '@vitest/browser-playwright';
import { cdp, page, userEvent } from 'vitest/browser';
import { button, fillDetails, joinOnPage, onPhone, radio } from '../support/guest-steps.ts';
import { openGuestBoot, openGuestPage, toast } from '../support/pages.tsx';
import { openShop } from '../support/shop.ts';

const press = (key: string) => userEvent.keyboard(`{${key}}`);
const main = page.getByRole('main');
const turn = page.getByRole('heading', { name: "It's your turn" });

test('from the look-up to the turn by keyboard alone, the focus always seen and on each new heading', async () => {
  const shop = openShop();
  const { queue } = shop;
  openGuestBoot({ path: '/queue', language: 'en' });
  await expect.element(page.getByRole('heading', { name: 'Join the Queue' })).toBeVisible();
  window.focus();
  await tabThrough(['Holdline', 'Business Username']);
  await press('Enter');
  await expect.element(page.getByText('Business username is required')).toBeVisible();
  await userEvent.keyboard('blue-door');
  await tabThrough(['Next']);
  await press('Enter');
  await expect.poll(() => location.pathname).toBe('/queue/blue-door');

  openGuestPage(shop);
  await expect.element(page.getByRole('heading', { name: 'Enter your details' })).toBeVisible();
  await tabThrough([
    'Location',
    'First Name',
    'Last Name',
    'I have one name',
    'Fewer guests',
    'Number of Guests',
  ]);
  await press('ArrowUp');
  await tabThrough(['More guests']);
  await press('Space');
  await tabThrough(['Back', 'Next']);
  await press('Enter');
  await expect.element(page.getByText('First name is required')).toBeVisible();
  await expect.poll(() => focused()).toBe('First Name');
  await userEvent.keyboard('Mara');
  await tabThrough(['Last Name']);
  await userEvent.keyboard('Lindqvist');
  await press('Enter');

  await expect.poll(focused).toBe('Choose how you want to wait');
  await tabThrough(['Stay on Premises']);
  await press('ArrowDown');
  await expect.poll(() => focused()).toBe('Wait Anywhere');
  await tabThrough(['Phone Number', 'Terms', 'Privacy', 'Back', 'Next']);
  for (const name of ['Back', 'Privacy', 'Terms', 'Phone Number', 'Wait Anywhere']) {
    await userEvent.keyboard('{Shift>}{Tab}{/Shift}');
    await expect.poll(() => focused()).toBe(name);
  }
  await press('ArrowUp');
  await press('Enter');

  await expect.poll(focused).toBe('Queue status');
  await expect.element(page.getByText('3 guests')).toBeVisible();
  queue.join({ firstName: 'Bo' });
  await expect.element(button('I need 5 more minutes')).toBeVisible();
  await tabThrough(['Chime when it’s my turn', 'I’m on my way']);
  await press('Space');
  await expect.element(page.getByText('The staff know you’re on your way.')).toBeVisible();
  await tabThrough(['I need 5 more minutes']);
  await press('Enter');
  await expect.poll(() => focused()).toBe('Keep my place');
  await press('Escape');
  await expect.poll(() => focused()).toBe('I need 5 more minutes');
  await tabThrough(['Stay on Premises', 'Leave Queue']);
  await press('Enter');
  await expect.poll(() => focused()).toBe('Keep my place');
  await press('Enter');
  await expect.poll(() => focused()).toBe('Leave Queue');

  queue.admit('visit-1');
  await expect.poll(focused).toBe("It's your turn");
  await tabThrough(['I need 5 more minutes', 'I can’t come']);
  queue.endHold('visit-1');
  await expect.element(page.getByText('Timer expired — your spot will be released.').first()).toBeVisible();
  await tabThrough(['Join again']);
  await press('Enter');
  await expect.poll(focused).toBe('Enter your details');
});

test('leaving by keyboard ends on the heading of the start', async () => {
  openGuestPage(openShop());
  await joinOnPage();
  button('Leave Queue').element().focus();
  await press('Enter');
  await tabThrough(['Leave Queue']);
  await press('Enter');
  await expect.element(toast('You left the queue')).toBeVisible();
  await expect.poll(focused).toBe('Join the Queue');
});

test('a screen reader goes through each step in the order that it is read in', async () => {
  await onPhone();
  const shop = openShop();
  shop.queue.join({ firstName: 'Bo' });
  openGuestPage(shop);
  await expect.element(main).toMatchAriaInlineSnapshot(`
    - main:
      - paragraph: Blue Door Café
      - paragraph: 1 party about 5 min
      - img "Step 2 of 4"
      - heading "Enter your details" [level=1]
      - text: Location
      - combobox "Location":
        - option "Blue Door Café - 14 Kemang Raya, Jakarta" [selected]
      - text: First Name
      - textbox "First Name"
      - text: Last Name
      - textbox "Last Name"
      - checkbox "I have one name"
      - text: I have one name Number of Guests
      - button "Fewer guests"
      - spinbutton "Number of Guests": "1"
      - button "More guests"
      - status
      - paragraph: Your name and number are shown to this business only and erased after 30 days.
      - link "Back":
        - /url: /queue
      - button "Next"
      - navigation "Language":
        - link "English":
          - /url: "?lang=en"
        - link "Bahasa Indonesia":
          - /url: "?lang=id"
        - link "Español":
          - /url: "?lang=es"
        - link "العربية":
          - /url: "?lang=ar"
  `);

  await fillDetails();
  await radio(/^Wait Anywhere/).click();
  await expect.element(main).toMatchAriaInlineSnapshot(`
    - main:
      - paragraph: Blue Door Café 14 Kemang Raya, Jakarta
      - img "Step 3 of 4"
      - heading "Choose how you want to wait" [level=1]
      - paragraph: You can change this later.
      - group "Waiting preference":
        - text: Waiting preference
        - radio "Stay on Premises"
        - text: Stay on Premises Staff call your name. No phone number needed.
        - radio "Wait Anywhere" [checked]
        - text: Wait Anywhere We text you when it’s your turn.
      - text: Phone Number
      - paragraph: We text this number about this visit. Nothing else.
      - textbox "Phone Number"
      - paragraph:
        - text: "By entering your number you agree to get texts from Blue Door Café, through Holdline, about this visit: when it’s nearly or exactly your turn, and once more if staff call again. Message and data rates may apply. Reply STOP to opt out, HELP for help."
        - link "Terms":
          - /url: /terms
        - link "Privacy":
          - /url: /policy
      - link "Back":
        - /url: /queue/blue-door
      - button "Next"
      - navigation "Language":
        - link "English":
          - /url: "?lang=en"
        - link "Bahasa Indonesia":
          - /url: "?lang=id"
        - link "Español":
          - /url: "?lang=es"
        - link "العربية":
          - /url: "?lang=ar"
  `);

  await radio(/^Stay on Premises/).click();
  await button('Next').click();
  await expect.element(page.getByText('Live', { exact: true })).toBeVisible();
  await expect.element(main).toMatchAriaInlineSnapshot(`
    - main:
      - paragraph: Blue Door Café 14 Kemang Raya, Jakarta
      - status: Live
      - heading "Queue status" [level=1]
      - paragraph: "You are #2 in line"
      - paragraph: There is 1 person ahead of you 1 party Nearly your turn. Time to head back.
      - term: Estimated Wait
      - definition: 5 minutes
      - term: Your party
      - definition: Mara Lindqvist 1 guest
      - button "Chime when it’s my turn Plays a sound and keeps the screen awake"
      - region "Tell the staff":
        - button "I’m on my way"
      - group "How you’re waiting":
        - text: How you’re waiting
        - radio "Stay on Premises" [checked]
        - text: Stay on Premises Staff call your name
        - radio "Wait Anywhere"
        - text: Wait Anywhere We text you when it’s your turn
      - button "Leave Queue"
      - navigation "Language":
        - link "English":
          - /url: "?lang=en"
        - link "Bahasa Indonesia":
          - /url: "?lang=id"
        - link "Español":
          - /url: "?lang=es"
        - link "العربية":
          - /url: "?lang=ar"
  `);

  shop.queue.admit('visit-2');
  await expect.element(turn).toBeVisible();
  await expect.element(main).toMatchAriaInlineSnapshot(`
    - main:
      - paragraph: Blue Door Café 14 Kemang Raya, Jakarta
      - heading "It's your turn" [level=1]
      - paragraph:
        - text: Please arrive within
        - timer: /^0[45]:\\d\\d$/
      - paragraph: Your spot will be held for 5 minutes.
      - alert
      - paragraph: Mara Lindqvist · 1 guest
      - paragraph
      - paragraph
      - region "Tell the staff":
        - button "I’m on my way"
        - button "I need 5 more minutes"
      - button "I can’t come"
  `);
});

test.for(['reduce', 'no-preference'] as const)('motion: %s, and the page does so', async (wish) => {
  await prefersReducedMotion(wish);
  onTestFinished(() => prefersReducedMotion('reduce'));
  await onPhone();
  const moved: string[] = [];
  // An animation with a duration of zero is no motion.
  const takesTime = (animation: Animation) => Number(animation.effect?.getComputedTiming().duration) > 0;
  const heed = ({ type, target }: Event) => {
    if (target instanceof Element && target.getAnimations().some(takesTime))
      moved.push(`${type} of ${target.localName}.${target.className}`);
  };
  for (const kind of ['animationstart', 'transitionrun']) {
    document.addEventListener(kind, heed);
    onTestFinished(() => document.removeEventListener(kind, heed));
  }
  const shop = openShop();
  shop.queue.join({ firstName: 'Bo' });
  openGuestPage(shop);
  await fillDetails();
  await button('Next').click();
  await expect.element(page.getByText('You are #2 in line').first()).toBeVisible();
  shop.queue.remove('visit-1');
  await expect.element(page.getByText('You are #1 in line').first()).toBeVisible();
  await button('Leave Queue').click();
  await press('Escape');
  shop.queue.admit('visit-2');
  await expect.element(turn).toBeVisible();
  if (wish === 'reduce') expect(moved).toEqual([]);
  else expect(moved).not.toEqual([]);
});

async function prefersReducedMotion(value: 'reduce' | 'no-preference'): Promise<void> {
  const features = [{ name: 'prefers-reduced-motion', value }];
  const devTools: CDPSession = cdp();
  await devTools.send('Emulation.setEmulatedMedia', { features });
}

/** Presses Tab once for each name, and checks that the focus reaches the controls in this order. */
async function tabThrough(names: string[]): Promise<void> {
  const came: string[] = [];
  for (const _ of names) {
    await press('Tab');
    came.push(focused());
  }
  expect(came).toEqual(names);
}

/** The name of the focused element, with a remark if the element does not show its focus. */
function focused(): string {
  const at = document.activeElement;
  if (!(at instanceof HTMLElement)) return 'nothing';
  const labels = at instanceof HTMLInputElement || at instanceof HTMLSelectElement ? at.labels : null;
  const label = labels?.[0];
  const name =
    at.ariaLabel ?? (at.querySelector('b') ?? label?.querySelector('b') ?? label ?? at).textContent ?? '';
  const rings = [at, label].some((one) => one && getComputedStyle(one).outlineStyle !== 'none');
  return at.tabIndex < 0 || rings ? name.trim() : `${name.trim()}, unseen`;
}
