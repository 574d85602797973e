/** Variables in the context of handlers behind this folder's middleware. */
import type { Operator } from './operator-rows.ts';

declare module 'hono' {
  interface ContextVariableMap {
    /** Only set behind `requireOperator`. */
    operator: Operator;
  }
}
