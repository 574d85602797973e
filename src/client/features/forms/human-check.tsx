import { useEffect, useRef } from 'react';
import styles from './form-page.module.css';

/** What Turnstile's script puts into the window (https://developers.cloudflare.com/turnstile/get-started/client-side-rendering/). */
type Turnstile = {
  render: (place: HTMLElement, options: WidgetOptions) => string;
  reset: (widget: string) => void;
  remove: (widget: string) => void;
};
type WidgetOptions = {
  sitekey: string;
  action: string;
  size: 'normal' | 'compact';
  /** With each token that it makes. */
  callback: (token: string) => void;
  /** A token is too old; another one follows. */
  'expired-callback': () => void;
};
declare global {
  /** Undefined until its script is there. */
  var turnstile: Turnstile | undefined;
}

/** The check in sight. */
type Check = {
  /** Once its script is there. */
  widget: string | null;
  /** Null until the widget has made one; empty where its script did not come. */
  token: string | null;
  /** Who waits for the token. */
  tell: (token: string) => void;
  /** Asks for the script, and shows the widget. */
  begin: () => void;
};

/** As wide as the widget of normal size. */
const NORMAL_WIDTH_PX = 300;
/** Most people are told from programs within two seconds; where that takes a click, the server's refusal asks for it. */
const TOKEN_WITHIN_MS = 10_000;

let shown: Check | null = null;

/**
 * Where the Worker says so (`site/form-page.ts`), a widget that tells people from programs. It loads a script of somebody
 * else's: elsewhere nothing is loaded. `action` names the form.
 */
export function HumanCheck({ action }: { action: string }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const meta = document.querySelector<HTMLMetaElement>('meta[name="human-check"]');
    if (meta === null || place.current === null) return undefined;
    const check = newCheck(place.current, meta, action);
    shown = check;
    check.begin();
    return () => {
      if (check.widget !== null) globalThis.turnstile?.remove(check.widget);
      shown = null;
    };
  }, [action]);
  return <div ref={place} className={styles.check} />;
}

/**
 * What the server asks Cloudflare about (`cf-turnstile-response`): as soon as the widget knows, within 10 s. Empty where it does
 * not know by then, or its script did not come: the server then says what to do. Null where nobody is checked.
 */
export function humanCheckToken(): Promise<string | null> {
  const check = shown;
  if (check === null || check.token !== null) return Promise.resolve(check?.token ?? null);
  return new Promise((resolve) => {
    check.tell = resolve;
    setTimeout(() => resolve(''), TOKEN_WITHIN_MS);
  });
}

/** A token counts once: after a try that failed there has to be another one. */
export function renewHumanCheck(): void {
  if (shown === null) return;
  shown.token = null;
  if (shown.widget === null) shown.begin();
  else globalThis.turnstile?.reset(shown.widget);
}

function newCheck(place: HTMLElement, { content, dataset }: HTMLMetaElement, action: string): Check {
  const know = (token: string) => {
    check.token = token;
    check.tell(token);
  };
  const render = () => {
    if (shown !== check || check.widget !== null) return;
    check.widget =
      globalThis.turnstile?.render(place, {
        sitekey: content,
        action,
        size: place.clientWidth < NORMAL_WIDTH_PX ? 'compact' : 'normal',
        callback: know,
        'expired-callback': () => (check.token = null),
      }) ?? null;
  };
  const check: Check = {
    widget: null,
    token: null,
    tell: () => {},
    begin: () =>
      globalThis.turnstile ? render() : loadScript(dataset['script'] ?? '', render, () => know('')),
  };
  return check;
}

function loadScript(src: string, onload: () => void, onerror: () => void): void {
  const script = document.createElement('script');
  Object.assign(script, { src, async: true, onload, onerror });
  document.head.append(script);
}
