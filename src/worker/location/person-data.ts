/** Data of one person at a location, found by phone number (`docs/decisions/0034-forgetting-guests.md`). */
import type { ErasedPerson, PersonVisit, Result } from './rpc.ts';
import type { Executor } from './executor.ts';
import type { SqliteStorage } from './store/sqlite-storage.ts';

const actor = { kind: 'operator' } as const;

/** All stored data of the person with this number. */
export function readPersonData(storage: SqliteStorage, number: string): Result<{ visits: PersonVisit[] }> {
  const location = storage.location();
  if (location === null) return { ok: false, code: 'not_found' };
  const { address, businessName } = location.profile;
  const about = visitsOf(storage, number).map((id) => storage.people.everythingOf(id));
  return { ok: true, visits: about.map((visit) => ({ ...visit, address, businessName })) };
}

/**
 * Erases the data of the person with this number. Before that, a waiting party leaves, and an admitted party
 * with a running hold counts as not coming. Staff see both. A repeated call finds nobody.
 */
export function erasePersonData(
  storage: SqliteStorage,
  executor: Executor,
  number: string,
): Result<ErasedPerson> {
  if (storage.location() === null) return { ok: false, code: 'not_found' };
  const visitIds = visitsOf(storage, number);
  let left = 0;
  for (const id of visitIds) {
    const ended = executor.run({ kind: 'end-for-erasure', visit: { id }, actor });
    if (ended.ok && ended.events.length > 0) left += 1;
  }
  if (visitIds.length > 0) executor.run({ kind: 'erase-person', visitIds, actor });
  return { ok: true, visits: visitIds.length, left };
}

/** Visits with this number. Only digits are compared, with the number as typed and as dialled. */
function visitsOf(storage: SqliteStorage, number: string): string[] {
  const wanted = digitsOf(number);
  const ids: string[] = [];
  for (const { id, phoneNumber, e164 } of storage.people.numbers()) {
    if (digitsOf(e164) === wanted || digitsOf(phoneNumber) === wanted) ids.push(id);
  }
  return ids;
}

/** The digits of a number, without the `+` or `00` of a country code. */
function digitsOf(number: string): string {
  return number.replaceAll(/\D/g, '').replace(/^00/, '');
}
