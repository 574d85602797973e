/** The script of the public pages: menu, back link of the legal texts, and the service worker with the offline page. */
import { cacheOfflinePage } from '../site/cache-offline-page.ts';
import { discloseMenu } from '../ui/menu/header-disclosure.ts';

/** For this time after a click on the back link, the script ignores further clicks on the back link. */
const AGAIN_AFTER_MS = 5_000;

const header = document.querySelector('header');
if (header) discloseMenu(header);
cacheOfflinePage();

const back = document.querySelector<HTMLAnchorElement>('a[data-back]');
if (back) leadBack(back);

/**
 * If the guest came from the queue page, turns the back link into a link to that page. When the guest goes back by this
 * link, the queue page still has the values that the guest typed.
 */
function leadBack(link: HTMLAnchorElement): void {
  const { referrer } = document;
  if (!referrer.startsWith(`${location.origin}/queue`)) return;
  addEventListener('click', stayOneStepAway);
  link.href = referrer;
  link.textContent = link.dataset['back'] ?? '';
  let pressedAt = -AGAIN_AFTER_MS;
  const mayTryAgain = () => {
    pressedAt = -AGAIN_AFTER_MS;
  };
  link.addEventListener('click', (event) => {
    const entry = entryOfQueue();
    // If the click opens a new tab or window, the browser follows the link's own address.
    if (opensElsewhere(event) || entry === null) return;
    event.preventDefault();
    // On a slow network the step back takes some time. A second click in this time must not go back a second time.
    if (event.timeStamp - pressedAt <= AGAIN_AFTER_MS) return;
    pressedAt = event.timeStamp;
    if (entry === undefined) return history.back();
    const { committed, finished } = navigation.traverseTo(entry.key);
    // If the browser's Stop button or another link interrupts the navigation, the back link works again at once.
    Promise.all([committed, finished]).catch(mayTryAgain);
  });
  // The browser's Forward button may restore this page; the back link then works at once.
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) mayTryAgain();
  });
}

/**
 * The entry of the queue page in this tab's history. Returns null if the history has no such entry, and undefined if
 * the browser hides its history.
 */
function entryOfQueue(): NavigationHistoryEntry | null | undefined {
  if (!('navigation' in globalThis)) return history.length === 1 ? null : undefined;
  const here = navigation.currentEntry?.index ?? 0;
  const before = navigation.entries().slice(0, here);
  return before.findLast(({ url }) => url?.startsWith(`${location.origin}/queue`)) ?? null;
}

/** Makes links within the page replace the history entry, so that the queue page stays one step back in the history. */
function stayOneStepAway(event: MouseEvent): void {
  const { target } = event;
  const link = target instanceof Element ? target.closest('a[href^="#"]') : null;
  const part = link?.getAttribute('href') ?? null;
  if (part === null || opensElsewhere(event)) return;
  event.preventDefault();
  location.replace(part);
}

function opensElsewhere({ metaKey, ctrlKey, shiftKey }: MouseEvent): boolean {
  return metaKey || ctrlKey || shiftKey;
}
