/**
 * The first script of a form page that the Worker rendered. The script runs the menu. If a form is submitted before the
 * app (`app.tsx`) is ready, the script defers the submit until then. The app loads after the first paint, so that the
 * app does not delay the paint.
 */
import { deferEarlySubmit, releaseAll } from '../site/form/early-submit.ts';
import { loadPart } from '../site/load-part.ts';
import { discloseMenu } from '../ui/menu/header-disclosure.ts';

/** The longest wait for the first paint. A page in the background is never painted. */
const PAINTED_WITHIN_MS = 1_000;

const header = document.querySelector('header');
if (header) discloseMenu(header);
addEventListener('submit', deferEarlySubmit);
addEventListener('click', keepTokenInLink);

const script = document.querySelector<HTMLScriptElement>('script[data-app]');
if (script) whenPainted(() => void loadApp(script.dataset));

/**
 * If the visitor presses a link to another language, adds the page's query to this link; the query may have the token
 * of a mailed link.
 */
function keepTokenInLink({ target }: Event): void {
  const link = target instanceof Element && target.closest<HTMLAnchorElement>('a[href^="?"]');
  if (link) link.href += location.search.replace('?', '&');
}

function whenPainted(run: () => void): void {
  const timer = setTimeout(run, PAINTED_WITHIN_MS);
  requestAnimationFrame(() => {
    clearTimeout(timer);
    // A timer that is set in the frame callback runs after the paint.
    setTimeout(run);
  });
}

/**
 * Loads the parts of the app, then the app's script, in the order that `form-page.ts` gives. The parts are downloaded
 * at the same time but run one after the other, because one long task would block key presses on a slow phone.
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
