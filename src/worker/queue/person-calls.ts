/** One person at a location, found by the phone number that was given there (decision 65). */
import { textNumberOf } from '../phone/phone-number.ts';
import type { ErasedPerson, PersonVisit, Reply } from './calls.ts';
import type { Commits } from './commits.ts';
import type { Reader } from './reader.ts';
import { noShow } from '../../shared/queue/rules/admission.ts';
import { leave } from '../../shared/queue/rules/queue.ts';
import type { Store } from './store/store.ts';

export class PersonCalls {
  readonly #store: Store;
  readonly #read: Reader;
  readonly #commit: Commits;

  constructor(store: Store, read: Reader, commit: Commits) {
    this.#store = store;
    this.#read = read;
    this.#commit = commit;
  }

  /** All that is known here of whoever gave this number. */
  tell(number: string): Reply<{ visits: PersonVisit[] }> {
    const location = this.#read.location();
    if (location === null) return { ok: false, code: 'not_found' };
    const { address, businessName } = location;
    const about = this.#idsOf(number).map((id) => this.#store.people.everythingOf(id));
    return { ok: true, visits: about.map((visit) => ({ ...visit, address, businessName })) };
  }

  /**
   * Forgets whoever gave this number. A party that waits leaves first, and one whose spot is held is not coming any more: the
   * owner sees both. Repeating it finds nobody.
   */
  async erase(number: string, now: number): Promise<Reply<ErasedPerson>> {
    const before = this.#read.location();
    if (before === null) return { ok: false, code: 'not_found' };
    const ids = this.#idsOf(number);
    let left = 0;
    for (const id of ids) if (await this.#endVisit(id, now)) left += 1;
    await this.#commit.personErased(this.#read.location() ?? before, ids, now);
    return { ok: true, visits: ids.length, left };
  }

  async #endVisit(id: string, now: number): Promise<boolean> {
    const location = this.#read.location();
    const visit = location && this.#store.visits.byId(id);
    if (!location || !visit) return false;
    const isHeld = visit.status === 'admitted' && !visit.holdExpired && now < (visit.holdEndsAt ?? 0);
    const decision = isHeld ? noShow(location, visit, now) : leave(location, visit, this.#read.line(), now);
    if (!decision.ok || decision.event === null) return false;
    await this.#commit.visit({ location, visit }, decision, now);
    return true;
  }

  /** As it was typed or as it is dialled, whatever stands between the digits. */
  #idsOf(number: string): string[] {
    const country = this.#read.location()?.settings.country ?? null;
    const wanted = digitsOf(number);
    const ids: string[] = [];
    for (const { id, phoneNumber, e164 } of this.#store.people.numbers()) {
      const dialled = e164 ?? textNumberOf(phoneNumber, country)?.e164 ?? '';
      if (digitsOf(dialled) === wanted || digitsOf(phoneNumber) === wanted) ids.push(id);
    }
    return ids;
  }
}

/** Without the zeros or the plus in front of a country's code. */
function digitsOf(number: string): string {
  return number.replaceAll(/\D/g, '').replace(/^00/, '');
}
