/** Mails about a team. Pure. The mails contain no input of a user, as those of `account-mails.ts`. */
import type { MailCopy } from '../../../shared/copy/en/owner/mails.ts';
import { layOut, tokenLink, type Mail } from '../../deliveries/mail/mail-layout.ts';

/** Invites the recipient to a business, which the page behind the link names. */
export function invitationMail(origin: string, token: string, say: MailCopy): Mail {
  const { button, ...words } = say.team.invitation;
  const url = tokenLink(origin, '/invitation', token);
  return layOut({ ...words, button: { label: button, url } }, say);
}

/** Tells a member of the offered ownership. */
export function offerMail(origin: string, say: MailCopy): Mail {
  const { button, ...words } = say.team.offer;
  return layOut({ ...words, button: { label: button, url: `${origin}/business/team` } }, say);
}
