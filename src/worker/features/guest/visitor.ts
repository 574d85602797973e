import type { Context } from 'hono';
import { afterAnswer } from '../../http/caller.ts';
import type { AppContext } from '../../http/context.ts';
import { withinUnknownNames } from '../../http/flood-shield.ts';
import type { Visitor } from '../../location/stubs.ts';

/** The sender of a request that looks a business up. */
export function visitorOf(c: Context<AppContext>): Visitor {
  return {
    mayAskForUnknown: () => withinUnknownNames(c.env, c.var.config, c.req.raw),
    afterwards: (work) => afterAnswer(c, work),
  };
}
