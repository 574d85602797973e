/** Mails about a team. Pure. The mails contain no input of a user, as those of `account-mails.ts`. */
import { teamCopy } from '../../../shared/copy/en/owner/team.ts';
import { layOut, type Mail } from '../../deliveries/mail/mail-layout.ts';

const say = teamCopy.mail;

/** Invites the recipient to a business, which the page behind the link names. */
export function invitationMail(origin: string, token: string): Mail {
  return layOut({
    subject: say.invitationSubject,
    paragraphs: [say.invitation],
    button: { label: say.invitationButton, url: `${origin}/invitation?token=${encodeURIComponent(token)}` },
    notes: say.invitationNotes,
  });
}

/** Tells a member of the offered ownership. */
export function offerMail(origin: string): Mail {
  return layOut({
    subject: say.offerSubject,
    paragraphs: [say.offer],
    button: { label: say.offerButton, url: `${origin}/business/team` },
    notes: say.offerNotes,
  });
}
