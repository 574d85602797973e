/**
 * Changes the name of a business and the addresses of its locations. D1 is the source of name and address. The answer
 * to each change contains the view of the account. While the Worker makes this view, it updates the objects
 * (`account-view.ts`), and the objects update their open pages.
 */
import type { RenameRequest } from '../../../shared/contracts/account/account.ts';
import type { ChangeAddressRequest } from '../../../shared/contracts/locations.ts';
import { settingsCopy } from '../../../shared/copy/en/owner/settings.ts';
import { withoutLinks, wordsProblem } from '../../../shared/text/words-check.ts';
import { database } from '../../db/client.ts';
import { retryable } from '../../db/errors.ts';
import { wrongField, type WrongField } from '../../http/answers.ts';
import { consumeRateLimit, limits, type LimitResult } from '../../http/rate-limits.ts';
import { renameBusiness } from '../../identity/businesses.ts';
import { changeAddress, directoryOf } from '../../identity/location-rows.ts';
import { logWaitingName } from '../../identity/protected-business.ts';
import type { Account } from '../../identity/accounts.ts';
import type { LocationRecord, Owner } from '../../identity/sessions.ts';
import { announceChange, changedMeanwhile } from './directory-change.ts';
import { log } from '../../platform/log.ts';

/**
 * Changes the name of the owner's business. The business keeps its username, links and codes. Refuses a name that no
 * text may contain (`words-check.ts`). A sign-up accepts every name. Texts use the username instead of a refused name.
 */
export async function rename(
  env: Env,
  { business }: Owner,
  { name }: RenameRequest,
  now: number,
): Promise<LimitResult | WrongField> {
  const problem = wordsProblem(withoutLinks(name));
  if (problem !== null) return wrongField('name', settingsCopy.texts[problem]);
  const within = await consumeRateLimit(env, limits.profilePerAccount, business.id, now);
  if (!within.ok) return within;
  const at = await announced(env, business.id);
  if (!(await renameBusiness(database(env), at, name))) throw changedMeanwhile();
  logWaitingName(env, { ...business, name });
  log({ event: 'account_changed', action: 'renamed', businessId: business.id });
  return { ok: true };
}

/** Changes the address of one location. The location keeps its id, and so its links, codes and visits. */
export async function editAddress(
  env: Env,
  { business }: Account,
  { id }: LocationRecord,
  { address }: ChangeAddressRequest,
  now: number,
): Promise<LimitResult> {
  const within = await consumeRateLimit(env, limits.profilePerAccount, business.id, now);
  if (!within.ok) return within;
  const at = await announced(env, business.id);
  if (!(await changeAddress(database(env), at, id, address))) throw changedMeanwhile();
  log({ event: 'account_changed', action: 'location_address_changed', businessId: business.id });
  return { ok: true };
}

/**
 * Sends all locations of the business the next revision. Returns the present revision: the change is made only if D1
 * still has this revision.
 */
async function announced(env: Env, businessId: string): Promise<{ id: string; revision: number }> {
  const directory = await retryable(directoryOf(database(env), businessId));
  if (directory === null) throw changedMeanwhile();
  await announceChange(env, directory);
  return { id: businessId, revision: directory.revision };
}
