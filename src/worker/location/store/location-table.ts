/** Table `location`: one row, which stores the location and its only service. */
import * as z from 'zod/mini';
import { actor } from '../../../shared/queue/events.ts';
import { noAlmostThere } from '../../../shared/queue/rules/texts/almost-there.ts';
import { readPace, unknownPace } from '../../../shared/queue/rules/estimate/estimate.ts';
import {
  initialSettings,
  joinSettings,
  readSettings,
  splitSettings,
} from '../../../shared/queue/settings.ts';
import {
  MAIN_SERVICE,
  serviceOf,
  undoableActions,
  type Location,
  type Undo,
} from '../../../shared/queue/state.ts';
import { countries, isCountry } from '../../../shared/countries.ts';
import { plans } from '../../../shared/plans.ts';
import { textBudgets, textStops } from '../../../shared/text/text-states.ts';
import type { TransferSetup, LocationSetup } from '../rpc.ts';

type Row = {
  business_id: string;
  business_name: string;
  username: string;
  address: string;
  customer_credits: number;
  customer_debt: number;
  customer_credits_month: number;
  sms_credits: number;
  credits_revision: number;
  credits_end_at: number | null;
  billing_revision: number;
  guests_left: number | null;
  /** All settings as one JSON object; its keys are the names in `shared/queue/settings.ts`. */
  settings: string;
  closed_at: number | null;
  last_joined_at: number;
  last_rank: number;
  version: number;
  pace: string | null;
  /** A list of undo offers. Rows of release 0.2.0 have a single undo offer, not a list. */
  undo: string | null;
  /** A list of people on duty; null: nobody. */
  on_duty: string | null;
  /** The data for the limits of "almost there" texts; null: no data. */
  almost_there: string | null;
  home_country: string | null;
  texts_held: string | null;
  texts_stopped: string | null;
  database_away_since: number | null;
};

const main = { serviceId: MAIN_SERVICE };
const TOKEN_KEY_BYTES = 32;

const openBreaker = z.object({ reason: z.enum(textStops), since: z.int(), probeAt: z.int() });

const textStop = z.object({
  budget: z.enum(textBudgets),
  until: z.int(),
  country: z.nullable(z.enum(countries)),
});

const almostThereBudget = z.object({
  movedAt: z.int(),
  near: z._default(z.array(z.string()), []),
  admits: z.array(z.int()),
  told: z.array(z.object({ at: z.int(), networks: z._default(z.array(z.string()), []) })),
});

const onDuty = z.array(z.object({ actor, name: z.nullable(z.string()), until: z.int() }));

const undoOffer = z.object({
  visitId: z.string(),
  of: z.enum(undoableActions),
  until: z.int(),
  rank: z.int(),
  charged: z.boolean(),
  pace: z.nullable(z.unknown()),
});

export class LocationTable {
  readonly #sql: SqlStorage;
  /** Cache of the row. Only this object writes the row. Undefined if the row was not read yet. */
  #known: Location | undefined;
  #tokenKey: Uint8Array | undefined;
  #directoryRevision: number | undefined;
  #watchedUntil: number | undefined;

  constructor(storage: DurableObjectStorage) {
    this.#sql = storage.sql;
  }

  /** Inserts the row if there is no row yet. `stored`: the sealed key. */
  open(setup: LocationSetup, { plain, stored }: { plain: Uint8Array; stored: string }): void {
    const { timezone, country } = setup;
    const settings = { ...initialSettings(), timezone, country };
    const { rowsWritten } = this.#sql.exec(
      `INSERT INTO location (only_row, token_key, business_id, business_name, username, address, settings,
         customer_credits, customer_debt, customer_credits_month, sms_credits, credits_end_at, credits_revision,
         billing_revision, guests_left, home_country)
       VALUES (1, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
      bytesOf(stored),
      setup.businessId,
      setup.businessName,
      setup.username,
      setup.address,
      JSON.stringify(settings),
      setup.customerCredits,
      setup.customerDebt ?? 0,
      setup.customerCreditsMonth ?? plans.Starter.customerCredits,
      setup.smsCredits,
      setup.creditsEndAt,
      setup.creditsRevision,
      setup.billingRevision,
      setup.guestsLeft ?? null,
      country,
    );
    if (rowsWritten > 0) this.#tokenKey = plain;
  }

  /** Changes an imported row for this object, and clears values of the old object and of its team. */
  adopt({ businessId, username, businessName, creditsEndAt, billingRevision }: TransferSetup): void {
    this.#sql.exec(
      `UPDATE location SET business_id = ?, username = ?, business_name = ?, credits_end_at = ?, billing_revision = ?,
         credits_revision = 0, directory_revision = 0, watched_until = 0, undo = NULL,
         pace = iif(on_duty IS NULL, pace, json_set(pace, '$.servers.count', NULL)), on_duty = NULL, texts_held = NULL,
         texts_stopped = NULL, database_away_since = NULL, home_country = coalesce(home_country, json_extract(settings, '$.country'))`,
      businessId,
      username,
      businessName,
      creditsEndAt,
      billingRevision,
    );
  }

  /** The location; null if the object was never opened. */
  read(): Location | null {
    if (this.#known === undefined) {
      const [row] = this.#sql.exec<Row>('SELECT * FROM location').toArray();
      this.#known = row && toLocation(row);
    }
    return this.#known ?? null;
  }

  /** Clears the cache after a rollback, because the cache may differ from the stored row. */
  clearCache(): void {
    this.#known = undefined;
    this.#directoryRevision = undefined;
    this.#watchedUntil = undefined;
  }

  /**
   * The secret key of the object, for token secrets, link codes and sender hashes. The key never changes. Call `unlock`
   * first, at the start of the object, because unsealing is asynchronous.
   */
  tokenKey(): Uint8Array {
    if (this.#tokenKey === undefined) throw new Error('The key of the location is still sealed');
    return this.#tokenKey;
  }

  unlock(tokenKey: Uint8Array): void {
    this.#tokenKey = tokenKey;
  }

  /** The stored key: sealed, or hexadecimal digits if an earlier release stored the key. */
  storedKey(): string {
    const [row] = this.#sql.exec<{ token_key: ArrayBuffer }>('SELECT token_key FROM location').toArray();
    const bytes = Buffer.from(row?.token_key ?? new ArrayBuffer());
    return bytes.byteLength === TOKEN_KEY_BYTES ? bytes.toString('hex') : bytes.toString();
  }

  storeKey(stored: string): void {
    this.#sql.exec('UPDATE location SET token_key = ?', bytesOf(stored));
  }

  /** The newest revision of the business's public look-up that this object has received. */
  directoryRevision(): number {
    this.#directoryRevision ??= this.#sql
      .exec<{ directory_revision: number }>('SELECT directory_revision FROM location')
      .one().directory_revision;
    return this.#directoryRevision;
  }

  /** Stores the revision of the public look-up if it is newer than the stored revision. */
  followDirectory(revision: number): void {
    this.#sql.exec('UPDATE location SET directory_revision = max(directory_revision, ?)', revision);
    this.#directoryRevision = undefined;
  }

  /** The time until which changes are sent to the overview. 0 if no page of the overview shows this location. */
  watchedUntil(): number {
    this.#watchedUntil ??= this.#sql
      .exec<{ watched_until: number }>('SELECT watched_until FROM location')
      .one().watched_until;
    return this.#watchedUntil;
  }

  watchUntil(until: number): void {
    this.#sql.exec('UPDATE location SET watched_until = ?', until);
    this.#watchedUntil = until;
  }

  /**
   * Writes the columns in three statements, because each written column costs time. A join needs only the first
   * statement.
   */
  save(location: Location): void {
    const before = this.#known;
    const { lastRank, pace } = serviceOf(location, main);
    this.#sql.exec(
      `UPDATE location SET customer_credits = ?, customer_debt = ?, guests_left = ?, last_joined_at = ?, last_rank = ?,
         pace = ?, version = ?`,
      location.credits.customerCredits,
      location.credits.customerDebt,
      location.credits.guestsLeft,
      location.lastJoinedAt,
      lastRank,
      JSON.stringify(pace),
      location.version,
    );
    if (!isDayAlike(before, location)) this.#saveDay(location);
    if (!isSetUpAlike(before, location)) this.#saveSetUp(location);
    this.#known = location;
  }

  /** Writes the columns that change in a working day. */
  #saveDay(location: Location): void {
    const { credits, health } = location;
    const { almostThere, onDuty: people, undos } = serviceOf(location, main);
    this.#sql.exec(
      `UPDATE location SET sms_credits = ?, credits_revision = ?, credits_end_at = ?, billing_revision = ?,
         customer_credits_month = ?, undo = ?, on_duty = ?, almost_there = ?, texts_held = ?, texts_stopped = ?,
         database_away_since = ?`,
      credits.smsCredits,
      credits.revision,
      credits.endAt,
      credits.billingRevision,
      credits.customerCreditsMonth,
      undos.length === 0 ? null : JSON.stringify(undos),
      people.length === 0 ? null : JSON.stringify(people),
      almostThere === noAlmostThere ? null : JSON.stringify(almostThere),
      health.textBreaker && JSON.stringify(health.textBreaker),
      health.textStop && JSON.stringify(health.textStop),
      health.databaseAwaySince,
    );
  }

  /** Writes the columns that rarely change. */
  #saveSetUp(location: Location): void {
    const { businessName, address, homeCountry, closedAt } = location.profile;
    this.#sql.exec(
      'UPDATE location SET business_name = ?, address = ?, home_country = ?, settings = ?, closed_at = ?',
      businessName,
      address,
      homeCountry,
      JSON.stringify(joinSettings(location.settings, serviceOf(location, main).settings)),
      closedAt,
    );
  }
}

/** Compares objects by reference, because each change makes a new object. */
function isDayAlike(one: Location | undefined, other: Location): boolean {
  if (one === undefined || one.health !== other.health) return false;
  const [before, after] = [serviceOf(one, main), serviceOf(other, main)];
  return (
    one.credits.smsCredits === other.credits.smsCredits &&
    one.credits.revision === other.credits.revision &&
    one.credits.endAt === other.credits.endAt &&
    one.credits.billingRevision === other.credits.billingRevision &&
    before.almostThere === after.almostThere &&
    before.undos === after.undos &&
    before.onDuty === after.onDuty
  );
}

function isSetUpAlike(one: Location | undefined, other: Location): boolean {
  if (one === undefined || one.settings !== other.settings) return false;
  return serviceOf(one, main).settings === serviceOf(other, main).settings && one.profile === other.profile;
}

function toLocation(row: Row): Location {
  const set = splitSettings(readSettings(JSON.parse(row.settings)));
  return {
    profile: {
      businessId: row.business_id,
      businessName: row.business_name,
      username: row.username,
      address: row.address,
      homeCountry: row.home_country !== null && isCountry(row.home_country) ? row.home_country : null,
      closedAt: row.closed_at,
    },
    settings: set.location,
    credits: {
      customerCredits: row.customer_credits,
      customerDebt: row.customer_debt,
      customerCreditsMonth: row.customer_credits_month,
      smsCredits: row.sms_credits,
      revision: row.credits_revision,
      endAt: row.credits_end_at,
      billingRevision: row.billing_revision,
      guestsLeft: row.guests_left,
    },
    health: {
      textBreaker: row.texts_held === null ? null : openBreaker.parse(JSON.parse(row.texts_held)),
      textStop: row.texts_stopped === null ? null : textStop.parse(JSON.parse(row.texts_stopped)),
      databaseAwaySince: row.database_away_since,
    },
    services: {
      [MAIN_SERVICE]: {
        settings: set.service,
        lastRank: row.last_rank,
        pace: row.pace === null ? unknownPace : readPace(JSON.parse(row.pace)),
        almostThere:
          row.almost_there === null ? noAlmostThere : almostThereBudget.parse(JSON.parse(row.almost_there)),
        undos: row.undo === null ? [] : readUndos(row.undo),
        onDuty: row.on_duty === null ? [] : onDuty.parse(JSON.parse(row.on_duty)),
      },
    },
    lastJoinedAt: row.last_joined_at,
    version: row.version,
  };
}

/** The stored undo offers, without offers in an unknown format of another release. */
function readUndos(json: string): Undo[] {
  const stored: unknown = JSON.parse(json);
  return (Array.isArray(stored) ? stored : [stored]).flatMap((offer) => {
    const read = undoOffer.safeParse(offer);
    if (!read.success) return [];
    const { pace } = read.data;
    return { ...read.data, pace: pace === null ? null : readPace(pace) };
  });
}

function bytesOf(text: string): ArrayBuffer {
  return Uint8Array.from(Buffer.from(text)).buffer;
}
