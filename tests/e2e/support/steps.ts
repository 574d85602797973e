/** Steps of guests and owners that several journeys need. */
import type { BrowserContext, Locator, Page, Route } from 'playwright-core';
import { accountView, type AccountView } from '../../../src/shared/contracts/account/view.ts';
import type { Shop } from './factories.ts';

/**
 * Fills in the first two steps of the join for a guest who waits on the premises, but does not press the button that
 * joins.
 */
export async function fillJoinForm(guest: Page, shop: Pick<Shop, 'username'>): Promise<void> {
  await guest.goto(`/queue/${shop.username}`);
  await guest.getByRole('textbox', { name: 'First Name' }).fill('Mara');
  await guest.getByRole('textbox', { name: 'Last Name' }).fill('Lindqvist');
  await guest.getByRole('button', { name: 'Next' }).click();
  await guest.getByRole('radio', { name: /^Stay on Premises/ }).waitFor();
}

/** Joins an empty queue. */
export async function joinOnPage(guest: Page, shop: Pick<Shop, 'username'>): Promise<void> {
  await fillJoinForm(guest, shop);
  await guest.getByRole('button', { name: 'Next' }).click();
  await guest.getByText('You are #1 in line').first().waitFor();
}

export async function leaveOnPage(guest: Page): Promise<void> {
  await guest.getByRole('button', { name: 'Leave Queue' }).click();
  await guest.getByRole('dialog').getByRole('button', { name: 'Leave Queue' }).click();
}

/** Delays the calls to this address, of one page or of all pages of a browser, until `release` is called. */
export async function holdCalls(from: Page | BrowserContext, address: RegExp): Promise<{ release(): void }> {
  const held = Promise.withResolvers<void>();
  await from.route(address, async (route: Route) => {
    await held.promise;
    await route.continue();
  });
  return { release: held.resolve };
}

/**
 * Routes the page's sockets through the test. `cut` closes the present socket. `heard` returns how many sockets have
 * received a message.
 */
export async function cuttableSockets(page: Page): Promise<{ cut(): Promise<void>; heard(): number }> {
  const told = new Set<object>();
  let cut = async (): Promise<void> => {};
  await page.routeWebSocket(/\/live(\?|$)/, (socket) => {
    const server = socket.connectToServer();
    cut = async () => {
      await socket.close({ code: 1012 });
      await server.close();
    };
    server.onMessage((message) => {
      told.add(socket);
      socket.send(message);
    });
  });
  return { cut: () => cut(), heard: () => told.size };
}

/**
 * Changes the account data in the answers to the dashboard's calls, for states that would take days to reach, and for
 * the failure of a provider.
 */
export async function tellOwner(page: Page, change: (user: AccountView) => AccountView): Promise<void> {
  // Closes all sockets, because their messages would replace the changed answer.
  await page.routeWebSocket(/\/live(\?|$)/, (socket) => socket.close({ code: 1001 }));
  let told: Promise<AccountView> | undefined;
  await page.route('**/auth/me', async (route) => {
    told ??= route.fetch().then(async (answer) => change(accountView.parse(await answer.json())));
    await route.fulfill({ json: await told });
  });
}

/** The names in a list of the dashboard, in order. */
export function namesIn(page: Page, list: 'queue' | 'arriving'): Promise<string[]> {
  return page.locator(`[data-list="${list}"] h3`).allInnerTexts();
}

/** Drags a row by its grip with a finger, upwards to the place of the row whose grip is `above`. */
export async function dragByFinger(grip: Locator, above: Locator): Promise<void> {
  const page = grip.page();
  const [from, to] = [await middleOf(grip), await middleOf(above)];
  const finger = await page.context().newCDPSession(page);
  // The finger rests before it leaves the screen, because after a quick swipe the browser uses the next tap to stop the
  // scrolling.
  const beganAt = Date.now() / 1000 - 1;
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', after: number, y?: number) =>
    finger.send('Input.dispatchTouchEvent', {
      type,
      timestamp: beganAt + after,
      touchPoints: y === undefined ? [] : [{ x: from.x, y }],
    });
  const end = to.y - BEYOND_MIDDLE;
  await touch('touchStart', 0, from.y);
  await touch('touchMove', 0.2, (from.y + end) / 2);
  await touch('touchMove', 0.4, end);
  await touch('touchMove', 0.6, end + 1);
  await touch('touchEnd', 0.8);
  await finger.detach();
}

/** A dragged row takes the place of another row if it is dropped this many px above the other row's middle. */
const BEYOND_MIDDLE = 10;

/** The middle of an element, in px from the top left corner of the window. */
export async function middleOf(element: Locator): Promise<{ x: number; y: number }> {
  const box = await element.boundingBox();
  if (box === null) throw new Error('The element is not shown.');
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

export async function tabTo(control: Locator): Promise<void> {
  const page = control.page();
  await control.waitFor();
  const hasFocus = () => control.evaluate((element) => element === document.activeElement);
  for (let presses = 0; !(await hasFocus()); presses += 1) {
    if (presses > MOST_TABS) throw new Error('Tab does not reach the control.');
    await page.keyboard.press('Tab');
  }
}

/** The maximum number of presses of Tab. All tested pages have fewer controls. */
const MOST_TABS = 100;

/** Waits until the app has taken over a form that the Worker rendered. */
export async function takenOver(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    Object.keys(document.querySelector('form') ?? {}).some((key) => key.startsWith('__reactProps')),
  );
}

/** The position that the cached page would show, or null if no page is cached. */
export function cachedPosition(page: Page): Promise<number | null> {
  return page.evaluate(async () => {
    const told = await caches.match(`${location.pathname}?told`);
    const whole = await caches.match(location.pathname);
    return told && whole ? (await told.json()).visit.status.position : null;
  });
}
