/** Mails about a team. Pure. Like the mails of `account-mails.ts`, these mails contain no user input. */
import type { MailCopy } from '../../../shared/copy/en/owner/mails.ts';
import { layOut, tokenLink, type Mail } from '../../deliveries/mail/mail-layout.ts';

/** A mail that invites the recipient to a business. The page behind the link names the business. */
export function invitationMail(origin: string, token: string, say: MailCopy): Mail {
  const { button, ...words } = say.team.invitation;
  const url = tokenLink(origin, '/invitation', token);
  return layOut({ ...words, button: { label: button, url } }, say);
}

/** A mail to a member about an offer of the ownership. */
export function offerMail(origin: string, say: MailCopy): Mail {
  const { button, ...words } = say.team.offer;
  return layOut({ ...words, button: { label: button, url: `${origin}/business/team` } }, say);
}
