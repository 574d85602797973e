/**
 * Mails with the link "this was not me" to the member whose log-in was used to change the team, the team's tablets or a
 * PIN.
 */
import { mailPerson } from '../../deliveries/mail/send-mail.ts';
import type { UserRow } from '../../identity/users.ts';
import type { Config } from '../../platform/config.ts';
import { warning } from './account-mails.ts';
import { notMeLink } from './not-me.ts';

/**
 * Mails the member about one of these changes: somebody was invited or got another role, a tablet was set up by the
 * member's code, or the member's PIN was set. Pass the promise to `afterAnswer`.
 */
export async function mailTeamChange(
  env: Env,
  config: Config,
  user: UserRow,
  what: 'invited' | 'roleChanged' | 'deviceSetUp' | 'pinSet',
  now: number,
): Promise<void> {
  const notMe = notMeLink(config, user, now);
  await mailPerson(env, 'team', user, (say) => warning(notMe, say.warnings[what], say));
}
