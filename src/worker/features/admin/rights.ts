/**
 * The right that each call below `/admin` needs. `requireOperator` refuses a call that is not here, so a new call cannot
 * be forgotten.
 */
import type { OperatorRight } from '../../../shared/contracts/admin.ts';

/** `anybody`: without a log-in. `operator`: every operator. */
export const neededRight: Readonly<Record<string, 'anybody' | 'operator' | OperatorRight>> = {
  'POST /admin/login': 'anybody',
  'POST /admin/logout': 'anybody',
  'GET /admin/me': 'operator',
  'POST /admin/password': 'operator',
  'GET /admin/audit': 'operator',
  'POST /admin/update-credits': 'credits',
  'POST /admin/approve-name': 'support',
  'GET /admin/businesses/:username': 'support',
  'GET /admin/feedback': 'support',
  'GET /admin/sales': 'support',
  'POST /admin/export': 'export',
  'POST /admin/export/approve': 'export',
  'POST /admin/backup': 'backup',
  'POST /admin/backup/list': 'backup',
  'POST /admin/import': 'backup',
  'POST /admin/import/part': 'backup',
  'POST /admin/import/finish': 'backup',
  'POST /admin/restore': 'backup',
  'POST /admin/rotate': 'backup',
  'POST /admin/person/export': 'export',
  'POST /admin/person/erase': 'erase',
  'POST /admin/person/erase/approve': 'erase',
  'GET /admin/operators': 'operators',
  'POST /admin/operators': 'operators',
  'POST /admin/operators/change': 'operators',
};

/** Whether an operator with these rights may make this call, such as `GET /admin/me`. */
export function mayCall(rights: readonly OperatorRight[], call: string): boolean {
  const needed = neededRight[call];
  if (needed === undefined || needed === 'anybody') return false;
  return needed === 'operator' || rights.includes(needed);
}
