/**
 * The script of a form rendered by the Worker, until the app takes over (`app.tsx`): the menu, and holding a submit
 * that comes early. The app is loaded after the first paint, so that it does not delay it.
 */
import { deferEarlySubmit, releaseAll } from '../site/form/early-submit.ts';
import { loadPart } from '../site/load-part.ts';
import { discloseMenu } from '../ui/menu/header-disclosure.ts';

/** A page in the background is not painted. */
const PAINTED_WITHIN_MS = 1_000;

const header = document.querySelector('header');
if (header) discloseMenu(header);
addEventListener('submit', deferEarlySubmit);

const script = document.querySelector<HTMLScriptElement>('script[data-app]');
if (script) whenPainted(() => void loadApp(script.dataset));

function whenPainted(run: () => void): void {
  const timer = setTimeout(run, PAINTED_WITHIN_MS);
  requestAnimationFrame(() => {
    clearTimeout(timer);
    // The frame is painted after this.
    setTimeout(run);
  });
}

/**
 * Loads the app's script and the other parts of this page that `form-page.ts` names, in dependency order. They
 * download together and are evaluated one after the other: a single long task would block a slow phone's keys.
 */
async function loadApp({ app = '', parts = '' }: DOMStringMap): Promise<void> {
  const addresses = [...parts.split(' ').filter((part) => part !== app), app];
  for (const href of addresses) {
    const link = document.createElement('link');
    Object.assign(link, { rel: 'modulepreload', crossOrigin: '', href });
    document.head.append(link);
  }
  try {
    for (const address of addresses) {
      await loadPart(address);
      await new Promise((resolve) => setTimeout(resolve));
    }
  } catch (error) {
    releaseAll();
    throw error;
  }
}
