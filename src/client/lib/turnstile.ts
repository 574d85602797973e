/** The API of Turnstile's script (https://developers.cloudflare.com/turnstile/get-started/client-side-rendering/). */
type Turnstile = {
  render: (container: HTMLElement, options: WidgetOptions) => string;
  reset: (widget: string) => void;
  remove: (widget: string) => void;
};
type WidgetOptions = {
  sitekey: string;
  action: string;
  size: 'normal' | 'compact';
  /** `interaction-only`: the widget is shown only if the person has to click. */
  appearance?: 'always' | 'interaction-only';
  /** Called with each new token. */
  callback: (token: string) => void;
  /** Called when a token has expired. A new token follows. */
  'expired-callback'?: () => void;
  /** Called if no token can be made. */
  'error-callback'?: () => void;
};
declare global {
  /** Undefined until Turnstile's script has loaded. */
  var turnstile: Turnstile | undefined;
}

export function loadTurnstile(src: string, onload: () => void, onerror: () => void): void {
  const script = document.createElement('script');
  Object.assign(script, { src, async: true, onload, onerror });
  document.head.append(script);
}
