import type { Config } from '../platform/config.ts';

/** The variables in every handler's context. */
export type AppContext = {
  Bindings: Env;
  Variables: {
    config: Config;
    /** The id of this request's log lines. */
    requestId: string;
    /** Whose owner calls, for the log: set behind `requireOwner` only. */
    businessId?: string;
    /** The admin's name. Set behind `requireAdmin` only. */
    admin: string;
  };
};
