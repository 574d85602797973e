/** The one row about the location itself: its columns are known here only. */
import * as z from 'zod/mini';
import { isCountry } from '../../../shared/countries.ts';
import { openingHours } from '../../../shared/opening-hours.ts';
import { textStops } from '../../../shared/text-words.ts';
import { country, type AfterHold } from '../../../shared/queue-view.ts';
import { countryOfZone } from '../../phone/country-of-zone.ts';
import type { CopySetup, LocationSetup } from '../calls.ts';
import { readPace, unknownPace } from '../../../shared/queue/rules/estimate.ts';
import type { Location, Undo } from '../../../shared/queue/state.ts';

type Row = {
  business_id: string;
  business_name: string;
  username: string;
  address: string;
  timezone: string;
  customer_credits: number;
  sms_credits: number;
  credits_revision: number;
  trial_ends_at: number | null;
  standing: number;
  hold_ms: number;
  after_hold: AfterHold;
  undo_offered: number;
  capacity: number | null;
  hours: string | null;
  turn_text: string | null;
  nearly_at: number | null;
  country: string | null;
  text_countries: string | null;
  paused: number;
  closed_at: number | null;
  last_joined_at: number;
  last_rank: number;
  version: number;
  pace: string | null;
  undo: string | null;
  texts_held: string | null;
  database_away_since: number | null;
};

const textCountries = z.array(country);

const heldTexts = z.object({ reason: z.enum(textStops), since: z.int(), probeAt: z.int() });

const undoOffer = z.object({
  visitId: z.string(),
  of: z.enum(['admit', 'remove']),
  until: z.int(),
  rank: z.int(),
  charged: z.boolean(),
  pace: z.unknown(),
});

export class LocationRow {
  readonly #sql: SqlStorage;
  /** What the row says, once it was read: this object is the only writer. Undefined: not read yet. */
  #known: Location | undefined;
  #tokenKey: Uint8Array | undefined;

  constructor(storage: DurableObjectStorage) {
    this.#sql = storage.sql;
  }

  /** Writes the location once; a repeated setup of an open location changes nothing. */
  open(setup: LocationSetup, holdMs: number, tokenKey: ArrayBuffer): void {
    this.#sql.exec(
      `INSERT INTO location (only_row, token_key, business_id, business_name, username, address, timezone, country,
         customer_credits, sms_credits, trial_ends_at, hold_ms, credits_revision, standing)
       VALUES (1, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
      tokenKey,
      setup.businessId,
      setup.businessName,
      setup.username,
      setup.address,
      setup.timezone,
      setup.country,
      setup.customerCredits,
      setup.smsCredits,
      setup.trialEndsAt,
      holdMs,
      setup.creditsRevision ?? 0,
      setup.standing ?? 0,
    );
  }

  /** The row of another object becomes this one's. What counted changes there counts anew here, and an offer to undo is over. */
  adopt({ businessId, username, businessName, creditsEndAt, standing }: CopySetup): void {
    this.#sql.exec(
      `UPDATE location SET business_id = ?, username = ?, business_name = ?, trial_ends_at = ?, standing = ?,
         credits_revision = 0, undo = NULL, texts_held = NULL, database_away_since = NULL`,
      businessId,
      username,
      businessName,
      creditsEndAt,
      standing,
    );
  }

  /** Null when the object was never opened. */
  read(): Location | null {
    if (this.#known === undefined) {
      const [row] = this.#sql.exec<Row>('SELECT * FROM location').toArray();
      this.#known = row && toLocation(row);
    }
    return this.#known ?? null;
  }

  /** What was read may not be what is stored: a transaction was rolled back. */
  forget(): void {
    this.#known = undefined;
    this.#tokenKey = undefined;
  }

  /** The key that turns an idempotency key into a token's secret. It never changes. */
  tokenKey(): Uint8Array {
    this.#tokenKey ??= new Uint8Array(
      this.#sql.exec<{ token_key: ArrayBuffer }>('SELECT token_key FROM location').one().token_key,
    );
    return this.#tokenKey;
  }

  /** Writes what is another than before. Of a join that is the counters: all else would cost it as much again. */
  save(location: Location): void {
    const before = this.#known;
    this.#sql.exec(
      'UPDATE location SET customer_credits = ?, last_joined_at = ?, last_rank = ?, version = ?',
      location.customerCredits,
      location.lastJoinedAt,
      location.lastRank,
      location.version,
    );
    if (!isRunAlike(before, location)) this.#saveRun(location);
    if (!isSetUpAlike(before, location)) this.#saveSetUp(location);
    this.#known = location;
  }

  /** What a working day changes. */
  #saveRun(location: Location): void {
    this.#sql.exec(
      `UPDATE location SET sms_credits = ?, credits_revision = ?, trial_ends_at = ?, standing = ?, paused = ?, pace = ?,
         undo = ?, texts_held = ?, database_away_since = ?`,
      location.smsCredits,
      location.creditsRevision,
      location.trialEndsAt,
      location.standing,
      Number(location.paused),
      JSON.stringify(location.pace),
      location.undo && JSON.stringify(location.undo),
      location.textsHeld && JSON.stringify(location.textsHeld),
      location.databaseAwaySince,
    );
  }

  /** What changes seldom. */
  #saveSetUp(location: Location): void {
    const { settings, closedAt } = location;
    this.#sql.exec(
      `UPDATE location SET hold_ms = ?, after_hold = ?, undo_offered = ?, capacity = ?, hours = ?, turn_text = ?, nearly_at = ?,
         country = ?, text_countries = ?, timezone = ?, closed_at = ?, closed = ?`,
      settings.holdMs,
      settings.afterHold,
      Number(settings.undo),
      settings.capacity,
      settings.hours && JSON.stringify(settings.hours),
      settings.turnText,
      settings.nearlyAt,
      settings.country,
      JSON.stringify(settings.textCountries),
      location.timezone,
      closedAt,
      Number(closedAt !== null),
    );
  }
}

/** Each comes as a new object whenever something in it was changed. */
function isRunAlike(one: Location | undefined, other: Location): boolean {
  return (
    one?.smsCredits === other.smsCredits &&
    one.creditsRevision === other.creditsRevision &&
    one.trialEndsAt === other.trialEndsAt &&
    one.standing === other.standing &&
    one.paused === other.paused &&
    one.pace === other.pace &&
    one.undo === other.undo &&
    one.textsHeld === other.textsHeld &&
    one.databaseAwaySince === other.databaseAwaySince
  );
}

/** The owner's settings come with a new object whenever one of them, or the time zone, was changed. */
function isSetUpAlike(one: Location | undefined, other: Location): boolean {
  return one?.settings === other.settings && one.closedAt === other.closedAt;
}

function toLocation(row: Row): Location {
  return {
    businessId: row.business_id,
    businessName: row.business_name,
    username: row.username,
    address: row.address,
    timezone: row.timezone,
    customerCredits: row.customer_credits,
    smsCredits: row.sms_credits,
    creditsRevision: row.credits_revision,
    trialEndsAt: row.trial_ends_at,
    standing: row.standing,
    settings: {
      holdMs: row.hold_ms,
      afterHold: row.after_hold,
      undo: row.undo_offered === 1,
      capacity: row.capacity,
      hours: row.hours === null ? null : openingHours.parse(JSON.parse(row.hours)),
      turnText: row.turn_text,
      nearlyAt: row.nearly_at,
      // Not known of a location from before it was asked.
      country: row.country !== null && isCountry(row.country) ? row.country : countryOfZone(row.timezone),
      textCountries: row.text_countries === null ? [] : textCountries.parse(JSON.parse(row.text_countries)),
    },
    paused: row.paused === 1,
    closedAt: row.closed_at,
    lastJoinedAt: row.last_joined_at,
    lastRank: row.last_rank,
    version: row.version,
    pace: row.pace === null ? unknownPace : readPace(JSON.parse(row.pace)),
    undo: row.undo === null ? null : readUndo(row.undo),
    textsHeld: row.texts_held === null ? null : heldTexts.parse(JSON.parse(row.texts_held)),
    databaseAwaySince: row.database_away_since,
  };
}

/** The offer as it was written; none when it is older than this code and lacks something. */
function readUndo(json: string): Undo | null {
  const read = undoOffer.safeParse(JSON.parse(json));
  return read.success ? { ...read.data, pace: readPace(read.data.pace) } : null;
}
