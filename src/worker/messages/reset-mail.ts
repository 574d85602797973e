import { RESET_LINK_MS } from '../../shared/limits.ts';
import { product } from '../../shared/product.ts';

const LINK_HOURS = RESET_LINK_MS / 3_600_000;

/**
 * The mail to whoever forgot a password, pure. Nothing in it was typed by anybody: an account made with a stranger's
 * address must not carry its maker's words to that stranger. `origin` is the configured one.
 */
export function resetMail(origin: string, token: string): { subject: string; body: string } {
  const hours = LINK_HOURS === 1 ? '1 hour' : `${LINK_HOURS} hours`;
  return {
    subject: `Reset your ${product.name} password`,
    body: `Somebody asked to reset the password of your ${product.name} account.

Choose a new password here:
${origin}/reset?token=${encodeURIComponent(token)}

The link works once and expires in ${hours}. If you asked more than once, only the newest link works.

If it was not you, there is nothing to do: your password stays as it is.

${product.name}
${product.supportEmail}
`,
  };
}
