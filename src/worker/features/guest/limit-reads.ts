import type { Context } from 'hono';
import { createMiddleware } from 'hono/factory';
import type { AppContext } from '../../http/context.ts';
import { withinReads } from '../../http/flood-shield.ts';

/**
 * Middleware that limits each sender's requests for guests' pages and data, because these requests wake objects. A
 * sender over the limit gets `refusal`.
 */
export function limitReads(refusal: (c: Context<AppContext>) => Response) {
  return createMiddleware<AppContext>(async (c, next) => {
    if (!(await withinReads(c.env, c.var.config, c.req.raw))) return refusal(c);
    await next();
  });
}
