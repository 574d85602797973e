/** Composes texts, sends the texts by the provider, and looks up unconfirmed texts at the provider. */
import { checkedConfig } from '../../platform/checked-config.ts';
import type { Config } from '../../platform/config.ts';
import { optOut, permitText, releasePermit, type TextPermit } from '../../deliveries/text/text-permits.ts';
import type { Country } from '../../../shared/countries.ts';
import { ownerCopy } from '../../../shared/copy/en/owner/owner.ts';
import type { HeldFor } from '../../../shared/text/text-states.ts';
import { sha256 } from '../../platform/hashing.ts';
import { log, reasonOf } from '../../platform/log.ts';
import type { TextFinding, TextResult } from '../../deliveries/text/text-provider.ts';
import { textProvider } from '../../deliveries/carriers.ts';
import { admissionText, almostThereText, textLanguage } from '../../../shared/text/turn-text.ts';
import { numberHash } from '../../platform/number-hash.ts';
import { turnTextPayload } from './payloads.ts';
import { NOT_A_SUMMON } from '../../../shared/queue/rules/texts/texts.ts';
import type { Location, Visit } from '../../../shared/queue/state.ts';
import type { VisitDelivery } from '../store/delivery-rows.ts';
import type { SqliteStorage } from '../store/sqlite-storage.ts';
import { visitLink } from '../guests/visit-link.ts';

type Granted = Extract<TextPermit, { ok: true }>;

export class TurnTexts {
  readonly #storage: SqliteStorage;
  readonly #env: Env;
  /**
   * Bodies of the texts that are being sent. Only the hash of a body is stored, because a body contains the guest's
   * link.
   */
  readonly #bodies = new Map<string, string>();

  constructor(storage: SqliteStorage, env: Env) {
    this.#storage = storage;
    this.#env = env;
  }

  /**
   * Asks D1 whether the text may be sent to its number. D1 stores the limits and the opt-outs, because they apply
   * across all businesses. A text that gets no permit is not counted for any limit. Rejects if D1 does not answer.
   */
  async permit(
    entry: VisitDelivery,
    { profile: { businessId } }: Location,
    { id, language }: Visit,
  ): Promise<TextPermit> {
    const country = this.countryOf(entry);
    const { locationId } = this.#storage;
    const number = { numberHash: this.#hashOf(entry), country };
    const text = { id: entry.id, ...number, businessId, locationId, visitId: id, language };
    const permit = await permitText(this.#env.DB, text, this.#config().textBudgets, Date.now());
    if (!permit.ok || (permit.standing !== 'trial' && permit.standing !== 'unproven')) return permit;
    const home = await homeCountry(permit);
    if (home !== null && home === country) return permit;
    await this.release(entry);
    return { ok: false, why: home === null ? 'unproven_number' : 'trial_country' };
  }

  /**
   * Releases the permit of a text that was not given to the provider. A failure is only logged; the text then still
   * counts for the limits.
   */
  async release(entry: VisitDelivery): Promise<void> {
    const businessId = this.#storage.location()?.profile.businessId;
    if (businessId === undefined) return;
    try {
      await releasePermit(this.#env.DB, { id: entry.id, businessId, country: this.countryOf(entry) });
    } catch (error) {
      log({ event: 'permit_not_released', reason: reasonOf(error) });
    }
  }

  /** The country of a text's number. Reads the visit only if an earlier release enqueued the text. */
  countryOf({ payload, visitId }: VisitDelivery): Country | null {
    const { country } = turnTextPayload.parse(JSON.parse(payload));
    return country ?? this.#storage.visits.byId(visitId)?.textNumber?.country ?? null;
  }

  /** Composes the text's body for the time `now`. Returns the hash of the body, by which `find` finds the sent text. */
  compose(
    entry: VisitDelivery,
    location: Location,
    visit: Visit,
    { isFirst, standing, approvedName }: Granted,
    now: number,
  ): string {
    const link = visitLink(this.#env.APP_ORIGIN, location.profile.username, this.#storage.tokenKey(), visit);
    const { businessName, username } = location.profile;
    const segments = segmentsOf(entry);
    const language = textLanguage(visit.language, segments);
    // Only paying accounts may use their own words in texts, and a text in own words always has one segment. Therefore
    // a text that was charged as two segments contains no own words and is in Arabic, even if the owner has set own
    // words after the charge.
    const ownWords = segments > 1 || standing !== 'paying' ? null : location.settings.turnText;
    const { protectedNames } = this.#config();
    const isNameApproved = approvedName === businessName;
    const about = {
      businessName,
      username,
      protectedNames,
      isNameApproved,
      language,
      link,
      isFirst,
      ownWords,
    };
    const leftMs = Math.max(0, (entry.expiresAt ?? 0) - now);
    const body = entry.call === NOT_A_SUMMON ? almostThereText(about) : admissionText(leftMs, about);
    this.#bodies.set(entry.id, body);
    return sha256(body, 'hex');
  }

  /** Shows a held text in the outbox for development; a real text provider is not called. */
  async recordHeld(entry: VisitDelivery, why: HeldFor): Promise<void> {
    await textProvider(this.#env).recordHeld?.({
      id: `held.${this.#nameOf(entry)}`,
      to: toOf(entry),
      body: ownerCopy.textMessage[why],
    });
  }

  async send(entry: VisitDelivery): Promise<TextResult> {
    const body = this.#bodies.get(entry.id);
    this.#bodies.delete(entry.id);
    if (body === undefined) throw new Error('A text without a body');
    const id = this.#nameOf(entry);
    const result = await textProvider(this.#env).send({
      id,
      to: toOf(entry),
      body,
      expiresAt: entry.expiresAt,
    });
    if ('why' in result && result.why === 'opted_out') await this.#recordOptOut(entry);
    if (result.outcome === 'later' || result.outcome === 'stopped') await this.release(entry);
    return result;
  }

  /** Asks the provider about the text of the last attempt. */
  async find(entry: VisitDelivery): Promise<TextFinding> {
    const { deliveries, texts } = this.#storage;
    const hash = deliveries.bodyHashOf(entry.id);
    if (hash === null || entry.begunAt === null) return { outcome: 'unknown', reason: 'no attempt noted' };
    const link = this.#linkOf(entry);
    return textProvider(this.#env).find({
      id: this.#nameOf(entry),
      to: toOf(entry),
      likeness: (body) => {
        if (sha256(body, 'hex') === hash) return 'same';
        return link !== null && body.includes(link) ? 'perhaps' : 'other';
      },
      begunAt: entry.begunAt,
      notThese: texts.otherProviderIds(entry),
    });
  }

  /** The link of the text's visit. Only texts of this visit contain the link. */
  #linkOf({ visitId }: VisitDelivery): string | null {
    const location = this.#storage.location();
    const visit = this.#storage.visits.byId(visitId);
    if (!location || visit === null) return null;
    return visitLink(this.#env.APP_ORIGIN, location.profile.username, this.#storage.tokenKey(), visit);
  }

  /**
   * Records an opt-out that only the provider has stored. A failure is only logged, because the provider also refuses
   * the next text to this number, and the opt-out can then be recorded.
   */
  async #recordOptOut(entry: VisitDelivery): Promise<void> {
    try {
      await optOut(this.#env.DB, this.#hashOf(entry), Date.now());
    } catch (error) {
      log({ event: 'opt_out_not_recorded', reason: reasonOf(error) });
    }
  }

  #hashOf(entry: VisitDelivery): string {
    return numberHash(this.#config().phoneHashKey, toOf(entry));
  }

  #config(): Config {
    const checked = checkedConfig(this.#env);
    if (!checked.ok) throw new Error('No text is sent with a wrong configuration');
    return checked.config;
  }

  /**
   * The id that the provider gets for the text and sends back in receipts: the id of the object and the id of the text.
   */
  #nameOf({ id }: VisitDelivery): string {
    return `${this.#storage.locationId}.${id}`;
  }
}

/** The number (E.164) of a text. */
export function toOf({ payload }: VisitDelivery): string {
  return turnTextPayload.parse(JSON.parse(payload)).to;
}

/** The number of charged segments of a text. */
function segmentsOf({ payload }: VisitDelivery): number {
  const { segments, credits } = turnTextPayload.parse(JSON.parse(payload));
  return segments ?? credits;
}

/** The number of charged SMS credits of a text. */
export function creditsOf({ payload }: VisitDelivery): number {
  return turnTextPayload.parse(JSON.parse(payload)).credits;
}

/** The country of the owner's number; null if it is unknown. */
async function homeCountry({ phoneCountry, ownerPhone }: Granted): Promise<string | null> {
  if (phoneCountry !== null || ownerPhone === null) return phoneCountry;
  const { countryOfNumber } = await import('../../platform/phone-number.ts');
  return countryOfNumber(ownerPhone, null);
}
