import type { Context } from 'hono';
import { createMiddleware } from 'hono/factory';
import type { AppContext } from '../../http/context.ts';
import { withinReads } from '../../http/flood-shield.ts';

/** Middleware of guests' pages and reading calls, which wake objects: answers `refusal` to a sender over the limit. */
export function limitReads(refusal: (c: Context<AppContext>) => Response) {
  return createMiddleware<AppContext>(async (c, next) => {
    if (!(await withinReads(c.env, c.var.config, c.req.raw))) return refusal(c);
    await next();
  });
}
