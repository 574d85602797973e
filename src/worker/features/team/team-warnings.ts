/** Mails to the member whose log-in changed the team, with the link "this was not me". */
import { teamCopy } from '../../../shared/copy/en/owner/team.ts';
import { sendMail } from '../../deliveries/mail/send-mail.ts';
import type { LoggedIn } from '../../identity/sessions.ts';
import type { Config } from '../../platform/config.ts';
import { warning } from '../account/account-mails.ts';
import { notMeLink } from '../account/not-me.ts';

/** Mails the member that somebody was invited, or got another role. Call this function after the answer. */
export async function mailTeamChange(
  env: Env,
  config: Config,
  { user }: LoggedIn,
  what: 'invited' | 'changed',
  now: number,
): Promise<void> {
  const { subject, told } = teamCopy.mail.warnings[what];
  await sendMail(env, 'team', user.email, warning(notMeLink(config, user, now), subject, [told]));
}
