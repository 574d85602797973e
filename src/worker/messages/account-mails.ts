/**
 * The mails about an account besides `reset-mail.ts`, pure. Nothing in them was typed by anybody: an account made with a
 * stranger's address must not carry its maker's words to that stranger. `origin` is the configured one.
 */
import { VERIFY_LINK_MS } from '../../shared/limits.ts';
import { product } from '../../shared/product.ts';

export type AccountMail = { subject: string; body: string };

const LINK_HOURS = VERIFY_LINK_MS / 3_600_000;

/** Asks whoever reads this mailbox to say that it is theirs. */
export function verifyMail(origin: string, token: string): AccountMail {
  return mail(`Confirm your email address for ${product.name}`, [
    `Please confirm that this is the email address of your ${product.name} account:`,
    `${origin}/verify?token=${encodeURIComponent(token)}`,
    `The link works once and expires in ${LINK_HOURS} hours. If you asked more than once, only the newest link works.`,
    'If you have no account with us, there is nothing to do.',
  ]);
}

/** To the address that somebody wants for an account, where another account has it already. */
export function addressInUseMail(): AccountMail {
  return mail(`This email address already has a ${product.name} account`, [
    `Somebody asked to use this email address for a second ${product.name} account. An address can belong to one account only, so nothing was changed.`,
    'If it was not you, there is nothing to do.',
  ]);
}

/** To the present address, when another one is asked for. */
export function emailChangeAskedMail(origin: string): AccountMail {
  return mail(`Your ${product.name} email address is about to change`, [
    `Somebody who is logged in to your ${product.name} account asked to change its email address. It changes once the new address is confirmed.`,
    `If it was not you, choose a new password now: ${origin}/forgot`,
  ]);
}

/** To the address that an account had until now. */
export function emailChangedMail(): AccountMail {
  return mail(`Your ${product.name} email address was changed`, [
    `The email address of your ${product.name} account was changed. We write to the new one from now on.`,
    'If it was not you, answer this mail at once.',
  ]);
}

/** After a change of the password by somebody who was logged in. */
export function passwordChangedMail(origin: string): AccountMail {
  return mail(`Your ${product.name} password was changed`, [
    `The password of your ${product.name} account was changed. Every other device has been logged out.`,
    `If it was not you, choose a new password now: ${origin}/forgot`,
  ]);
}

/** After two-step log-in was switched on or off. */
export function secondStepMail(origin: string, isOn: boolean): AccountMail {
  const word = isOn ? 'on' : 'off';
  return mail(`Two-step login was turned ${word} for ${product.name}`, [
    `Two-step login of your ${product.name} account was turned ${word}.`,
    `If it was not you, choose a new password now: ${origin}/forgot`,
  ]);
}

/** After the log-in or a change of the account took one of the recovery codes, or made new ones. */
export function recoveryCodesMail(origin: string, what: 'used' | 'renewed'): AccountMail {
  const happened =
    what === 'used'
      ? `A recovery code was used in place of a code from the authenticator app of your ${product.name} account.`
      : `New recovery codes were made for your ${product.name} account. The earlier ones no longer work.`;
  return mail(`Recovery codes of your ${product.name} account`, [
    happened,
    `If it was not you, choose a new password now: ${origin}/forgot`,
  ]);
}

/** After an account was deleted. */
export function accountDeletedMail(): AccountMail {
  return mail(`Your ${product.name} account was deleted`, [
    `Your ${product.name} account was deleted, with its locations, queues and history.`,
    'If it was not you, answer this mail at once.',
  ]);
}

function mail(subject: string, paragraphs: string[]): AccountMail {
  return { subject, body: `${paragraphs.join('\n\n')}\n\n${product.name}\n${product.supportEmail}\n` };
}
