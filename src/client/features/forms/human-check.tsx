import { useEffect, useRef } from 'react';
import { loadTurnstile } from '../../lib/turnstile.ts';
import styles from './form-page.module.css';

/** The width of the normal widget. */
const NORMAL_WIDTH_PX = 300;

type Check = {
  /** The widget's id; null until the script has loaded. */
  widget: string | null;
  /** The token. Null until the widget has made a token; empty if the script could not be loaded. */
  token: string | null;
  /** Called with the token, for a form that waits for the token before sending. */
  tell: (token: string) => void;
  /** Loads the script and shows the widget. */
  begin: () => void;
};

/**
 * The time limit of the wait for a token. Most people pass the check within two seconds. If the widget waits for a
 * click, the server refuses the form and asks for the click.
 */
const TOKEN_WITHIN_MS = 10_000;

let shown: Check | null = null;

/**
 * Shows the Turnstile widget (CAPTCHA) if the Worker has enabled it (`site/form-page.ts`). The widget needs a script of
 * a third party. The script is loaded only if the widget is enabled. `action` is the form's name for the CAPTCHA.
 */
export function HumanCheck({ action }: { action: string }) {
  const container = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const meta = document.querySelector<HTMLMetaElement>('meta[name="human-check"]');
    if (meta === null || container.current === null) return undefined;
    const check = newCheck(container.current, meta, action);
    shown = check;
    check.begin();
    return () => {
      if (check.widget !== null) globalThis.turnstile?.remove(check.widget);
      shown = null;
    };
  }, [action]);
  return <div ref={container} className={styles.check} />;
}

/**
 * The token that the server checks with Cloudflare (`cf-turnstile-response`). Waits at most 10 s for the token. Empty
 * if the token is late or the script did not load; the server then refuses the form. Null if the CAPTCHA is off.
 */
export function humanCheckToken(): Promise<string | null> {
  const check = shown;
  if (check === null || check.token !== null) return Promise.resolve(check?.token ?? null);
  return new Promise((resolve) => {
    check.tell = resolve;
    setTimeout(() => resolve(''), TOKEN_WITHIN_MS);
  });
}

/** Requests a new token after a failed attempt, because a token can be used only once. */
export function renewHumanCheck(): void {
  if (shown === null) return;
  shown.token = null;
  if (shown.widget === null) shown.begin();
  else globalThis.turnstile?.reset(shown.widget);
}

function newCheck(container: HTMLElement, { content, dataset }: HTMLMetaElement, action: string): Check {
  const know = (token: string) => {
    check.token = token;
    check.tell(token);
  };
  const render = () => {
    if (shown !== check || check.widget !== null) return;
    check.widget =
      globalThis.turnstile?.render(container, {
        sitekey: content,
        action,
        size: container.clientWidth < NORMAL_WIDTH_PX ? 'compact' : 'normal',
        callback: know,
        'expired-callback': () => (check.token = null),
      }) ?? null;
  };
  const check: Check = {
    widget: null,
    token: null,
    tell: () => {},
    begin: () =>
      globalThis.turnstile ? render() : loadTurnstile(dataset['script'] ?? '', render, () => know('')),
  };
  return check;
}
