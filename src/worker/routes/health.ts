import { Hono } from 'hono';
import { version } from '../../../package.json';
import type { AppContext } from '../context.ts';

/**
 * For operators: the Worker runs, is configured and is this release. A deployment tags what it uploads with version and
 * commit (`scripts/deploy/`); what was not deployed has no tag and tells the version of its sources.
 */
export const health = new Hono<AppContext>().get('/healthz', (c) =>
  c.json({ ok: true, version: c.env.RELEASE.tag || version }, 200),
);
