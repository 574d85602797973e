/**
 * The state of a location's queue consists of the location with its services, and the location's visits. Times are
 * epoch milliseconds.
 */
import type { LocationScope, ServiceScope } from './settings.ts';
import type { Country } from '../countries.ts';
import type { Language } from '../languages.ts';
import type { TextState, VisitStatus, WaitingPreference } from '../contracts/queue-view.ts';
import type { PaceModel, WaitPromise } from './rules/estimate/estimate.ts';
import type { Actor } from './events.ts';
import type { TextBudget } from '../text/text-states.ts';
import type { OpenBreaker } from './rules/texts/circuit-breaker.ts';

/**
 * A number that can get texts, in E.164 (such as `+6281234567890`), with its country. `price`: the SMS credits of each
 * segment of a text to this number; absent if the price is one credit.
 */
export type TextNumber = { e164: string; country: Country; price?: number };

/** One party's visit. `phoneNumber` is '' if the guest gave none. */
export type Visit = {
  id: string;
  /** The id of the service in whose line the party waits. */
  serviceId: ServiceId;
  firstName: string;
  lastName: string;
  /** The phone number exactly as the guest or staff typed it. */
  phoneNumber: string;
  /** The parsed number for texts; null if the typed number cannot get texts. */
  textNumber: TextNumber | null;
  numGuests: number;
  waitingPreference: WaitingPreference;
  /**
   * A note that staff wrote for other staff, with one or more lines. It is '' if there is no note. Guests never see the
   * note.
   */
  note: string;
  /**
   * The names before each change by staff, first and last name in one string. Older customer keys contain these names.
   */
  earlierNames: readonly string[];
  /** The guest's language, for texts to the guest. English for a walk-in. */
  language: Language;
  joinedAt: number;
  /** When the visit last returned to the line by put back, more time or recall; null if the visit never returned. */
  returnedAt: number | null;
  /** The order in line: the visit with the smallest rank is the first in line. */
  rank: number;
  status: VisitStatus;
  admittedAt: number | null;
  holdEndsAt: number | null;
  /** Whether the end of the hold has been recorded and sent to the pages. */
  holdExpired: boolean;
  /** When a recall started a new hold; null if the hold began at the admission. */
  holdRestartedAt: number | null;
  /**
   * Whether auto-resolve has given the visit an outcome. A visit with the outcome `served` stays in the status
   * `admitted`.
   */
  autoResolved: boolean;
  /**
   * The time at which staff called the party again. It is null if staff did not call the party again after its last
   * admission.
   */
  calledAgainAt: number | null;
  /** When the visit got the status left, removed, arrived or no-show. */
  endedAt: number | null;
  /** Whether the wait expired before staff called the party (`waitEndsAt`). */
  waitExpired: boolean;
  /** When the service of the party ended. Always null today, because no action sets this time yet. */
  servedAt: number | null;
  /** Whether an admission has spent the customer credit that the join reserved. */
  charged: boolean;
  /** When the guest replied "on my way"; null again after the party returned to the line. */
  onMyWayAt: number | null;
  /** The time at which the guest asked for five more minutes. A guest can ask only once in a visit. */
  moreTimeAt: number | null;
  /**
   * Whether the owner or the guest moved the visit. The pace of the line is not learned from the wait of a moved visit.
   */
  moved: boolean;
  /** The state of the visit's last text message. It is null if there was no message. */
  text: TextState | null;
  /** The cost of the visit's last text in SMS credits. */
  textCredits: number;
  /** How often the party was called: its admissions and the repeated calls. Each text stores the number of its call. */
  summonCount: number;
  /** Whether staff removed the visit as a false join. Charts and figures leave out false joins. */
  discarded: boolean;
  /** True if the "almost there" text was sent, or if the guest does not need it. */
  almostThereNotified: boolean;
  /** Whether staff added the party. The guest of a walk-in has a page only after opening the link in a text. */
  isWalkIn: boolean;
  /**
   * Whether the guest's page had ended when staff recalled the visit, and the guest has not opened the page again.
   * Always false for a walk-in.
   */
  pageGone: boolean;
  /** The wait that was promised at the join. */
  promise: WaitPromise;
  /**
   * Counts the history rows of this visit. D1 stores only the row with the highest revision, because rows may arrive in
   * any order.
   */
  revision: number;
};

/** The start of a visit's present wait: the join, or the last return to the line. */
export function waitsSince({ joinedAt, returnedAt }: Pick<Visit, 'joinedAt' | 'returnedAt'>): number {
  return returnedAt ?? joinedAt;
}

/** The facts of a party that is not yet in line. */
export type Party = Pick<
  Visit,
  'firstName' | 'lastName' | 'phoneNumber' | 'textNumber' | 'numGuests' | 'waitingPreference' | 'language'
>;

/** A party that joins the line, with the ids of its visit and its service. */
export type Newcomer = Party & Pick<Visit, 'id' | 'serviceId'>;

/** The actions of staff that can be undone for a few seconds. */
export const undoableActions = ['admit', 'remove', 'arrived', 'no-show'] as const;

/** An offer to undo an action on a visit until `until`, with the data that restores the visit. */
export type Undo = {
  visitId: string;
  of: (typeof undoableActions)[number];
  until: number;
  /** The rank that the visit had in line. */
  rank: number;
  /** The value of `charged` in the visit before the action. */
  charged: boolean;
  /**
   * For an admit: the pace before the admit. Null for other actions, and null if another visit has changed the pace
   * since the admit.
   */
  pace: PaceModel | null;
};

/** The name that identifies a service within its location. */
export type ServiceId = string;

/** The only service of a location today. */
export const MAIN_SERVICE: ServiceId = 'main';

/** The business and the address of the location. */
export type Profile = {
  businessId: string;
  businessName: string;
  username: string;
  address: string;
  /**
   * The first country that the location had. Texts to this country cost one credit. Null: the location never had a
   * country.
   */
  homeCountry: Country | null;
  /** When the location closed permanently; null if it has not. */
  closedAt: number | null;
};

export type Credits = {
  customerCredits: number;
  /**
   * The number of walk-ins that staff added without a credit. The debt is above 0 only while `customerCredits` is 0.
   */
  customerDebt: number;
  /** The customer credits that the plan grants each month. The debt can be at most a tenth of this number. */
  customerCreditsMonth: number;
  smsCredits: number;
  /** The revision of the newest change of credits; 0 before the first change. */
  revision: number;
  /**
   * The time at which the credits expire, because the trial or the paid period ends. It is null if the credits never
   * expire.
   */
  endAt: number | null;
  /** The revision of the billing update that set `endAt`; 0 if the account never paid. */
  billingRevision: number;
  /** How many more guests may join while the owner's mailbox is unconfirmed; null: no such limit. */
  guestsLeft: number | null;
};

/**
 * A budget that stopped texts, and the end of its hour. `country`: the country of the budget; null if the budget is not
 * for one country.
 */
export type TextStop = { budget: TextBudget; until: number; country: Country | null };

/** Faults of a location's deliveries. */
export type DeliveryHealth = {
  /** The circuit breaker of the text provider if the breaker is open, and otherwise null. */
  textBreaker: OpenBreaker | null;
  /** The hourly budget that stops texts or last stopped texts; null if none. */
  textStop: TextStop | null;
  /** The time since which deliveries have waited because D1 does not answer. It is null while D1 answers. */
  databaseAwaySince: number | null;
};

/**
 * Data about the last hour, for the limits of "almost there" texts (`rules/texts/almost-there.ts`). `movedAt`: the time
 * when staff last moved the line. `near`: the visits that were near the front at `movedAt`. `admits`: the times of
 * admissions that still allow one text each. `told` lists the times at which texts were sent, with the networks of
 * their guests.
 */
export type AlmostThereBudget = {
  movedAt: number;
  near: readonly string[];
  admits: readonly number[];
  told: readonly { at: number; networks: readonly string[] }[];
};

/**
 * A person on duty. `name`: the name that the team sees; null for an owner without a name. `until` is the time at which
 * the duty ends if nobody ends it earlier.
 */
export type OnDuty = { actor: Actor; name: string | null; until: number };

export type Service = {
  settings: ServiceScope;
  /** The people on duty, in the order in which they went on duty. Each person counts as one server. */
  onDuty: readonly OnDuty[];
  lastRank: number;
  pace: PaceModel;
  /** The running undo offers, at most one for each visit, earliest end first. */
  undos: readonly Undo[];
  almostThere: AlmostThereBudget;
};

export type Location = {
  profile: Profile;
  settings: LocationScope;
  credits: Credits;
  health: DeliveryHealth;
  services: Readonly<Record<ServiceId, Service>>;
  /** The time of the last join. It is used to give each join in the location a different time. */
  lastJoinedAt: number;
  /** Rises by one with each change, so that a page notices a missed change. */
  version: number;
};

/** The service with the id `serviceId`. A visit can be passed, because it has a `serviceId`. */
export function serviceOf(location: Location, { serviceId }: { serviceId: ServiceId }): Service {
  const service = location.services[serviceId];
  if (service === undefined) throw new Error(`there is no service ${serviceId}`);
  return service;
}

export function withService(
  location: Location,
  { serviceId }: { serviceId: ServiceId },
  change: Partial<Service>,
): Location {
  const service = { ...serviceOf(location, { serviceId }), ...change };
  return { ...location, services: { ...location.services, [serviceId]: service } };
}

export function withCredits(location: Location, change: Partial<Credits>): Location {
  return { ...location, credits: { ...location.credits, ...change } };
}
