import type { Config } from '../platform/config.ts';

/** What every handler finds in its context. */
export type AppContext = {
  Bindings: Env;
  Variables: {
    config: Config;
    /** By which the log's lines of this request are found. */
    requestId: string;
    /** Whose owner calls, for the log: set behind `requireOwner` only. */
    businessId?: string;
    /** The admin's name. Set behind `requireAdmin` only. */
    admin: string;
  };
};
