/** What a guest asks of the own visit, and changes of it. */
import type { Decision } from '../../shared/queue/decision.ts';
import type { GuestReply, PreferenceChange, StatusAnswer } from '../../shared/guest-queue.ts';
import type { Language } from '../../shared/languages.ts';
import type { ReplyOutcome } from '../messages/text-commands.ts';
import { textNumberOf } from '../phone/phone-number.ts';
import type { GuestClaim, Reply, TextAnswer } from './calls.ts';
import type { Commits } from './commits.ts';
import type { Reader } from './reader.ts';
import type { Line } from '../../shared/queue/rules/line.ts';
import { changePreference, leave } from '../../shared/queue/rules/queue.ts';
import { answerByText, reply } from '../../shared/queue/rules/replies.ts';
import type { Location, Visit } from '../../shared/queue/state.ts';

type Decide = (location: Location, visit: Visit, line: Line, now: number) => Decision;

export class GuestCalls {
  readonly #read: Reader;
  readonly #commit: Commits;

  constructor(read: Reader, commit: Commits) {
    this.#read = read;
    this.#commit = commit;
  }

  status(claim: GuestClaim): Reply<{ answer: StatusAnswer }> {
    const found = this.#read.claimed(claim);
    if (found === null) return { ok: false, code: 'not_found' };
    return { ok: true, answer: this.#read.status(found.location, found.visit, Date.now()) };
  }

  async leave(claim: GuestClaim): Promise<Reply<{ username: string }>> {
    const done = await this.#change(claim, leave);
    return done.ok ? { ok: true, username: done.location.username } : done;
  }

  changePreference(
    claim: GuestClaim,
    change: PreferenceChange,
    language: Language,
  ): Promise<Reply<{ answer: StatusAnswer }>> {
    return this.#answer(claim, (location, visit, line, now) => {
      const textNumber = textNumberOf(change.phoneNumber, location.settings.country);
      return changePreference(location, visit, line, { ...change, textNumber, language }, now);
    });
  }

  changeLanguage(claim: GuestClaim, language: Language): Promise<Reply<{ answer: StatusAnswer }>> {
    return this.#answer(claim, (location, visit, line, now) =>
      changePreference(location, visit, line, { ...visit, language }, now),
    );
  }

  reply(claim: GuestClaim, said: GuestReply): Promise<Reply<{ answer: StatusAnswer }>> {
    return this.#answer(claim, (location, visit, line, now) => reply(location, visit, line, said, now));
  }

  /** For the visit that has this number now. */
  async answerByText({ visitId, from, command }: TextAnswer): Promise<Reply<{ outcome: ReplyOutcome }>> {
    const location = this.#read.location();
    const visit = location && this.#read.named({ id: visitId });
    if (location === null || visit?.textNumber?.e164 !== from) return { ok: false, code: 'not_found' };
    const now = Date.now();
    const { outcome, decision } = answerByText(location, visit, this.#read.line(), command, now);
    if (outcome === null) return { ok: false, code: 'not_found' };
    if (decision.ok) await this.#commit.visit({ location, visit }, decision, now);
    return { ok: true, outcome };
  }

  async #answer(claim: GuestClaim, decide: Decide): Promise<Reply<{ answer: StatusAnswer }>> {
    const done = await this.#change(claim, decide);
    if (!done.ok) return done;
    return { ok: true, answer: this.#read.status(done.location, done.visit, Date.now()) };
  }

  async #change(claim: GuestClaim, decide: Decide): Promise<Decision> {
    const found = this.#read.claimed(claim);
    if (found === null) return { ok: false, code: 'not_found' };
    const now = Date.now();
    const decision = decide(found.location, found.visit, this.#read.line(), now);
    if (decision.ok) await this.#commit.visit(found, decision, now);
    return decision;
  }
}
