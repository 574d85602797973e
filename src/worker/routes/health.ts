import { Hono } from 'hono';
import { version } from '../../../package.json';
import type { AppContext } from '../context.ts';

/** For operators: the Worker runs, is configured and has this version. */
export const health = new Hono<AppContext>().get('/healthz', (c) => c.json({ ok: true, version }, 200));
