/** The businesses of a person, and the switch of a session to another business. */
import type { BusinessesAnswer } from '../../../shared/contracts/team.ts';
import { database } from '../../db/client.ts';
import { retryable } from '../../db/errors.ts';
import { businessesOf } from '../../identity/membership-rows.ts';
import {
  endSession,
  findMemberByHash,
  moveSession,
  type LoggedIn,
  type SessionMember,
} from '../../identity/sessions.ts';
import { newToken } from '../../identity/tokens.ts';
import { endSessionsAt } from '../account/session/end-sessions-at.ts';

export async function listBusinesses(env: Env, { user, business }: LoggedIn): Promise<BusinessesAnswer> {
  const rows = await retryable(businessesOf(database(env), user.id));
  return { businesses: rows.map((row) => ({ ...row, current: row.id === business.id })) };
}

/** A new session. `unconfirmedAt`: the locations that have not confirmed the end of the browser's earlier session. */
export type Entered = { token: string; member: SessionMember; unconfirmedAt: string[] };

/**
 * Replaces the session by a session that acts for another business of the person, because a session and its passes act
 * for one business only. Returns null if the person does not belong to the business.
 */
export async function switchBusiness(
  env: Env,
  { sessionTokenHash }: LoggedIn,
  businessId: string,
  now: number,
): Promise<Entered | null> {
  const db = database(env);
  const { token, tokenHash } = newToken();
  const [locations, moved] = await db.batch([
    endSession(db, sessionTokenHash)[0],
    ...moveSession(db, { from: sessionTokenHash, to: tokenHash, businessId }, now),
  ]);
  if (moved.length === 0) return null;
  const unconfirmedAt = await endSessionsAt(env, locations, [{ tokenHash: sessionTokenHash }]);
  const member = await findMemberByHash(env, tokenHash, now);
  return member && { token, member, unconfirmedAt };
}
