/** The right that each call below `/admin` needs. `requireOperator` refuses every call that is not in this list. */
import type { AwaitedStep } from '../../../shared/contracts/admin-passkeys.ts';
import type { OperatorRight } from '../../../shared/contracts/admin.ts';

/** `anybody`: the call needs no log-in. `operator`: every operator may make the call. */
export const neededRight: Readonly<Record<string, 'anybody' | 'operator' | OperatorRight>> = {
  'POST /admin/login': 'anybody',
  'POST /admin/login/passkey/options': 'operator',
  'POST /admin/login/passkey': 'operator',
  'POST /admin/logout': 'anybody',
  'GET /admin/me': 'operator',
  'POST /admin/password': 'operator',
  'GET /admin/passkeys': 'operator',
  'POST /admin/passkeys/options': 'operator',
  'POST /admin/passkeys': 'operator',
  'POST /admin/passkeys/remove': 'operator',
  'POST /admin/command-code': 'operator',
  'GET /admin/audit': 'operator',
  'GET /admin/asked-acts': 'operator',
  'POST /admin/asked-acts/withdraw': 'operator',
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
  'POST /admin/operators/reset-passkeys': 'operators',
};

/** For each missing step of a log-in: the calls that the session may make. All other calls are refused. */
export const callsWhileWaiting: Readonly<Record<AwaitedStep, ReadonlySet<string>>> = {
  passkey: new Set(['POST /admin/login/passkey/options', 'POST /admin/login/passkey']),
  first_passkey: new Set(['POST /admin/passkeys/options', 'POST /admin/passkeys']),
};

/** Whether a call copies or replaces data of businesses or persons without approval by another operator. */
export function isWithoutApproval(call: string): boolean {
  return neededRight[call] === 'backup' || call === 'POST /admin/person/export';
}

/** Whether an operator with these rights may make this call, such as `GET /admin/me`. */
export function mayCall(rights: readonly OperatorRight[], call: string): boolean {
  const needed = neededRight[call];
  if (needed === undefined || needed === 'anybody') return false;
  return needed === 'operator' || rights.includes(needed);
}
