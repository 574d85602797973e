import { drizzle } from 'drizzle-orm/d1';
import { nearest } from '../db/near.ts';
import { findLiveSession, type LiveSession } from './sessions.ts';

/**
 * A session at the nearest replica, which can be a minute old; null if the replica has no such session. Only for actions on the line, whose object checks that the session has not ended.
 */
export function findSessionNear(
  env: Env,
  sessionTokenHash: string,
  now: number,
): Promise<LiveSession | null> {
  return findLiveSession(drizzle(nearest(env)), sessionTokenHash, now);
}
