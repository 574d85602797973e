import { mayCall, rolesOfCalls } from '../../../src/shared/roles.ts';
import type { AccountView } from '../../../src/shared/contracts/account/view.ts';

const calls = Object.keys(rolesOfCalls).map((name) => {
  const [method = '', pathname = ''] = name.split(' ');
  return { name, method, pattern: new URLPattern({ pathname }) };
});

/** Whether the member's role may make this call. A call that `rolesOfCalls` does not name is always allowed. */
export function isForRole(
  { role, onDevice }: Pick<AccountView, 'role' | 'onDevice'>,
  asked: { method: string; url: URL },
): boolean {
  const call = calls.find(({ method, pattern }) => method === asked.method && pattern.test(asked.url));
  return call === undefined || mayCall(role, call.name, onDevice);
}
