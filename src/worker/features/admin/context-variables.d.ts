/** Variables in the context of handlers behind this folder's middleware. */
import type { AdminSession } from './admin-sessions.ts';
import type { Operator } from './operator-rows.ts';

declare module 'hono' {
  interface ContextVariableMap {
    /** The operator who calls. Set only behind `requireOperator`. */
    operator: Operator;
    /** The session of the call. Set only behind `requireOperator`. */
    adminSession: AdminSession;
  }
}
