import { initialSettings, splitSettings, type AllSettings } from '../../../src/shared/queue/settings.ts';
import type { Opening, OpeningHours } from '../../../src/shared/time/opening-hours.ts';
import { noAlmostThere } from '../../../src/shared/queue/rules/texts/almost-there.ts';
import { unknownPace } from '../../../src/shared/queue/rules/estimate/estimate.ts';
import { MemoryStorage, snapshotOf } from '../../../src/shared/queue/memory-storage.ts';
import { Line } from '../../../src/shared/queue/rules/line.ts';
import {
  MAIN_SERVICE,
  type Location,
  type Newcomer,
  type Party,
  type Service,
  type Visit,
} from '../../../src/shared/queue/state.ts';

/** The only service of a location made by `aLocation`. */
export const main = { serviceId: MAIN_SERVICE };

/** The current time in all pure tests. */
export const NOW = Date.UTC(2026, 10, 20, 18, 0, 0);

export type AboutLocation = {
  profile?: Partial<Location['profile']>;
  settings?: Partial<AllSettings>;
  credits?: Partial<Location['credits']>;
  health?: Partial<Location['health']>;
  /** Fields of the only service, but not its settings. */
  service?: Partial<Omit<Service, 'settings'>>;
  lastJoinedAt?: number;
  version?: number;
};

export function aLocation(about: AboutLocation = {}): Location {
  const { profile, settings, credits, health, service, ...rest } = about;
  const set = splitSettings({ ...initialSettings(), timezone: 'Asia/Jakarta', country: 'ID', ...settings });
  return {
    profile: {
      businessId: 'business',
      businessName: 'Blue Door Café',
      username: 'blue-door',
      address: '14 Kemang Raya, Jakarta',
      homeCountry: 'ID',
      closedAt: null,
      ...profile,
    },
    settings: set.location,
    credits: {
      customerCredits: 10,
      customerDebt: 0,
      // The largest debt is a tenth of `customerCreditsMonth`, so here it is zero.
      customerCreditsMonth: 0,
      smsCredits: 10,
      revision: 0,
      endAt: null,
      billingRevision: 0,
      guestsLeft: null,
      ...credits,
    },
    health: { textBreaker: null, textStop: null, databaseAwaySince: null, ...health },
    services: {
      [MAIN_SERVICE]: {
        settings: set.service,
        lastRank: 0,
        pace: unknownPace,
        undos: [],
        onDuty: [],
        almostThere: noAlmostThere,
        ...service,
      },
    },
    lastJoinedAt: 0,
    version: 0,
    ...rest,
  };
}

export function aParty(about: Partial<Party> = {}): Party {
  return {
    firstName: 'Maya',
    lastName: 'Putri',
    phoneNumber: '',
    textNumber: null,
    numGuests: 2,
    waitingPreference: 'on_premises',
    language: 'en',
    ...about,
  };
}

export function aNewcomer(about: Partial<Newcomer> = {}): Newcomer {
  return { ...aParty(), id: 'new', ...main, ...about };
}

export function aVisit(about: Partial<Visit> = {}): Visit {
  return {
    ...aParty(),
    id: 'visit',
    note: '',
    earlierNames: [],
    serviceId: MAIN_SERVICE,
    joinedAt: NOW - 600_000,
    returnedAt: null,
    rank: 1,
    status: 'waiting',
    admittedAt: null,
    holdEndsAt: null,
    holdExpired: false,
    holdRestartedAt: null,
    autoResolved: false,
    calledAgainAt: null,
    endedAt: null,
    waitExpired: false,
    servedAt: null,
    onMyWayAt: null,
    moreTimeAt: null,
    charged: false,
    discarded: false,
    moved: false,
    text: null,
    textCredits: 1,
    summonCount: 0,
    almostThereNotified: false,
    isWalkIn: false,
    pageGone: false,
    promise: { minutes: 0, low: 0, high: 0, method: 'fixed', learnedMs: 0 },
    revision: 0,
    ...about,
  };
}

/** A guest who waits elsewhere and can get texts. */
export function aTextedVisit(about: Partial<Visit> = {}): Visit {
  return aVisit({
    waitingPreference: 'wait_anywhere',
    phoneNumber: '+62 812 3456 7890',
    textNumber: { e164: '+6281234567890', country: 'ID' },
    ...about,
  });
}

/** A visit that was admitted a minute ago and whose hold lasts four more minutes. */
export function anAdmittedVisit(about: Partial<Visit> = {}): Visit {
  const admittedAt = NOW - 60_000;
  const holdEndsAt = admittedAt + 300_000;
  return aVisit({
    status: 'admitted',
    admittedAt,
    holdEndsAt,
    charged: true,
    summonCount: 1,
    revision: 1,
    ...about,
  });
}

export function lineOf(...visits: Visit[]): Line {
  return new Line(visits.map(({ id, rank }) => ({ id, rank })));
}

export function everyDay(...openings: Opening[]): OpeningHours {
  return {
    monday: openings,
    tuesday: openings,
    wednesday: openings,
    thursday: openings,
    friday: openings,
    saturday: openings,
    sunday: openings,
  };
}

export const neverOpen = everyDay();
export const alwaysOpen = everyDay({ opens: '00:00', closes: '00:00' });

export const stateOf = (location: Location | null, ...visits: Visit[]) =>
  new MemoryStorage('location', snapshotOf(location, visits));
