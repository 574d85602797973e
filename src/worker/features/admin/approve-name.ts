import type { ApproveNameRequest } from '../../../shared/contracts/admin.ts';
import { approveName, findByUsername } from '../../identity/businesses.ts';
import { database } from '../../db/client.ts';
import { log } from '../../platform/log.ts';
import { recordActIfChanged } from './audit-log.ts';

/**
 * Approves a protected name for texts. Returns false if no business has this username, or if the business was renamed
 * meanwhile.
 */
export async function approveBusinessName(
  env: Env,
  operator: string,
  { username, name }: ApproveNameRequest,
  now: number,
): Promise<boolean> {
  const db = database(env);
  const business = await findByUsername(db, username);
  if (business?.name !== name) return false;
  const [approved] = await db.batch([
    approveName(db, { id: business.id, name }),
    recordActIfChanged(db, { at: now, operator, kind: 'name_approved', business }),
  ]);
  if (approved.length === 0) return false;
  log({ event: 'admin_action', action: 'name_approved', businessId: business.id });
  return true;
}
