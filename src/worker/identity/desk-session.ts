import { drizzle } from 'drizzle-orm/d1';
import { nearest } from '../db/near.ts';
import { findLiveSession, type Owner } from './sessions.ts';

/**
 * The owner behind a session at the nearest replica, which can be a minute old; null if the replica has no such
 * session. Only for actions on the line, whose object checks that the session has not ended.
 */
export async function findOwnerNear(env: Env, sessionTokenHash: string, now: number): Promise<Owner | null> {
  const found = await findLiveSession(drizzle(nearest(env)), sessionTokenHash, now);
  return found?.owner ?? null;
}
