/** Mails to the member whose log-in changed the team, with the link "this was not me". */
import { mailPerson } from '../../deliveries/mail/send-mail.ts';
import type { LoggedIn } from '../../identity/sessions.ts';
import type { Config } from '../../platform/config.ts';
import { warning } from '../account/account-mails.ts';
import { notMeLink } from '../account/not-me.ts';

/** Mails the member that somebody was invited, or got another role. Call this function after the answer. */
export async function mailTeamChange(
  env: Env,
  config: Config,
  { user }: LoggedIn,
  what: 'invited' | 'roleChanged',
  now: number,
): Promise<void> {
  const notMe = notMeLink(config, user, now);
  await mailPerson(env, 'team', user, (say) => warning(notMe, say.warnings[what], say));
}
