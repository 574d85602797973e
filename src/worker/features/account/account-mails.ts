/**
 * Mails about an account. Pure. The mails contain no user input. If the mails contained user input, a person who signs
 * up with a stranger's address could send words to the stranger. `origin`: the configured origin. `say`: the sentences
 * in the recipient's language.
 */
import type { AskedOf } from '../../../shared/contracts/operator.ts';
import { mailCopy, type MailCopy, type Warning } from '../../../shared/copy/en/owner/mails.ts';
import { RESET_LINK_MS, VERIFY_LINK_MS } from '../../../shared/limits.ts';
import { layOut, tokenLink, type Mail } from '../../deliveries/mail/mail-layout.ts';

const HOUR_MS = 3_600_000;

export function verifyMail(origin: string, token: string, say = mailCopy): Mail {
  const { button, ...words } = say.account.verify(VERIFY_LINK_MS / HOUR_MS);
  const url = tokenLink(origin, '/verify', token);
  return layOut({ ...words, button: { label: button, url } }, say);
}

export function resetMail(origin: string, token: string, say = mailCopy): Mail {
  const { button, ...words } = say.account.reset(RESET_LINK_MS / HOUR_MS);
  const url = tokenLink(origin, '/reset', token);
  return layOut({ ...words, button: { label: button, url } }, say);
}

/**
 * A mail with a log-in link. The mail is sent when log-in attempts from unknown devices have used up the limit that all
 * unknown devices share.
 */
export function logInLinkMail(origin: string, mark: string, say = mailCopy): Mail {
  const { button, ...words } = say.account.logInLink;
  const url = tokenLink(origin, '/login', mark);
  return layOut({ ...words, button: { label: button, url } }, say);
}

/** A mail to the owner of an address that somebody tried to use for another account. */
export function addressInUseMail(say = mailCopy): Mail {
  return layOut(say.account.addressInUse, say);
}

/** A mail to the current address when a change to another address was requested. */
export function emailChangeAskedMail(notMe: string, say = mailCopy): Mail {
  return warning(notMe, say.warnings.emailChangeAsked, say);
}

/** A mail to the old address after a change of an account's address. */
export function emailChangedMail(notMe: string, say = mailCopy): Mail {
  return warning(notMe, say.warnings.emailChanged, say);
}

export function passwordResetMail(notMe: string, say = mailCopy): Mail {
  return warning(notMe, say.warnings.passwordReset, say);
}

/** A mail after a log-in from an unknown device. `device` comes from `deviceOf`. */
export function newDeviceMail(
  notMe: string,
  { by, device }: { by: 'password' | 'passkey'; device: string | null },
  say = mailCopy,
): Mail {
  return warning(notMe, say.warnings.newDevice(by, device), say);
}

export function passwordChangedMail(notMe: string, say = mailCopy): Mail {
  return warning(notMe, say.warnings.passwordChanged, say);
}

/**
 * The change of the second step that a mail reports. If a password reset removed the second step (`off_by_reset`), the
 * link in the mail cannot restore the second step.
 */
export type SecondStepChange = keyof MailCopy['warnings']['secondStep'];

export function secondStepMail(notMe: string, what: SecondStepChange, say = mailCopy): Mail {
  return warning(notMe, say.warnings.secondStep[what], say);
}

export function passkeyMail(notMe: string, what: 'added' | 'removed', say = mailCopy): Mail {
  return warning(notMe, say.warnings.passkey[what], say);
}

export function recoveryCodesMail(notMe: string, what: 'used' | 'renewed', say = mailCopy): Mail {
  return warning(notMe, say.warnings.recoveryCodes[what], say);
}

/** A mail with the code that proves the mailbox before the account is deleted. */
export function deletionCodeMail(notMe: string, code: string, say = mailCopy): Mail {
  return warning(notMe, say.warnings.deletionCode(code), say);
}

/** A mail with the code that proves the mailbox before the business is handed over. */
export function handOverCodeMail(notMe: string, code: string, say = mailCopy): Mail {
  return warning(notMe, say.warnings.handOverCode(code), say);
}

/**
 * A mail to the owner of an unused account. The mail shows `deletionAt` (epoch milliseconds) as a day in `timezone`
 * (IANA).
 */
export function idleAccountMail(
  origin: string,
  { deletionAt, timezone }: { deletionAt: number; timezone: string },
  say = mailCopy,
): Mail {
  const day = new Intl.DateTimeFormat(say.locale, { timeZone: timezone, dateStyle: 'long' });
  const { button, ...words } = say.account.idle(day.format(deletionAt));
  return layOut({ ...words, button: { label: button, url: `${origin}/login` } }, say);
}

/** The cause of an account's deletion: the owner, an operator on request, or a year without use. */
export type DeletedBy = keyof MailCopy['account']['deleted'];

export function accountDeletedMail(by: DeletedBy, say = mailCopy): Mail {
  return layOut(say.account.deleted[by], say);
}

export function removedMail(say: MailCopy): Mail {
  return layOut(say.team.removed, say);
}

/**
 * A mail after an operator requested an act that needs approval. The mail about a guest's erasure has no link that
 * stops the act, because the erasure is the guest's right.
 */
export function askedMail(notMe: string, what: AskedOf, say = mailCopy): Mail {
  if (what === 'guest') return layOut(say.account.guestErasure, say);
  return warning(notMe, say.warnings.asked[what], say);
}

/** A mail to the owner after the ownership was offered to a member. */
export function ownershipOfferedMail(notMe: string, say: MailCopy): Mail {
  return warning(notMe, say.warnings.ownershipOffered, say);
}

/** A mail about a change of the account. `notMe`: the link "this was not me" (`not-me.ts`). */
export function warning(
  notMe: string,
  { subject, told, more = [], ifItWasYou }: Warning & { ifItWasYou?: string },
  say: MailCopy,
): Mail {
  const { button, note } = say.warnings;
  return layOut(
    {
      subject,
      paragraphs: [told, ...more, ifItWasYou ?? say.warnings.ifItWasYou],
      button: { label: button, url: notMe },
      notes: [note],
    },
    say,
  );
}
