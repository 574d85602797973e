/**
 * Mails about an account. Pure. The mails contain no user input: an account with a stranger's address must
 * not send words to that stranger. `origin` is the configured origin.
 */
import type { AskedOf } from '../../../shared/contracts/operator.ts';
import { RESET_LINK_MS, VERIFY_LINK_MS } from '../../../shared/limits.ts';
import { product } from '../../../shared/product.ts';
import { layOut, type Mail } from '../../deliveries/mail/mail-layout.ts';

const HOUR_MS = 3_600_000;

/** Asks the recipient to verify the address. */
export function verifyMail(origin: string, token: string): Mail {
  return layOut({
    subject: `Confirm your email address for ${product.name}`,
    paragraphs: [`Please confirm that this is the email address of your ${product.name} account.`],
    button: { label: 'Confirm this address', url: `${origin}/verify?token=${encodeURIComponent(token)}` },
    notes: [linkNote(VERIFY_LINK_MS), 'If you have no account with us, there is nothing to do.'],
  });
}

/** A mail with a link to choose a new password. */
export function resetMail(origin: string, token: string): Mail {
  return layOut({
    subject: `Reset your ${product.name} password`,
    paragraphs: [`Someone asked to reset the password of your ${product.name} account.`],
    button: { label: 'Choose a new password', url: `${origin}/reset?token=${encodeURIComponent(token)}` },
    notes: [
      linkNote(RESET_LINK_MS),
      'If this wasn’t you, there is nothing to do: your password stays as it is.',
    ],
  });
}

/** A mail with a log-in link, sent when strangers have used up the shared tries. */
export function logInLinkMail(origin: string, mark: string): Mail {
  return layOut({
    subject: `Log in to ${product.name} by this link`,
    paragraphs: [
      `Somebody entered many wrong passwords or codes for your ${product.name} account, so we answer no further tries from devices that we do not know.`,
      'If you want to log in now, open this link. Your password is still needed.',
    ],
    button: { label: 'Log in', url: `${origin}/login?token=${encodeURIComponent(mark)}` },
    notes: [
      'The link works for 2 hours. Do not pass it on.',
      'If you did not try to log in, there is nothing to do: nobody got in.',
    ],
  });
}

/** A mail to the owner of an address that somebody tried to use for another account. */
export function addressInUseMail(): Mail {
  return layOut({
    subject: `This email address already has a ${product.name} account`,
    paragraphs: [
      `Someone asked to use this email address for a second ${product.name} account. An address can belong to one account only, so nothing was changed.`,
      'If this wasn’t you, there is nothing to do.',
    ],
  });
}

/** A mail to the current address when a change to another address was requested. */
export function emailChangeAskedMail(notMe: string): Mail {
  return warning(notMe, `Your ${product.name} email address is about to change`, [
    `Someone who is logged in to your ${product.name} account asked to change its email address. It changes once the new address is confirmed.`,
  ]);
}

/** A mail to the old address of an account after the change. */
export function emailChangedMail(notMe: string): Mail {
  return warning(notMe, `Your ${product.name} email address was changed`, [
    `The email address of your ${product.name} account was changed. We write to the new one from now on.`,
  ]);
}

/** A mail after a reset by a mailed link. */
export function passwordResetMail(notMe: string): Mail {
  return warning(notMe, `Your ${product.name} password was reset`, [
    `A new password of your ${product.name} account was chosen by a mailed link. Every device has been logged out.`,
  ]);
}

/** A mail after a log-in from an unknown device. `device` comes from `deviceOf`. */
export function newDeviceMail(
  notMe: string,
  { by, device }: { by: 'password' | 'passkey'; device: string | null },
): Mail {
  return warning(notMe, `New login to your ${product.name} account`, [
    `Somebody logged in to your ${product.name} account with your ${by}, from a device that was not used before: ${device ?? 'an unknown one'}.`,
  ]);
}

/** A mail after a wrong code that followed the right password. */
export function wrongCodesMail(notMe: string): Mail {
  return warning(notMe, `Wrong login codes for your ${product.name} account`, [
    `Somebody entered the password of your ${product.name} account, and then a wrong code. Nobody was logged in by it.`,
  ]);
}

/** A mail after a password change by a logged-in user. */
export function passwordChangedMail(notMe: string): Mail {
  return warning(notMe, `Your ${product.name} password was changed`, [
    `The password of your ${product.name} account was changed. Every other device has been logged out.`,
  ]);
}

/** What was done to the second step. If a password reset switched the second step off, this cannot be undone. */
export type SecondStepChange = 'on' | 'off' | 'off_by_reset';

/** A mail after two-step log-in was switched on or off. */
export function secondStepMail(notMe: string, what: SecondStepChange): Mail {
  const word = what === 'on' ? 'on' : 'off';
  const undo = what === 'off' ? ' If this wasn’t you, the link below turns it on again.' : '';
  return warning(notMe, `Two-step login was turned ${word} for ${product.name}`, [
    `Two-step login of your ${product.name} account was turned ${word}.${undo}`,
  ]);
}

/** A mail after a passkey was added or removed. */
export function passkeyMail(notMe: string, what: 'added' | 'removed'): Mail {
  return warning(notMe, `A passkey was ${what} at ${product.name}`, [
    what === 'added'
      ? `A passkey was added to your ${product.name} account. The account can be opened with it, without the password.`
      : `A passkey of your ${product.name} account was removed. If this wasn’t you, the link below gives it back.`,
  ]);
}

/** A mail after a recovery code was used, or new codes were made. */
export function recoveryCodesMail(notMe: string, what: 'used' | 'renewed'): Mail {
  return warning(notMe, `Recovery codes of your ${product.name} account`, [
    what === 'used'
      ? `A recovery code was used in place of the second step of your ${product.name} account.`
      : `New recovery codes were made for your ${product.name} account. The earlier ones no longer work.`,
  ]);
}

/** The code that proves the mailbox before the account is deleted. */
export function deletionCodeMail(notMe: string, code: string): Mail {
  const subject = `Code to delete your ${product.name} account`;
  const told = `Somebody who is logged in to your ${product.name} account asked to delete it, with its locations, queues and history. Nothing is deleted without this code: ${code}`;
  return warning(notMe, subject, [told], 'If this was you, type the code within 15 minutes.');
}

/** A mail to the owner of an unused account. `day`: the day of the deletion, such as '24 November 2026'. */
export function idleAccountMail(origin: string, day: string): Mail {
  return layOut({
    subject: `Your ${product.name} account will be deleted on ${day}`,
    paragraphs: [
      `Nobody has logged in to your ${product.name} account for 11 months, and no guest has come in this time. We keep no account that nobody uses: on ${day} we delete it with its locations, queues and history.`,
      'If you want to keep it, log in before that day. There is nothing else to do.',
    ],
    button: { label: 'Log in', url: `${origin}/login` },
    notes: ['If you no longer need the account, there is nothing to do.'],
  });
}

/** The reason for the deletion of an account: its owner, we on request, or a year without use. */
export type DeletedBy = 'owner' | 'us' | 'idle';

/** A mail after an account was deleted. */
export function accountDeletedMail(by: DeletedBy): Mail {
  const how = {
    owner: '',
    us: ' by us, because somebody asked us for it',
    idle: ' by us, because nobody has used it for a year',
  }[by];
  return layOut({
    subject: `Your ${product.name} account was deleted`,
    paragraphs: [
      `Your ${product.name} account was deleted${how}, with its locations, queues and history.`,
      'If this wasn’t you, reply to this email right away.',
    ],
  });
}

/** A mail when an act of operators was asked for. A guest's erasure is the guest's right, so no link stops it. */
export function askedMail(notMe: string, what: AskedOf): Mail {
  const when = 'We do it once two of our staff agree, or in 24 hours.';
  if (what === 'guest') {
    return layOut({
      subject: `A guest asked ${product.name} to be forgotten`,
      paragraphs: [`We were asked to erase what your locations know about one guest. ${when}`],
      notes: ['There is nothing to do.'],
    });
  }
  const [about, asked] =
    what === 'export'
      ? ['export', `to copy all data of your ${product.name} account into a file, to move or keep it`]
      : ['delete', `to delete your ${product.name} account, with its locations, queues and history`];
  return warning(notMe, `We were asked to ${about} your ${product.name} account`, [
    `We were asked ${asked}. ${when} If you did not ask for it, the link below stops it.`,
  ]);
}

/** A mail about a change of the account. `notMe`: the link of `not-me.ts`. */
export function warning(
  notMe: string,
  subject: string,
  paragraphs: string[],
  ifItWasYou = 'If this was you, there is nothing to do.',
): Mail {
  return layOut({
    subject,
    paragraphs: [...paragraphs, ifItWasYou],
    button: { label: 'This was not me', url: notMe },
    notes: [
      'The link works for 72 hours. It logs out every device, ends the password, and takes off two-step login and passkeys that were added since this email. Only who reads this mailbox can then choose a new password. For 72 hours nobody can change the email address, two-step login or passkeys, or delete the account.',
    ],
  });
}

function linkNote(lifeMs: number): string {
  const hours = lifeMs / HOUR_MS;
  const life = hours === 1 ? '1 hour' : `${hours} hours`;
  return `The link works once and expires in ${life}. If you asked more than once, only the newest link works.`;
}
