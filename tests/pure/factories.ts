/** Domain objects for the pure tests: a sensible default and what the test is about. */
import type { Location, Party, Visit } from '../../src/worker/queue/queue.ts';

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
    trialEndsAt: null,
    holdMs: 300_000,
    paused: false,
    closed: false,
    lastJoinedAt: 0,
    lastRank: 0,
    version: 0,
    ...about,
  };
}

export function aParty(about: Partial<Party> = {}): Party {
  return {
    firstName: 'Maya',
    lastName: 'Putri',
    phoneNumber: '',
    numGuests: 2,
    waitingPreference: 'on_premises',
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
    endedAt: null,
    text: null,
    promise: { minutes: 0, low: 0, high: 0, method: 'fixed' },
    revision: 0,
    ...about,
  };
}
