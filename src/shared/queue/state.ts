/** The state of a location's queue: the location with its services, and a visit. Plain data; times are epoch milliseconds. */
import type { LocationScope, ServiceScope } from './settings.ts';
import type { Country } from '../countries.ts';
import type { Language } from '../languages.ts';
import type { TextState, VisitStatus, WaitingPreference } from '../contracts/queue-view.ts';
import type { PaceModel, WaitPromise } from './rules/estimate/estimate.ts';
import type { Actor } from './events.ts';
import type { TextBudget } from '../text/text-states.ts';
import type { OpenBreaker } from './rules/texts/circuit-breaker.ts';

/**
 * A number that can get texts: in E.164, such as `+6281234567890`, with its country. `price`: the SMS credits of each
 * segment of a text to this number; absent: one.
 */
export type TextNumber = { e164: string; country: Country; price?: number };

/** One party's visit. `phoneNumber` is '' if the guest gave none. */
export type Visit = {
  id: string;
  /** The service whose line the visit belongs to. */
  serviceId: ServiceId;
  firstName: string;
  lastName: string;
  /** As typed. */
  phoneNumber: string;
  /** The parsed number for texts; null if the typed one cannot get texts. */
  textNumber: TextNumber | null;
  numGuests: number;
  waitingPreference: WaitingPreference;
  /** A note by staff for staff, of one or more lines; '' if there is none. Guests never see the note. */
  note: string;
  /** First and last name together, as they were before each change by staff: older customer keys contain them. */
  earlierNames: readonly string[];
  /** The guest's language, for texts to the guest. English for a walk-in. */
  language: Language;
  joinedAt: number;
  /** When the visit last came back to the line, by staff or for more time; null if it did not. */
  returnedAt: number | null;
  /** The order in line: a smaller rank is nearer to the front. */
  rank: number;
  status: VisitStatus;
  admittedAt: number | null;
  holdEndsAt: number | null;
  /** The end of the hold has been recorded and announced. */
  holdExpired: boolean;
  /** When a recall started a new hold; null if the hold began at the admission. */
  holdRestartedAt: number | null;
  /** Nobody set the outcome of the admitted party in time. The visit stays admitted. */
  autoResolved: boolean;
  /** When the party was called again; null if not since its last admission. */
  calledAgainAt: number | null;
  /** When the visit ended: left, removed, arrived or no-show. */
  endedAt: number | null;
  /** The visit ended by itself: nobody called the party before the location opened again (`due-commands.ts`). */
  waitExpired: boolean;
  /** When the party had been served. Always null today, because no action sets it yet. */
  servedAt: number | null;
  /** Whether an admission has spent the customer credit that the join reserved. */
  charged: boolean;
  /** When the guest replied "on my way"; null again after the party returned to the line. */
  onMyWayAt: number | null;
  /** When the guest asked for five more minutes, which is possible once. */
  moreTimeAt: number | null;
  /** Whether owner or guest moved the visit. The wait of this visit then says nothing about the pace of the line. */
  moved: boolean;
  /** The state of the visit's last text; null if there is none. */
  text: TextState | null;
  /** The cost of that text in SMS credits. */
  textCredits: number;
  /** The number of calls: admissions and repeated calls. A text carries the number of its call. */
  summonCount: number;
  /** Removed as one of a sender's parties that are no guests: left out of charts and figures. */
  discarded: boolean;
  /** Whether the "almost there" text was sent, or is not needed. */
  almostThereNotified: boolean;
  /** Staff added the party, so that its guest has no page, unless a text brought one. */
  isWalkIn: boolean;
  /** Recalled after the guest's page had ended. False again once the guest opens the page; always for a walk-in. */
  pageGone: boolean;
  /** The wait that was promised at the join. */
  promise: WaitPromise;
  /** Counts the history events of this visit. The highest revision wins, in any order of arrival. */
  revision: number;
};

/** Since when a waiting visit waits: since it joined, or since it last came back to the line. */
export function waitsSince({ joinedAt, returnedAt }: Pick<Visit, 'joinedAt' | 'returnedAt'>): number {
  return returnedAt ?? joinedAt;
}

/** A party before it is in line. */
export type Party = Pick<
  Visit,
  'firstName' | 'lastName' | 'phoneNumber' | 'textNumber' | 'numGuests' | 'waitingPreference' | 'language'
>;

/** A party that joins, with the id of its visit and the service whose line it joins. */
export type Newcomer = Party & Pick<Visit, 'id' | 'serviceId'>;

/** The actions of staff that can be undone for a few seconds. */
export const undoableActions = ['admit', 'remove', 'arrived', 'no-show'] as const;

/** Undo offer: an action on a visit while it can be undone, with the data to restore the visit. */
export type Undo = {
  visitId: string;
  of: (typeof undoableActions)[number];
  until: number;
  /** The rank that the visit had in line. */
  rank: number;
  /** Whether an admission had spent the credit before. */
  charged: boolean;
  /** For an admit: the pace before it. Null once another visit has changed the pace since. */
  pace: PaceModel | null;
};

/** The name of a service within its location. */
export type ServiceId = string;

/** The one service that a location has today. */
export const MAIN_SERVICE: ServiceId = 'main';

/** The business and the address of the location. */
export type Profile = {
  businessId: string;
  businessName: string;
  username: string;
  address: string;
  /**
   * The country whose texts cost one credit: the first one that the location had. Null: the location had no country
   * yet.
   */
  homeCountry: Country | null;
  /** When the location closed permanently; null while it is open. */
  closedAt: number | null;
};

/** The credits of a location. */
export type Credits = {
  customerCredits: number;
  /** Walk-ins that staff took beyond zero credits. The debt is above 0 only while `customerCredits` is 0. */
  customerDebt: number;
  /** The customer credits of the plan's month, from which the limit of the debt follows. */
  customerCreditsMonth: number;
  smsCredits: number;
  /** The revision of the newest change or grant of credits; 0 before the first. */
  revision: number;
  /** When the credits stop counting: at the end of the trial or of the paid time; null: no end. */
  endAt: number | null;
  /** The revision of the billing update that set `endAt`; 0 if the account never paid. */
  billingRevision: number;
  /** How many more guests are allowed while the owner's mailbox is unconfirmed; null: only credits limit them. */
  guestsLeft: number | null;
};

/** A budget that stopped texts, and when its hour ends. `country`: set for the budget of a country. */
export type TextStop = { budget: TextBudget; until: number; country: Country | null };

/** Faults of a location's deliveries. */
export type DeliveryHealth = {
  /** The open circuit breaker of the text provider; null while it is closed. */
  textBreaker: OpenBreaker | null;
  /** The hourly budget that stopped texts last, until its hour ends; null while texts are sent. */
  textStop: TextStop | null;
  /** Since when deliveries wait for a database that does not answer; null while it answers. */
  databaseAwaySince: number | null;
};

/**
 * The limits' data of "almost there" texts in the last hour (`rules/texts/almost-there.ts`): the time when staff last
 * moved the line, the visits that were near then, the admits that have paid for no such text yet, and the texts with
 * their guests' networks.
 */
export type AlmostThereBudget = {
  movedAt: number;
  near: readonly string[];
  admits: readonly number[];
  told: readonly { at: number; networks: readonly string[] }[];
};

/**
 * A person on duty. `name`: as the team sees it; null for an owner without one. `until`: the duty then ends by itself.
 */
export type OnDuty = { actor: Actor; name: string | null; until: number };

/** One line: its settings and its learned pace. */
export type Service = {
  settings: ServiceScope;
  /** The people on duty, in the order in which they began. Their number is that of the servers. */
  onDuty: readonly OnDuty[];
  lastRank: number;
  pace: PaceModel;
  /** The running undo offers, at most one for each visit, in the order of their ends. */
  undos: readonly Undo[];
  almostThere: AlmostThereBudget;
};

/** A location: profile, settings, credits, delivery health and services. */
export type Location = {
  profile: Profile;
  settings: LocationScope;
  credits: Credits;
  health: DeliveryHealth;
  services: Readonly<Record<ServiceId, Service>>;
  /** Time of the last join, to keep join times unique within the location. */
  lastJoinedAt: number;
  /** Counts changes, so that a page notices a missed one. */
  version: number;
};

/** The service of a visit, or the one with this id. */
export function serviceOf(location: Location, { serviceId }: { serviceId: ServiceId }): Service {
  const service = location.services[serviceId];
  if (service === undefined) throw new Error(`there is no service ${serviceId}`);
  return service;
}

/** Changes the service of a visit. */
export function withService(
  location: Location,
  { serviceId }: { serviceId: ServiceId },
  change: Partial<Service>,
): Location {
  const service = { ...serviceOf(location, { serviceId }), ...change };
  return { ...location, services: { ...location.services, [serviceId]: service } };
}

/** Changes the credits of a location. */
export function withCredits(location: Location, change: Partial<Credits>): Location {
  return { ...location, credits: { ...location.credits, ...change } };
}
