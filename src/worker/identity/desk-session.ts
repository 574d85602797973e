import { drizzle } from 'drizzle-orm/d1';
import { nearest } from '../db/near.ts';
import { findLiveSession, type LiveSession } from './sessions.ts';

/**
 * Reads a session from the nearest replica, whose data can be a minute old; null if the replica has no such session.
 * Use this function only for actions on the line, because for these actions the location's object checks that the
 * session has not ended.
 */
export function findSessionNear(
  env: Env,
  sessionTokenHash: string,
  now: number,
): Promise<LiveSession | null> {
  return findLiveSession(drizzle(nearest(env)), sessionTokenHash, now);
}
