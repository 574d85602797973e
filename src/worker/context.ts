import type { Owner } from './accounts/sessions.ts';
import type { Config } from './config.ts';

/** What every handler finds in its context. */
export type AppContext = {
  Bindings: Env;
  Variables: {
    config: Config;
    /** By which the log's lines of this request are found. */
    requestId: string;
    /** Set behind `requireOwner` only. */
    owner: Owner;
    /** The admin's name. Set behind `requireAdmin` only. */
    admin: string;
  };
};
