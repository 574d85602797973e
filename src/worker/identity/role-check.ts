import type { Context } from 'hono';
import { mayCall, type Role } from '../../shared/roles.ts';
import type { AppContext } from '../http/context.ts';

/** Whether a session may use the call of this request, by the table of roles. */
export function isAllowed(
  c: Context<AppContext>,
  { role, onDevice }: { role: Role; onDevice: object | null },
): boolean {
  const { method, routePath } = c.req;
  return mayCall(role, `${method === 'HEAD' ? 'GET' : method} ${routePath}`, onDevice !== null);
}
