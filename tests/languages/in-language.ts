/** Owner's pages in the language whose script has run before this module. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { pageLanguage } from '../../src/shared/copy/page-language.ts';
import { actionCopy } from '../../src/shared/copy/owner/actions.ts';
import { activityCopy } from '../../src/shared/copy/owner/activity.ts';
import { billingCopy } from '../../src/shared/copy/owner/billing.ts';
import { deskCopy } from '../../src/shared/copy/owner/desk.ts';
import { ownerCopy } from '../../src/shared/copy/owner/owner.ts';
import { overviewCopy } from '../../src/shared/copy/owner/overview.ts';
import { sentenceOf } from '../../src/shared/event-words.ts';
import { languageFacts } from '../../src/shared/languages.ts';
import { accessibilityProblems } from '../component/support/axe.ts';
import { refusal, startServer, theServer } from '../component/support/fake-server.ts';
import { pageWidth } from '../component/support/look.ts';
import { button, closePages, openPage, says } from '../component/support/pages.tsx';
import { openShop, type Shop } from '../component/support/shop.ts';

const plenty = { customerCredits: 1_000, smsCredits: 1_000 };

beforeEach(() => {
  startServer();
  // The Worker writes both into the document. The test's own document has no cookie of the language, so the page would
  // load itself anew.
  document.documentElement.lang = pageLanguage;
  document.documentElement.dir = languageFacts[pageLanguage].direction;
  sessionStorage.setItem('holdline:reloaded-at', String(Date.now()));
});

afterEach(() => {
  closePages();
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

test('no label of the overview tears on a phone', async () => {
  const { queue } = await openAt(390, '/business/locations');
  const started = theServer().now();
  theServer().now = () => started + 40 * 60_000;
  // The page learns the time from a message.
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
