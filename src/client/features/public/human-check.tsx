import { useEffect, useRef } from 'react';
import styles from './form-page.module.css';

/** What Turnstile's script puts into the window (https://developers.cloudflare.com/turnstile/get-started/client-side-rendering/). */
type Turnstile = {
  render: (place: HTMLElement, options: { sitekey: string; action: string }) => string;
  reset: (widget: string) => void;
  remove: (widget: string) => void;
};
declare global {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- only an interface is merged with the browser's own
  interface Window {
    turnstile?: Turnstile;
  }
}

/** The widget in sight, if there is one. */
let shown: string | null = null;

/**
 * Where the Worker says so (`pages/form-page.ts`), a widget that tells people from programs, which puts its token into the form
 * around it. It loads a script of somebody else's: elsewhere nothing is loaded. `action` names the form.
 */
export function HumanCheck({ action }: { action: string }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const meta = document.querySelector<HTMLMetaElement>('meta[name="human-check"]');
    if (meta === null) return undefined;
    let isOver = false;
    const render = () => {
      if (isOver || place.current === null) return;
      shown = window.turnstile?.render(place.current, { sitekey: meta.content, action }) ?? null;
    };
    if (window.turnstile) render();
    else loadScript(meta.dataset['script'] ?? '', render);
    return () => {
      isOver = true;
      if (shown !== null) window.turnstile?.remove(shown);
      shown = null;
    };
  }, [action]);
  return <div ref={place} className={styles.check} />;
}

/** A token counts once: after a try that failed there has to be another one. */
export function renewHumanCheck(): void {
  if (shown !== null) window.turnstile?.reset(shown);
}

function loadScript(src: string, then: () => void): void {
  const script = document.createElement('script');
  Object.assign(script, { src, async: true, onload: then });
  document.head.append(script);
}
