/** The data of one person at a location, by phone number. See `docs/decisions/0034-forgetting-guests.md`. */
import type { ErasedPerson, PersonCopy, Result } from './rpc.ts';
import type { Executor } from './executor.ts';
import type { SqliteStorage } from './store/sqlite-storage.ts';

const actor = { kind: 'operator' } as const;

export async function readPersonData(storage: SqliteStorage, number: string): Promise<Result<PersonCopy>> {
  const location = storage.location();
  if (location === null) return { ok: false, code: 'not_found' };
  const { address, businessName } = location.profile;
  const { visitIds, notRead } = await visitsOf(storage, number);
  const about = visitIds.map((id) => storage.people.everythingOf(id));
  return { ok: true, visits: about.map((visit) => ({ ...visit, address, businessName })), notRead };
}

/**
 * Erases the data of the person with this number. Before the erasure, a waiting party leaves, and an admitted party
 * whose hold runs becomes a no-show; staff see these changes. A repeated call finds no visit.
 */
export async function erasePersonData(
  storage: SqliteStorage,
  executor: Executor,
  number: string,
): Promise<Result<ErasedPerson>> {
  if (storage.location() === null) return { ok: false, code: 'not_found' };
  const { visitIds, notRead } = await visitsOf(storage, number);
  let left = 0;
  for (const id of visitIds) {
    const erased = executor.run({ kind: 'erase-guest', visit: { id }, actor });
    if (erased.ok && erased.events.some(({ kind }) => kind !== 'erased')) left += 1;
  }
  return { ok: true, visits: visitIds.length, left, notRead };
}

/**
 * The visits with this number in any spelling. `notRead`: how many other visits have a number that could not be parsed
 * as an E.164 number.
 */
async function visitsOf(
  storage: SqliteStorage,
  number: string,
): Promise<{ visitIds: string[]; notRead: number }> {
  const { digitsOf, isSameNumber } = await import('../platform/phone-number.ts');
  const visitIds: string[] = [];
  let notRead = 0;
  for (const { id, phoneNumber, e164 } of storage.people.numbers()) {
    // A parsed number has its country code, so only unparsed numbers are compared without a country code.
    const isRead = [e164, phoneNumber].some((known) => digitsOf(known) === digitsOf(number));
    if (isRead || (e164 === '' && isSameNumber(phoneNumber, number))) visitIds.push(id);
    else if (e164 === '') notRead += 1;
  }
  return { visitIds, notRead };
}
