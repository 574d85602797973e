/**
 * The script of the public pages: their menu, the way back from the legal texts, and the service worker's offline
 * page.
 */
import { cacheOfflinePage } from '../site/cache-offline-page.ts';
import { discloseMenu } from '../ui/menu/header-disclosure.ts';

/** A second press on the way back counts again after this time. */
const AGAIN_AFTER_MS = 5_000;

const header = document.querySelector('header');
if (header) discloseMenu(header);
cacheOfflinePage();

const back = document.querySelector<HTMLAnchorElement>('a[data-back]');
if (back) leadBack(back);

/** Leads a guest who came from a queue back to that very page, with what was typed still in it. */
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
    // In a new tab the link itself leads there.
    if (opensElsewhere(event) || entry === null) return;
    event.preventDefault();
    // On a slow network the way back takes its time: pressed twice it is still one step.
    if (event.timeStamp - pressedAt <= AGAIN_AFTER_MS) return;
    pressedAt = event.timeStamp;
    if (entry === undefined) return history.back();
    const { committed, finished } = navigation.traverseTo(entry.key);
    // Broken off by the browser's Stop or by another link it may be tried again at once.
    Promise.all([committed, finished]).catch(mayTryAgain);
  });
  // Who comes forward again to a page that the browser kept has not pressed yet.
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) mayTryAgain();
  });
}

/** The queue's page in this tab's history; null where there is none, undefined where the browser does not tell. */
function entryOfQueue(): NavigationHistoryEntry | null | undefined {
  if (!('navigation' in globalThis)) return history.length === 1 ? null : undefined;
  const here = navigation.currentEntry?.index ?? 0;
  const before = navigation.entries().slice(0, here);
  return before.findLast(({ url }) => url?.startsWith(`${location.origin}/queue`)) ?? null;
}

/** A link to a part of this page replaces the history entry: "back" still leads to the queue in one step. */
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
