/** Deep health check of the database and the objects, for operators and monitoring. */
import type { Config } from '../../platform/config.ts';
import { withTimeout } from '../../platform/with-timeout.ts';
import { log, reasonOf } from '../../platform/log.ts';
import { healthProbeStub } from '../../location/stubs.ts';
import { withinCommonShield } from '../../http/flood-shield.ts';

/** Timeout of each part of the check. Users do not wait longer than this time. */
const PART_MS = 3_000;
/** The result is cached for this time, so that frequent checks put little load on the database and the object. */
const CACHE_MS = 5_000;

/** `ms`: duration of the check. `late`: no answer in time. `away`: an error, which is in the log. */
type Part<Facts> = ({ ok: true; ms: number } & Facts) | { ok: false; ms: number; reason: 'late' | 'away' };

export type DeepCheck = {
  ok: boolean;
  /** `schema`: the last applied file of `migrations/`. */
  database: Part<{ schema: string | null }>;
  /**
   * For a time after a deployment, objects may run another release than the Worker. `schema`: number of steps of the
   * object's own schema.
   */
  object: Part<{ version: string; schema: number }>;
  /** The configured providers. */
  providers: {
    texts: Config['sms']['provider'];
    mails: Config['email']['provider'];
    payments: Config['payments']['provider'];
    reminders: 'web-push' | 'off';
  };
};

class Late extends Error {
  override name = 'Late';
}

let last: { at: number; checked: DeepCheck } | null = null;

/** Returns the result of the check, at most `CACHE_MS` old; null if the rate limit is reached. */
export async function deepCheck(env: Env, config: Config): Promise<DeepCheck | null> {
  if (last !== null && Math.abs(Date.now() - last.at) < CACHE_MS) return last.checked;
  if (!(await withinCommonShield(env, 'deep check'))) return null;
  const [database, object] = await Promise.all([
    asked('database', async () => ({ schema: await schemaStep(env.DB) })),
    asked('object', () => healthProbeStub(env).running()),
  ]);
  const checked = { ok: database.ok && object.ok, database, object, providers: providersOf(config) };
  last = { at: Date.now(), checked };
  return checked;
}

async function asked<Facts>(part: 'database' | 'object', ask: () => Promise<Facts>): Promise<Part<Facts>> {
  const begunAt = Date.now();
  try {
    const facts = await withTimeout(ask(), PART_MS, () => new Late());
    return { ok: true, ms: Date.now() - begunAt, ...facts };
  } catch (error) {
    log({ event: 'part_unavailable', part, reason: reasonOf(error) });
    return { ok: false, ms: Date.now() - begunAt, reason: error instanceof Late ? 'late' : 'away' };
  }
}

function providersOf({ sms, email, payments, push }: Config): DeepCheck['providers'] {
  return {
    texts: sms.provider,
    mails: email.provider,
    payments: payments.provider,
    reminders: push === null ? 'off' : 'web-push',
  };
}

/** The last file of `migrations/` that was applied; null if no file was applied. Rejects if the query fails. */
function schemaStep(db: D1Database): Promise<string | null> {
  return db.prepare('SELECT name FROM d1_migrations ORDER BY id DESC LIMIT 1').first<string>('name');
}
