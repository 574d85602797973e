import { Hono } from 'hono';
import type { Config } from '../../platform/config.ts';
import { isSame } from '../../platform/hashing.ts';
import type { AppContext } from '../../http/context.ts';
import { releaseOf } from '../../platform/release.ts';
import { deepCheck } from './deep-check.ts';
import { refuse, RETRY_AFTER_SECONDS } from '../../http/answers.ts';

/**
 * Health check. `GET /healthz` answers with the release if the Worker runs and is configured. With `?deep=1`, the
 * answer also has the versions of the database and of the objects, and the status is 503 if the database or an object
 * cannot be reached. Outside of development, the deep check needs `Authorization: Bearer <HEALTH_TOKEN>`. Without this
 * header, the answer is 401.
 */
export const health = new Hono<AppContext>().get('/healthz', async (c) => {
  const version = releaseOf(c.env);
  if (c.req.query('deep') === undefined) return c.json({ ok: true, version }, 200);
  if (!mayCheckDeep(c.req.header('Authorization'), c.var.config)) return refuse(c, 'not_logged_in');
  const checked = await deepCheck(c.env, c.var.config);
  if (checked === null) return refuse(c, { code: 'too_many_requests', retryAfterSeconds: 60 });
  const { ok, ...found } = checked;
  if (ok) return c.json({ ok, version, ...found }, 200);
  return c.json({ ok, version, ...found }, 503, { 'Retry-After': String(RETRY_AFTER_SECONDS) });
});

function mayCheckDeep(authorization: string | undefined, { environment, healthToken }: Config): boolean {
  if (healthToken === null) return environment === 'development';
  return isSame(authorization ?? '', `Bearer ${healthToken}`);
}
