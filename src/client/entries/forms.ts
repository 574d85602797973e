/**
 * All that a form which the server drew runs before the app takes it over (`app.tsx`): its menu, and what keeps a press. The
 * app is asked for once the page is seen, so that it comes after what it is seen with.
 */
import { holdEarlySubmit, letGo } from '../site/form/early-submit.ts';
import { loadPart } from '../site/load-part.ts';
import { discloseMenu } from '../ui/menu/header-disclosure.ts';

/** A page in the background is not painted. */
const PAINTED_WITHIN_MS = 1_000;

const header = document.querySelector('header');
if (header) discloseMenu(header);
addEventListener('submit', holdEarlySubmit);

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
 * `form-page.ts` names the app's script, and all parts that this page needs of it, each after what it needs itself. They come
 * at once and begin one after the other: all in one turn they would keep a slow phone from its keys.
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
    letGo();
    throw error;
  }
}
