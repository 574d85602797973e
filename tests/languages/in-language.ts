/** Tests of the owner's pages in the language whose script was loaded before this module. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { pageLanguage } from '../../src/shared/copy/page-language.ts';
import { accountCopy } from '../../src/shared/copy/owner/account.ts';
import { actionCopy } from '../../src/shared/copy/owner/actions.ts';
import { activityCopy } from '../../src/shared/copy/owner/activity.ts';
import { billingCopy } from '../../src/shared/copy/owner/billing.ts';
import { deskCopy } from '../../src/shared/copy/owner/desk.ts';
import { devicesCopy } from '../../src/shared/copy/owner/devices.ts';
import { ownerCopy } from '../../src/shared/copy/owner/owner.ts';
import { overviewCopy } from '../../src/shared/copy/owner/overview.ts';
import { securityCopy } from '../../src/shared/copy/owner/security.ts';
import { settingsCopy } from '../../src/shared/copy/owner/settings.ts';
import { teamCopy } from '../../src/shared/copy/owner/team.ts';
import { sentenceOf } from '../../src/shared/event-words.ts';
import { languageFacts } from '../../src/shared/languages.ts';
import { ownerLanguages } from '../../src/shared/owner-languages.ts';
import { securityOf } from '../component/support/account.ts';
import { accessibilityProblems } from '../component/support/axe.ts';
import { refusal, startServer, theServer } from '../component/support/fake-server.ts';
import { pageWidth, smallTargets } from '../component/support/look.ts';
import { button, closePages, openPage, says } from '../component/support/pages.tsx';
import { openShop, type Shop } from '../component/support/shop.ts';

const plenty = { customerCredits: 1_000, smsCredits: 1_000 };

beforeEach(() => {
  startServer();
  // Sets the language as the Worker does: in the document and in the cookie.
  document.documentElement.lang = pageLanguage;
  document.documentElement.dir = languageFacts[pageLanguage].direction;
  document.cookie = `holdline_owner_language=${pageLanguage}; path=/`;
});

afterEach(() => {
  closePages();
  document.cookie = 'holdline_owner_language=; path=/; max-age=0';
  expect(theServer().unanswered, 'calls that no server answered').toEqual([]);
});

async function openAt(width: number, path: string): Promise<Shop> {
  await page.viewport(width, 844);
  const shop = openShop({ locations: [{ credits: plenty }, { credits: plenty }] });
  shop.queue.joinAll([
    { firstName: 'Ada', lastName: 'Lovelace' },
    { firstName: 'Budi', lastName: 'Santoso' },
  ]);
  await openPage(path);
  return shop;
}

test.for([390, 1024, 1440])('the overview at %i px', async (width) => {
  await openAt(width, '/business/locations');
  await says(overviewCopy.noneNeedsHelp);
  await expect.element(page.getByRole('heading', { level: 1, name: overviewCopy.title })).toBeVisible();
  expect(pageWidth()).toBeLessThanOrEqual(width);
  expect(await accessibilityProblems()).toEqual([]);
});

test.for([390, 1024, 1440])('the stand at %i px', async (width) => {
  await openAt(width, '/business/stand');
  await expect.element(button(`${ownerCopy.dashboard.admit} Ada Lovelace`)).toBeVisible();
  expect(document.title).toContain(deskCopy.stand.title);
  expect(pageWidth()).toBeLessThanOrEqual(width);
});

test.for([390, 1024, 1440])('the page of a device at %i px, whose keys are not mirrored', async (width) => {
  await page.viewport(width, 844);
  theServer().answer('GET', '/auth/device', () => ({
    name: 'Tablet',
    businessName: 'Blue Door Café',
    address: '14 Kemang Raya, Jakarta',
    idleMinutes: 2,
    members: [{ id: 'sari', name: 'Sari' }],
    unlockedBy: null,
  }));
  await openPage('/device');
  await expect.element(page.getByRole('heading', { name: devicesCopy.page.ready })).toBeVisible();
  await button('Sari').click();
  const [one, two] = ['1', '2'].map((digit) => button(digit).element().getBoundingClientRect().x);
  expect(one).toBeLessThan(two ?? 0);
  expect(getComputedStyle(page.getByLabelText(devicesCopy.page.pinOf('Sari')).element()).direction).toBe(
    'ltr',
  );
  expect(pageWidth()).toBeLessThanOrEqual(width);
  expect(smallTargets()).toEqual([]);
  expect(await accessibilityProblems()).toEqual([]);
});

const titles = {
  '/business/dashboard': deskCopy.title,
  '/business/team': teamCopy.title,
  '/business/activity': activityCopy.title,
  '/business/account': securityCopy.title,
  '/business/settings': settingsCopy.page.title,
};
const titledPages = Object.entries(titles).flatMap(([path, title]) =>
  [390, 1024, 1440].map((width) => ({ path, title, width })),
);

test.for(titledPages)('$path fits $width px', async ({ path, title, width }) => {
  await page.viewport(width, 844);
  const shop = openShop();
  theServer().answer('GET', '/auth/security', () => securityOf(shop));
  theServer().answer('GET', '/auth/team', () => ({ members: [], invitations: [] }));
  theServer().answer('GET', '/auth/team/ownership', () => ({ offer: null }));
  theServer().answer('GET', '/auth/businesses', () => ({ businesses: [] }));
  theServer().answer('GET', '/auth/devices', () => ({ devices: [] }));
  theServer().answer('GET', '/auth/pin', () => ({ isSet: false, isLocked: false }));
  await openPage(path);
  await expect.element(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  expect(pageWidth()).toBeLessThanOrEqual(width);
  if (width === 390) expect(await accessibilityProblems()).toEqual([]);
});

test('the account names the device of a log-in', async () => {
  const shop = openShop();
  theServer().answer('GET', '/auth/security', () => securityOf(shop));
  await openPage('/business/account');
  await says(securityCopy.sessions.device('Chrome', 'Linux'));
});

test('the log-in offers the languages by their own names', async () => {
  await page.viewport(390, 844);
  await openPage('/login');
  const languages = page.getByRole('navigation', { name: accountCopy.languages });
  for (const language of ownerLanguages) {
    const link = languages.getByRole('link', { name: languageFacts[language].name });
    await expect.element(link).toHaveAttribute('href', `?lang=${language}`);
    expect(link.element().getAttribute('aria-current')).toBe(language === pageLanguage ? 'true' : null);
  }
  expect(pageWidth()).toBeLessThanOrEqual(390);
  expect(await accessibilityProblems()).toEqual([]);
});

test('no label of the overview tears on a phone', async () => {
  const { queue } = await openAt(390, '/business/locations');
  const started = theServer().now();
  theServer().now = () => started + 40 * 60_000;
  // The join sends a message to the page, which gets the server's time from this message.
  queue.join({ firstName: 'Cleo', lastName: 'X' });
  await expect.element(page.getByText(overviewCopy.late('').trim()).first()).toBeVisible();
  const terms = [...document.querySelectorAll<HTMLElement>('main dt')];
  const torn = terms.filter(
    ({ clientHeight, clientWidth, scrollWidth }) => clientHeight > 24 || scrollWidth > clientWidth,
  );
  expect(torn.map(({ textContent }) => textContent)).toEqual([]);
});

test('the plans have their intervals in the language of the page', async () => {
  await openAt(1024, '/payments');
  await says(billingCopy.payments.intervals.Yearly);
  expect(document.body.textContent).not.toMatch(/Monthly|Yearly/);
});

test('a cause follows its sentence after the comma of the language', () => {
  const at = '2026-11-28T07:03:00.000Z';
  const sentence = sentenceOf({ kind: 'duty_ended', at, position: 0, actor: 'owner', reason: 'day_over' });
  expect(sentence).toContain(`${pageLanguage === 'ar' ? '،' : ','} ${activityCopy.reasons.day_over}`);
});

test('a refusal comes in the language of the page', async () => {
  await openAt(1024, '/business/stand');
  theServer().answer('POST', '/auth/business/:username/queue/:key/admit', () => refusal('not_waiting'));
  await button(`${ownerCopy.dashboard.admit} Ada Lovelace`).click();
  await says(actionCopy.admit.failed);
  const own = globalThis.ownerPage?.translate({ error: 'x', code: 'not_waiting' }).error;
  await says(own ?? '');
});
