/** Whether what the Worker needs can be reached: the database and the objects. For operators and their monitors. */
import type { Config } from '../../platform/config.ts';
import { withTimeout } from '../../platform/with-timeout.ts';
import { log, reasonOf } from '../../platform/log.ts';
import { healthProbeStub } from '../../location/stubs.ts';
import { withinCommonShield } from '../../http/flood-shield.ts';

/** A part that takes longer counts as down: guests and owners would have given up. */
const PART_MS = 3_000;
/** The result is cached for this time, so that frequent checks do not load database and object. */
const CACHE_MS = 5_000;

/** `ms`: how long it took. `late`: no answer in time. `away`: an error came back, which the log has. */
type Part<Facts> = ({ ok: true; ms: number } & Facts) | { ok: false; ms: number; reason: 'late' | 'away' };

export type DeepCheck = {
  ok: boolean;
  /** `schema`: the last file of `migrations/` that was applied. */
  database: Part<{ schema: string | null }>;
  /** Objects may run another release than the Worker for a while; `schema` counts the steps of their own database. */
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

/** The result of the check, at most `CACHE_MS` old. Null: over the rate limit. */
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

/** The file of `migrations/` that this database was brought up to; null: none. Rejects where the database is away. */
function schemaStep(db: D1Database): Promise<string | null> {
  return db.prepare('SELECT name FROM d1_migrations ORDER BY id DESC LIMIT 1').first<string>('name');
}
