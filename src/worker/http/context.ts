import type { Config } from '../platform/config.ts';

/** Variables in the context of each handler. `c.get` reads one variable; `c.var` copies all of them each time. */
export type AppContext = {
  Bindings: Env;
  Variables: {
    config: Config;
    /** The request's id in the log. */
    requestId: string;
    /** The logged-in business, for the log. Only set behind `requireOwner`. */
    businessId?: string;
  };
};
