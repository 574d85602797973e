/** One person at a location, found by the phone number that was given there (`docs/decisions/0034-forgetting-guests.md`). */
import type { ErasedPerson, PersonVisit, Result } from './rpc.ts';
import type { Executor } from './executor.ts';
import type { SqliteStorage } from './store/sqlite-storage.ts';

const actor = { kind: 'operator' } as const;

/** All that is known here of the person with this number. */
export function readPersonData(storage: SqliteStorage, number: string): Result<{ visits: PersonVisit[] }> {
  const location = storage.location();
  if (location === null) return { ok: false, code: 'not_found' };
  const { address, businessName } = location.profile;
  const about = visitsOf(storage, number).map((id) => storage.people.everythingOf(id));
  return { ok: true, visits: about.map((visit) => ({ ...visit, address, businessName })) };
}

/**
 * Erases the data of the person with this number. A party that waits leaves first, and one whose spot is held is not coming any more: the
 * owner sees both. Repeating it finds nobody.
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

/** As it was typed or as it is dialled, whatever stands between the digits. */
function visitsOf(storage: SqliteStorage, number: string): string[] {
  const wanted = digitsOf(number);
  const ids: string[] = [];
  for (const { id, phoneNumber, e164 } of storage.people.numbers()) {
    if (digitsOf(e164) === wanted || digitsOf(phoneNumber) === wanted) ids.push(id);
  }
  return ids;
}

/** Without the zeros or the plus in front of a country's code. */
function digitsOf(number: string): string {
  return number.replaceAll(/\D/g, '').replace(/^00/, '');
}
