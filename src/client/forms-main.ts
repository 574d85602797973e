/**
 * All that a form which the server drew runs before the app takes it over (`main.tsx`): its menu, and what keeps a press. The
 * app is asked for once the page is seen, so that it comes after what it is seen with.
 */
import { holdEarlySubmit } from './site/early-submit.ts';
import { discloseMenu } from './ui/header-disclosure.ts';

/** A page in the background is not painted. */
const PAINTED_WITHIN_MS = 1_000;

const header = document.querySelector('header');
if (header) discloseMenu(header);
addEventListener('submit', holdEarlySubmit);

const script = document.querySelector<HTMLScriptElement>('script[data-app]');
if (script) whenPainted(() => loadApp(script.dataset));

function whenPainted(run: () => void): void {
  const timer = setTimeout(run, PAINTED_WITHIN_MS);
  requestAnimationFrame(() => {
    clearTimeout(timer);
    // The frame is painted after this.
    setTimeout(run);
  });
}

/** `form-page.ts` names the app's script, and all parts that this page needs of it. */
function loadApp({ app = '', parts = '' }: DOMStringMap): void {
  for (const href of parts.split(' ')) {
    const link = document.createElement('link');
    Object.assign(link, { rel: 'modulepreload', crossOrigin: '', href });
    document.head.append(link);
  }
  void import(/* @vite-ignore */ app);
}
