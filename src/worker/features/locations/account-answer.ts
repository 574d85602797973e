import type { Context } from 'hono';
import type { Actor } from '../../../shared/queue/events.ts';
import { accountViewOf } from './account-view.ts';
import { findMemberByHash, type SessionMember } from '../../identity/sessions.ts';
import type { AppContext } from '../../http/context.ts';
import { refuse } from '../../http/answers.ts';
import { logFailure } from '../../http/failures.ts';

/**
 * Answers with the account after a change. If the account cannot be read, answers `internal`, although the change was
 * made. `by`: the actor who changed the address of a location.
 */
export async function answerAccount(
  c: Context<AppContext>,
  status: 200 | 201,
  by?: Actor,
): Promise<Response> {
  let member: SessionMember | null;
  try {
    member = await findMemberByHash(c.env, c.var.member.sessionTokenHash, Date.now());
  } catch (error) {
    logFailure(c, error);
    return refuse(c, 'internal');
  }
  if (!member) return refuse(c, 'not_logged_in');
  return c.json(await accountViewOf(c.env, member, by), status);
}
