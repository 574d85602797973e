/** Variables in the context of handlers behind this folder's middleware. */
import type { AdminSession } from './admin-sessions.ts';
import type { Operator } from './operator-rows.ts';

declare module 'hono' {
  interface ContextVariableMap {
    /** Only set behind `requireOperator`. */
    operator: Operator;
    /** Only set behind `requireOperator`: the session of the call. */
    adminSession: AdminSession;
  }
}
