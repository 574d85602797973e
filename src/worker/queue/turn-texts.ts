/** The turn texts as they are given to the provider: their words, and how one is found that may have been sent. */
import type { TextFinding, TextReply } from '../messages/text-provider.ts';
import { textProvider } from '../messages/text-provider-of.ts';
import { nearlyText } from '../../shared/turn-text.ts';
import { admissionText } from '../messages/wording.ts';
import { turnTextPayload } from './outbox-payloads.ts';
import type { OutboxEntry } from './outbox.ts';
import { NO_CALL } from './rules/texts.ts';
import type { Location, Visit } from './rules/visit.ts';
import type { Store } from './store/store.ts';
import { sha256 } from './token.ts';
import { visitLink } from './visit-link.ts';

export class TurnTexts {
  readonly #store: Store;
  readonly #env: Env;
  readonly #locationId: string;
  /** What each text says whose call is under way. It holds the guest's link, so that only its hash is kept with the rows. */
  readonly #words = new Map<string, string>();

  constructor(store: Store, env: Env, locationId: string) {
    this.#store = store;
    this.#env = env;
    this.#locationId = locationId;
  }

  /** Makes the text's words, as of now. Answers their hash, by which they are known again. */
  word(entry: OutboxEntry, location: Location, visit: Visit, now: number): string {
    const link = visitLink(this.#env.APP_ORIGIN, location.username, this.#store.tokenKey(), visit);
    const { businessName, username, settings } = location;
    const { language } = visit;
    // What a number was texted before is known nowhere yet: each text says how to stop them.
    const about = { businessName, username, language, link, isFirst: true, ownWords: settings.turnText };
    const leftMs = Math.max(0, (entry.expiresAt ?? 0) - now);
    const words = entry.call === NO_CALL ? nearlyText(about) : admissionText(leftMs, about);
    this.#words.set(entry.id, words);
    return sha256(words);
  }

  async send(entry: OutboxEntry): Promise<TextReply> {
    const body = this.#words.get(entry.id);
    this.#words.delete(entry.id);
    if (body === undefined) throw new Error('A text without words');
    const id = this.#nameOf(entry);
    return textProvider(this.#env).send({ id, to: toOf(entry), body, expiresAt: entry.expiresAt });
  }

  /** Looks for the text of the last call. */
  async find(entry: OutboxEntry): Promise<TextFinding> {
    const { outbox, texts } = this.#store;
    const hash = outbox.wordsOf(entry.id);
    // Begun by an older release, which did not note what it said.
    if (hash === null || entry.begunAt === null) return { outcome: 'unknown', reason: 'words not noted' };
    const link = this.#linkOf(entry);
    return textProvider(this.#env).find({
      id: this.#nameOf(entry),
      to: toOf(entry),
      likeness: (body) => {
        if (sha256(body) === hash) return 'same';
        return link !== null && body.includes(link) ? 'perhaps' : 'other';
      },
      begunAt: entry.begunAt,
      notThese: texts.otherProviderIds(entry),
    });
  }

  /** The link that every text of this visit holds, and no other. */
  #linkOf({ visitId }: OutboxEntry): string | null {
    const location = this.#store.location?.read();
    const visit = this.#store.visits.byId(visitId);
    if (!location || visit === null) return null;
    return visitLink(this.#env.APP_ORIGIN, location.username, this.#store.tokenKey(), visit);
  }

  /** The name of a text at the provider: from it a receipt finds the location's object, and there the text. */
  #nameOf({ id }: OutboxEntry): string {
    return `${this.#locationId}.${id}`;
  }
}

function toOf({ payload }: OutboxEntry): string {
  return turnTextPayload.parse(JSON.parse(payload)).to;
}
