/**
 * The commands that members send to the object of a location. Beside each command stands the API call that sends the
 * command.
 */
import type { OutsideCommand } from '../../shared/queue/commands.ts';
import { isStaffAction } from '../../shared/queue/rules/staff-actions.ts';
import { mayCall, type MemberCall, type Role } from '../../shared/roles.ts';

type Kind = OutsideCommand['kind'];

const visit = '/auth/locations/:id/visits/:visitId';

const otherCalls: Partial<Record<Kind, MemberCall>> = {
  'add-walk-in': 'POST /auth/locations/:id/visits',
  move: `POST ${visit}/:action`,
  edit: `POST ${visit}/:action`,
  'erase-guest': `DELETE ${visit}`,
  'set-servers': 'PUT /auth/locations/:id/servers',
  'set-duty': 'PUT /auth/locations/:id/duty',
};

/** Whether a role may send this kind of command. A command that this file does not list is refused for every role. */
export function maySend(role: Role, kind: Kind): boolean {
  const call = isStaffAction(kind) ? `POST ${visit}/:action` : otherCalls[kind];
  return call !== undefined && mayCall(role, call);
}
