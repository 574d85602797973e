/** The bot check of a join (Turnstile). The script of the check is loaded only if the server asks for the check. */
import type { BotCheckWidget } from '../../../../shared/contracts/guest.ts';
import { loadTurnstile } from '../../../lib/turnstile.ts';

/**
 * The time limit of the check. Nearly everybody passes within two seconds and sees nothing; other people see the widget
 * and may have to click.
 */
const TOKEN_WITHIN_MS = 30_000;

/**
 * Returns the token that the server checks with Cloudflare. Empty if there is no token; the server then decides without
 * the check. The widget is at the end of the page, and is visible only if the person has to click.
 */
export async function botCheckToken({ siteKey, script }: BotCheckWidget): Promise<string> {
  const container = document.createElement('div');
  container.style.cssText = 'position:sticky;bottom:0';
  document.body.append(container);
  const token = await new Promise<string>((resolve) => {
    const giveUp = () => resolve('');
    const render = () =>
      globalThis.turnstile?.render(container, {
        sitekey: siteKey,
        action: 'join',
        size: 'compact',
        appearance: 'interaction-only',
        callback: resolve,
        'error-callback': giveUp,
      });
    setTimeout(giveUp, TOKEN_WITHIN_MS);
    if (globalThis.turnstile) render();
    else loadTurnstile(script, render, giveUp);
  });
  container.remove();
  return token;
}
