/** All that the public pages run: their menu, the way back from the legal texts, and a page for when there is no network. */
import { keepOfflinePage } from './site/keep-offline-page.ts';
import { discloseMenu } from './ui/header-disclosure.ts';

/** Long past any step back within a page. */
const STILL_HERE_AFTER_MS = 1_000;

const header = document.querySelector('header');
if (header) discloseMenu(header);
keepOfflinePage();

const back = document.querySelector<HTMLAnchorElement>('a[data-back]');
if (back) leadBack(back);

/** Who came from a queue goes back to the very page, with what was typed there still in it. */
function leadBack(link: HTMLAnchorElement): void {
  const { referrer } = document;
  if (!referrer.startsWith(`${location.origin}/queue`)) return;
  addEventListener('click', stayOneStepAway);
  link.href = referrer;
  link.textContent = link.dataset['back'] ?? '';
  link.addEventListener('click', (event) => {
    if (opensElsewhere(event) || history.length === 1) return;
    event.preventDefault();
    goBackTo(referrer);
  });
}

/** A part of this page that was looked at before the link above could lead back is one more step away. */
function goBackTo(address: string): void {
  const left = new AbortController();
  const { signal } = left;
  addEventListener('pagehide', () => left.abort(), { signal });
  const goOn = () => {
    history.back();
    // In a tab that began here there is nothing behind it.
    setTimeout(() => signal.aborted || location.assign(address), STILL_HERE_AFTER_MS);
  };
  addEventListener('popstate', goOn, { signal });
  history.back();
}

/** A link to a part of this page moves there without a new entry in the history, of which the queue's would be another step. */
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
