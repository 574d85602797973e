/** The state of a location's queue: the location with its services, and a visit. Plain data; times are epoch milliseconds. */
import type { LocationScope, ServiceScope } from './settings.ts';
import type { Country } from '../countries.ts';
import type { Language } from '../languages.ts';
import type { TextState, VisitStatus, WaitingPreference } from '../contracts/queue-view.ts';
import type { PaceModel, WaitPromise } from './rules/estimate.ts';
import type { OpenBreaker } from './rules/text-circuit-breaker.ts';

/** A number that texts can go to: in E.164, such as `+6281234567890`, and whose plan it is of. */
export type TextNumber = { e164: string; country: Country };

/** One party's stay. `phoneNumber` is '' when the guest gave none. */
export type Visit = {
  id: string;
  /** The service whose line the visit belongs to. */
  serviceId: ServiceId;
  firstName: string;
  lastName: string;
  /** As typed. */
  phoneNumber: string;
  /** What texts go to; null where what was typed is no number that they can. */
  textNumber: TextNumber | null;
  numGuests: number;
  waitingPreference: WaitingPreference;
  /** What the guest reads: for the texts that others write. English of a walk-in. */
  language: Language;
  joinedAt: number;
  /** The order of the line: smaller is nearer to the door. */
  rank: number;
  status: VisitStatus;
  admittedAt: number | null;
  holdEndsAt: number | null;
  /** The hold's end has been noted and told. */
  holdExpired: boolean;
  /** Nobody chose in time what became of an admitted party: it stands as it is. */
  autoResolved: boolean;
  /** When the party was called once more; null while it was not, since its last admission. */
  calledAgainAt: number | null;
  /** When the visit was left or removed, or its party arrived or was given up. */
  endedAt: number | null;
  /** When the party had been served; null until an action says so, which none does yet. */
  servedAt: number | null;
  /** Whether an admission has spent the customer credit that the join reserved. */
  charged: boolean;
  /** When the guest said to be on the way; null again once the party is back in line from its turn. */
  onMyWayAt: number | null;
  /** When the guest asked for five more minutes, which can be had once. */
  moreTimeAt: number | null;
  /** Whether the owner or the guest moved the visit: its wait then says nothing about the pace of the line. */
  moved: boolean;
  /** The state of the visit's last text; null while it has none. */
  text: TextState | null;
  /** How many SMS credits that text costs. */
  textCredits: number;
  /** How often the party was summoned: by each admission and each call again. A text carries the number of its call. */
  summonCount: number;
  /** Whether the guest was notified that the turn is near, or need not be. */
  almostThereNotified: boolean;
  /** What the guest was told when joining. */
  promise: WaitPromise;
  /** Counts the history events of this visit, so that the last one wins wherever they arrive. */
  revision: number;
};

/** A party before it has a position in line. */
export type Party = Pick<
  Visit,
  'firstName' | 'lastName' | 'phoneNumber' | 'textNumber' | 'numGuests' | 'waitingPreference' | 'language'
>;

/** A party that comes into line: its visit's id, and the service whose line it joins. */
export type Newcomer = Party & Pick<Visit, 'id' | 'serviceId'>;

/** The last admit or remove, for as long as it can be undone, and what brings the visit back as it was. */
export type Undo = {
  visitId: string;
  of: 'admit' | 'remove';
  until: number;
  /** Where in line the visit stood. */
  rank: number;
  charged: boolean;
  pace: PaceModel;
};

/** The name of a service within its location. */
export type ServiceId = string;

/** The one service that a location has today. */
export const MAIN_SERVICE: ServiceId = 'main';

/** Whose the location is and where. */
type Profile = {
  businessId: string;
  businessName: string;
  username: string;
  address: string;
  /** When it closed for good; null while it is open. */
  closedAt: number | null;
};

/** What a location may still give away. */
export type Credits = {
  customerCredits: number;
  smsCredits: number;
  /** The number of the newest change or grant of credits that the balances follow; 0 before the first. */
  revision: number;
  /** From when on the credits count for nothing: the end of the trial, or of the paid time; null: not so far. */
  endAt: number | null;
  /** The number of the newest update of the account's payments that `endAt` is from; 0: it never paid. */
  billingRevision: number;
  /** How many more guests may come while the owner's mailbox is unconfirmed; null: as many as there are credits. */
  guestsLeft: number | null;
};

/** Whether what the location has to deliver goes out. */
export type DeliveryHealth = {
  /** Why no text is given to the provider; null while they are. */
  textBreaker: OpenBreaker | null;
  /** Since when texts or ended visits wait for a database that does not answer; null while it does. */
  databaseAwaySince: number | null;
};

/** One line with its settings, and what it has learned. */
export type Service = {
  settings: ServiceScope;
  lastRank: number;
  pace: PaceModel;
  undo: Undo | null;
};

/** A location: who it is, what is set, what it may spend, how deliveries fare, and its services. */
export type Location = {
  profile: Profile;
  settings: LocationScope;
  credits: Credits;
  health: DeliveryHealth;
  services: Readonly<Record<ServiceId, Service>>;
  /** Join times are unique within a location. */
  lastJoinedAt: number;
  /** Counts changes, for pages to notice one they missed. */
  version: number;
};

/** The service of a visit, or the one with this id. */
export function serviceOf(location: Location, { serviceId }: { serviceId: ServiceId }): Service {
  const service = location.services[serviceId];
  if (service === undefined) throw new Error(`there is no service ${serviceId}`);
  return service;
}

/** The location with this change of a visit's service. */
export function withService(
  location: Location,
  { serviceId }: { serviceId: ServiceId },
  change: Partial<Service>,
): Location {
  const service = { ...serviceOf(location, { serviceId }), ...change };
  return { ...location, services: { ...location.services, [serviceId]: service } };
}

/** The location with this change of its credits. */
export function withCredits(location: Location, change: Partial<Credits>): Location {
  return { ...location, credits: { ...location.credits, ...change } };
}
