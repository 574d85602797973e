/** Businesses with a protected name. Texts of such a business use the username until an admin has approved the name. */
import { isProtectedName } from '../../shared/text/protected-names.ts';
import { checkedConfig } from '../platform/checked-config.ts';
import { log } from '../platform/log.ts';
import type { BusinessRow } from './businesses.ts';

/** Whether the name is protected and not approved. */
export function nameWaits(env: Env, { name, approvedName }: NamedBusiness): boolean {
  const checked = checkedConfig(env);
  return name !== approvedName && checked.ok && isProtectedName(name, checked.config.protectedNames);
}

/** Logs that a name waits for an approval, so that an operator looks at the business. */
export function logWaitingName(env: Env, business: NamedBusiness): void {
  if (nameWaits(env, business)) log({ event: 'name_waits', businessId: business.id });
}

type NamedBusiness = Pick<BusinessRow, 'id' | 'name' | 'approvedName'>;
