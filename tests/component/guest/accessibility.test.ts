/**
 * Accessibility of the guest's page in each state: axe-core in light and dark, and no cut-off text on narrow screens or
 * in large text. The tests use the structure of the page, not its words, so that the same tests run in Arabic.
 */
import { expect, onTestFinished, test, vi } from 'vitest';
import { page, type Locator } from 'vitest/browser';
import type { Language } from '../../../src/shared/languages.ts';
import { cases } from '../../support/depth.ts';
import { theServer } from '../support/fake-server.ts';
import { network } from '../support/guest-steps.ts';
import { whatIsWrong, whatIsWrongEnlarged } from '../support/look.ts';
import { openGuestBoot, openGuestPage } from '../support/pages.tsx';
import { openShop, type Shop } from '../support/shop.ts';

/** `npm run check` tests only left-to-right pages and one enlarged page. `npm test` tests all pages. */
const languages = cases<Language>(['en', 'ar']);
const mara = { firstName: 'Maximiliane-Theodora', lastName: 'Oyelaran-Featherstonehaugh' };

async function part(selector: string): Promise<Locator> {
  await expect.poll(() => document.querySelector(selector), { message: selector }).not.toBeNull();
  return page.elementLocator(document.querySelector(selector) ?? document.body);
}

const press = async (selector: string) => (await part(selector)).click();
const fill = async (name: string, text: string) => (await part(`[name=${name}]`)).fill(text);
const choose = async (way: 'on_premises' | 'wait_anywhere') =>
  (await part(`[value=${way}]`)).click({ force: true });

async function submit(): Promise<void> {
  await part('main form button[type=submit]');
  const button = [...document.querySelectorAll('main form button[type=submit]')].at(-1);
  await page.elementLocator(button ?? document.body).click();
}

async function untilAtPosition(position: number): Promise<void> {
  const place = page.getByText(`#${position}`, { exact: true });
  await expect.element(place.first()).toBeVisible();
}

async function fillDetails(): Promise<void> {
  await fill('firstName', mara.firstName);
  await fill('lastName', mara.lastName);
  await submit();
  await part('[value=on_premises]');
}

/** Opens the page of a visit with a long name. Returns the id of the visit. */
async function openVisit(shop: Shop, language: Language): Promise<string> {
  const { customer } = shop.queue.join(mara, language);
  openGuestPage(shop, { language, visitId: customer.id });
  await part('[data-state=live]');
  return customer.id;
}

type State = [state: string, reach: (shop: Shop, language: Language) => Promise<unknown>];

const lookedUp: State = [
  'look-up with an error',
  async (_, language) => {
    openGuestBoot({ path: '/queue', language });
    await submit();
    await part('[aria-invalid]');
  },
];
const wrongDetails: State = [
  'details with errors',
  async (shop, language) => {
    openGuestPage(shop, { language });
    await submit();
    await part('[aria-invalid]');
  },
];
const noNumber: State = [
  'preference with an error',
  async (shop, language) => {
    openGuestPage(shop, { language });
    await fillDetails();
    await choose('wait_anywhere');
    await submit();
    await part('[aria-invalid]');
  },
];
const askedToLeave: State = [
  'asking to leave',
  async (shop, language) => {
    await openVisit(shop, language);
    await press('form:has([value=leave]) button');
    await part('dialog[open]');
  },
];
const turn: State = [
  'turn',
  async (shop, language) => {
    shop.queue.admit(await openVisit(shop, language));
    await part('[role=timer]');
  },
];
const askedToGiveUp: State = [
  'asking to give the spot up',
  async (shop, language) => {
    shop.queue.admit(await openVisit(shop, language));
    await press('form:has([value=cannot-come]) button');
    await part('dialog[open]');
  },
];
const holdOver: State = [
  'hold over',
  async (shop, language) => {
    const id = await openVisit(shop, language);
    shop.queue.admit(id);
    await part('[role=timer]');
    shop.queue.endHold(id);
    await expect.poll(() => document.querySelector('[role=timer]')).toBeNull();
  },
];

/** The states of the page before a guest is in line. */
const joining: State[] = [
  lookedUp,
  [
    'unknown business',
    async (_, language) => openGuestBoot({ path: '/queue/nobody-here', language, unknownBusiness: true }),
  ],
  [
    'closed business',
    async (_, language) => openGuestBoot({ path: '/queue/nobody-here', language, unknownBusiness: 'closed' }),
  ],
  [
    'joining paused',
    async (shop, language) => {
      shop.queue.set({ paused: true });
      openGuestPage(shop, { language });
    },
  ],
  ['details', async (shop, language) => openGuestPage(shop, { language })],
  wrongDetails,
  [
    'preference',
    async (shop, language) => {
      openGuestPage(shop, { language });
      await fillDetails();
    },
  ],
  [
    'preference with a number',
    async (shop, language) => {
      openGuestPage(shop, { language });
      await fillDetails();
      await choose('wait_anywhere');
      await part('[name=phoneNumber]');
    },
  ],
  noNumber,
  [
    'several locations and a guest with one name',
    async (_, language) => {
      openGuestPage(openShop({ locations: [{}, {}] }), { language });
      await press('[name=oneName]');
    },
  ],
  [
    'preference with a landline',
    async (shop, language) => {
      openGuestPage(shop, { language });
      await fillDetails();
      await choose('wait_anywhere');
      await fill('phoneNumber', '+62 21 5550 1234');
      await part('form [role=status]');
    },
  ],
  [
    'preference where no texts can be sent',
    async (shop, language) => {
      shop.queue.change((at) => ({ ...at, credits: { ...at.credits, smsCredits: 0 } }));
      openGuestPage(shop, { language });
      await fillDetails();
    },
  ],
  [
    'joining',
    async (shop, language) => {
      openGuestPage(shop, { language });
      await fillDetails();
      theServer().hold('POST', '/auth/business/:username/queue');
      await submit();
      await part('button[aria-disabled]');
    },
  ],
];

/** The states of the page of a guest in line. */
const waiting: State[] = [
  [
    'six ahead',
    async (shop, language) => {
      shop.queue.joinAll(['Ada', 'Bo', 'Cleo', 'Dewi', 'Eka', 'Fay'].map((firstName) => ({ firstName })));
      await openVisit(shop, language);
      await untilAtPosition(7);
    },
  ],
  [
    'one ahead',
    async (shop, language) => {
      shop.queue.join({ firstName: 'Ada' });
      await openVisit(shop, language);
      await untilAtPosition(2);
    },
  ],
  [
    'next',
    async (shop, language) => {
      await openVisit(shop, language);
      shop.queue.join({ firstName: 'Gil' });
      await untilAtPosition(1);
    },
  ],
  [
    'switching without a number',
    async (shop, language) => {
      await openVisit(shop, language);
      await choose('wait_anywhere');
      await part('[aria-invalid]');
    },
  ],
  [
    'asking for more time',
    async (shop, language) => {
      await openVisit(shop, language);
      shop.queue.join({ firstName: 'Gil' });
      await press('main section button:nth-of-type(2)');
      await part('dialog[open]');
    },
  ],
  [
    'reply told',
    async (shop, language) => {
      await openVisit(shop, language);
      await press('main section button');
      await part('main section p[role=status]');
    },
  ],
  askedToLeave,
  [
    'offline',
    async (shop, language) => {
      await openVisit(shop, language);
      network('offline');
      await part('[data-state=offline]');
    },
  ],
];

/** The states of the page from the guest's turn to the end of the visit. */
const ending: State[] = [
  turn,
  [
    'turn, offline',
    async (shop, language) => {
      shop.queue.admit(await openVisit(shop, language));
      await part('[role=timer]');
      network('offline');
      await part('[data-state=offline]');
    },
  ],
  [
    'turn, location closed',
    async (shop, language) => {
      shop.queue.admit(await openVisit(shop, language));
      await part('[role=timer]');
      shop.queue.change((location) => ({
        ...location,
        profile: { ...location.profile, closedAt: Date.now() },
      }));
      await part('main [role=alert]:not(:empty)');
    },
  ],
  holdOver,
  askedToGiveUp,
  [
    'given up',
    async (shop, language) => {
      shop.queue.admit(await openVisit(shop, language));
      await press('form:has([value=cannot-come]) button');
      await press('dialog[open] button:nth-of-type(2)');
      await part('main section a');
    },
  ],
  [
    'the start after the end',
    async (shop, language) => {
      await openVisit(shop, language);
      await press('form:has([value=leave]) button');
      await press('dialog[open] button:nth-of-type(2)');
      await part('form section a');
    },
  ],
  [
    'checked in',
    async (shop, language) => {
      const id = await openVisit(shop, language);
      shop.queue.admit(id);
      await part('[role=timer]');
      shop.queue.execute({ kind: 'arrived', actor: { kind: 'owner' }, visit: { id } });
      await expect.poll(() => document.querySelector('[role=timer]')).toBeNull();
    },
  ],
  [
    'removed',
    async (shop, language) => {
      // Stops the timer that would open the next page.
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
      const id = await openVisit(shop, language);
      shop.queue.remove(id);
      await part('.sr[role=status]:not(:empty)');
      vi.useRealTimers();
    },
  ],
];

const each = (states: readonly State[]) =>
  states.flatMap(([state, reach]) => languages.map((language) => ({ state, reach, language })));

test.for(each([...joining, ...waiting, ...ending]))('$state ($language)', async ({ reach, language }) => {
  await page.viewport(320, 640);
  await reach(openShop(), language);
  await part('h1');
  expect(await whatIsWrong({ coloursTested: language !== 'en' })).toEqual([]);
});

const enlarged = cases<State>([
  ['status', openVisit],
  lookedUp,
  wrongDetails,
  noNumber,
  askedToLeave,
  turn,
  askedToGiveUp,
  holdOver,
]);

test('on a narrow screen with letters of double size no number breaks', async () => {
  await page.viewport(360, 640);
  const shop = openShop();
  shop.queue.joinAll(Array.from({ length: 21 }, () => ({})));
  await openVisit(shop, 'en');
  await untilAtPosition(22);
  document.documentElement.style.fontSize = '200%';
  onTestFinished(() => void document.documentElement.style.removeProperty('font-size'));
  const number = page.getByText('#22', { exact: true }).first().element();
  const text = document.createRange();
  text.selectNodeContents(number);
  expect(text.getClientRects()).toHaveLength(1);
  expect(document.documentElement.scrollWidth).toBe(360);
});

test.for(each(enlarged))('enlarged: $state ($language)', async ({ reach, language }) => {
  await page.viewport(390, 844);
  await reach(openShop(), language);
  await part('h1');
  expect(await whatIsWrongEnlarged()).toEqual([]);
});
