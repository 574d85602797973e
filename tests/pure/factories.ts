/** Domain objects for the pure tests: a sensible default and what the test is about. */
import type { LocationSettings } from '../../src/shared/queue/settings.ts';
import type { Opening, OpeningHours } from '../../src/shared/opening-hours.ts';
import { unknownPace } from '../../src/shared/queue/rules/estimate.ts';
import { Line } from '../../src/shared/queue/rules/line.ts';
import type { Location, Party, Visit } from '../../src/shared/queue/state.ts';

/** A moment every pure test agrees on. */
export const NOW = Date.UTC(2026, 10, 20, 18, 0, 0);

export function aLocation(about: Partial<Location> = {}): Location {
  return {
    businessId: 'business',
    businessName: 'Blue Door Café',
    username: 'blue-door',
    address: '14 Kemang Raya, Jakarta',
    timezone: 'Asia/Jakarta',
    customerCredits: 10,
    smsCredits: 10,
    creditsRevision: 0,
    trialEndsAt: null,
    standing: 0,
    settings: someSettings(),
    paused: false,
    closedAt: null,
    lastJoinedAt: 0,
    lastRank: 0,
    version: 0,
    pace: unknownPace,
    undo: null,
    textsHeld: null,
    databaseAwaySince: null,
    ...about,
  };
}

export function someSettings(about: Partial<LocationSettings> = {}): LocationSettings {
  return {
    holdMs: 300_000,
    afterHold: 'served',
    undo: false,
    capacity: null,
    hours: null,
    turnText: null,
    nearlyAt: null,
    country: 'ID',
    textCountries: [],
    ...about,
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

export function aVisit(about: Partial<Visit> = {}): Visit {
  return {
    ...aParty(),
    id: 'visit',
    joinedAt: NOW - 600_000,
    rank: 1,
    status: 'waiting',
    admittedAt: null,
    holdEndsAt: null,
    holdExpired: false,
    settled: false,
    calledAgainAt: null,
    endedAt: null,
    onMyWayAt: null,
    moreTimeAt: null,
    charged: false,
    moved: false,
    text: null,
    calls: 0,
    promise: { minutes: 0, low: 0, high: 0, method: 'fixed', learnedMs: 0 },
    revision: 0,
    ...about,
  };
}

/** A guest who waits elsewhere and can be texted. */
export function aTextedVisit(about: Partial<Visit> = {}): Visit {
  return aVisit({
    waitingPreference: 'wait_anywhere',
    phoneNumber: '+62 812 3456 7890',
    textNumber: { e164: '+6281234567890', country: 'ID' },
    ...about,
  });
}

/** Admitted a minute ago, and held for four more. */
export function anAdmittedVisit(about: Partial<Visit> = {}): Visit {
  const admittedAt = NOW - 60_000;
  const holdEndsAt = admittedAt + 300_000;
  return aVisit({
    status: 'admitted',
    admittedAt,
    holdEndsAt,
    charged: true,
    calls: 1,
    revision: 1,
    ...about,
  });
}

/** These visits in line, by rank. */
export function lineOf(...visits: Visit[]): Line {
  return new Line(visits.map(({ id, rank }) => ({ id, rank })));
}

/** The same openings every day. */
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
