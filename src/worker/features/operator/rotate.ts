/**
 * Rotation of the keys that seal secrets at rest: all secrets are sealed again, by the newest key of `SEALING_KEYS`.
 */
import { and, asc, eq, gt, isNull, notLike } from 'drizzle-orm';
import type { RotateAnswer } from '../../../shared/contracts/operator.ts';
import { database, type Database } from '../../db/client.ts';
import { retryable } from '../../db/errors.ts';
import { locations } from '../../db/schema/locations.ts';
import { endedSecondSteps, secondSteps } from '../../db/schema/users.ts';
import { locationById } from '../../location/stubs.ts';
import { newestSealIn, sealAtRest, unsealAtRest } from '../../platform/at-rest.ts';
import { log, reasonOf } from '../../platform/log.ts';
import type { Refusal } from '../../../shared/queue/decision.ts';
import { hasBegun, recordAct } from '../admin/audit-log.ts';

const STEPS_AT_ONCE = 100;
const LOCATIONS_AT_ONCE = 40;

/**
 * Seals one page of secrets again: first the seeds of authenticator apps, then the keys of open locations whose id is
 * after `after`.
 */
export async function rotateKeys(
  env: Env,
  operator: string,
  after: string,
  now: number,
): Promise<({ ok: true } & RotateAnswer) | Refusal> {
  const db = database(env);
  const act = { at: now, operator, kind: 'keys_rotated' } as const;
  if (after === '') await recordAct(db, act);
  else if (!(await hasBegun(env, act))) return { ok: false, code: 'not_found' };
  const steps =
    (await resealSecondSteps(env, db, secondSteps)) + (await resealSecondSteps(env, db, endedSecondSteps));
  if (steps >= STEPS_AT_ONCE) return { ok: true, resealed: steps, away: [], next: after };
  const page = await retryable(
    db
      .select({ id: locations.id })
      .from(locations)
      .where(and(isNull(locations.removedAt), gt(locations.id, after)))
      .orderBy(asc(locations.id))
      .limit(LOCATIONS_AT_ONCE),
  );
  const results = await Promise.all(
    page.map(async ({ id }) => ({ id, result: await resealLocation(env, id) })),
  );
  return {
    ok: true,
    resealed: steps + results.filter(({ result }) => result === 'resealed').length,
    away: results.filter(({ result }) => result === 'away').map(({ id }) => id),
    next: page.length < LOCATIONS_AT_ONCE ? null : (page.at(-1)?.id ?? null),
  };
}

/** Seals again at most one page of the table's seeds. Returns the number of seeds. */
async function resealSecondSteps(
  env: Env,
  db: Database,
  table: typeof secondSteps | typeof endedSecondSteps,
): Promise<number> {
  const older = await retryable(
    db
      .select({ userId: table.userId, secret: table.secret })
      .from(table)
      .where(notLike(table.secret, `${newestSealIn(env)}%`))
      .limit(STEPS_AT_ONCE),
  );
  for (const { userId, secret } of older) {
    const of = `second step of ${userId}` as const;
    const sealed = await sealAtRest(env, await unsealAtRest(env, secret, of), of);
    // Does nothing if the user has got a new seed meanwhile.
    const isSame = and(eq(table.userId, userId), eq(table.secret, secret));
    await db.update(table).set({ secret: sealed }).where(isSame);
  }
  return older.length;
}

async function resealLocation(env: Env, id: string): Promise<'resealed' | 'as_it_was' | 'away'> {
  try {
    const result = await locationById(env, id)?.resealKey();
    return result?.ok && result.resealed ? 'resealed' : 'as_it_was';
  } catch (error) {
    log({ event: 'location_unavailable', locationId: id, reason: reasonOf(error) });
    return 'away';
  }
}
