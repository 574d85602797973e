import type { Config } from '../platform/config.ts';
import type { BodyText } from './bounded-body.ts';

/** Variables in the context of each handler. `c.get` reads one variable; `c.var` copies all variables each time. */
export type AppContext = {
  Bindings: Env;
  Variables: {
    config: Config;
    /** The request's id in the log. */
    requestId: string;
    /** The body of the request; absent for a method that only reads, such as GET. */
    body: Promise<BodyText>;
    /** The business of the logged-in member or of the enrolled device, for the log; absent without a log-in. */
    businessId?: string;
  };
};
