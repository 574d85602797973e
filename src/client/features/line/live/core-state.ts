/** Builds the state for the queue rules from the page's view of a location. Pure. */
import { countries } from '../../../../shared/countries.ts';
import { DEFAULT_LANGUAGE } from '../../../../shared/languages.ts';
import type { LocationView, VisitView } from '../../../../shared/contracts/queue-view.ts';
import { MemoryStorage, snapshotOf } from '../../../../shared/queue/memory-storage.ts';
import { unknownPace } from '../../../../shared/queue/rules/estimate.ts';
import { RANK_STEP } from '../../../../shared/queue/rules/line.ts';
import { splitSettings } from '../../../../shared/queue/settings.ts';
import {
  MAIN_SERVICE,
  type Location,
  type TextNumber,
  type Undo,
  type Visit,
} from '../../../../shared/queue/state.ts';

/** Cache of states. Views are immutable, so each state is built once. */
const states = new WeakMap<LocationView, MemoryStorage>();

/** The state of a location and its visits. Values unknown to the page are chosen so that they cause no refusal. */
export function coreState(view: LocationView): MemoryStorage {
  const known = states.get(view);
  if (known !== undefined) return known;
  const state = new MemoryStorage(view.id, snapshotOf(locationOf(view, null), visitsOf(view)));
  states.set(view, state);
  return state;
}

/** The same state with an undo offer. */
export function coreStateOffering(view: LocationView, undo: Undo | null): MemoryStorage {
  return new MemoryStorage(view.id, { ...coreState(view).snapshot, location: locationOf(view, undo) });
}

/** A rank for this position in line, from 1, between the ranks of its neighbours. */
export function rankAt(position: number): number {
  return (position - 1 / 2) * RANK_STEP;
}

function locationOf(view: LocationView, undo: Undo | null): Location {
  const { settings, paused, timezone, customerCredits, customerDebt = 0, smsCredits, queue } = view;
  const set = splitSettings({ ...settings, paused, timezone });
  return {
    profile: {
      businessId: '',
      businessName: view.businessName,
      username: '',
      address: view.address,
      closedAt: null,
    },
    settings: set.location,
    credits: {
      customerCredits,
      customerDebt,
      // No prediction needs the limit of the debt.
      customerCreditsMonth: 0,
      smsCredits,
      revision: 0,
      endAt: null,
      billingRevision: 0,
      guestsLeft: null,
    },
    health: { textBreaker: null, databaseAwaySince: null },
    services: {
      [MAIN_SERVICE]: {
        settings: set.service,
        lastRank: queue.length * RANK_STEP,
        pace: unknownPace,
        undo,
      },
    },
    lastJoinedAt: 0,
    version: 0,
  };
}

function visitsOf(view: LocationView): Visit[] {
  const { queue, admittedCustomers, removedCustomers } = view;
  return [...queue, ...admittedCustomers, ...removedCustomers].map((visit) => visitOf(visit, view));
}

function visitOf(visit: VisitView, { settings }: LocationView): Visit {
  const {
    id,
    firstName,
    lastName,
    phoneNumber = '',
    numGuests,
    waitingPreference,
    note = '',
    status,
  } = visit;
  return {
    id,
    serviceId: MAIN_SERVICE,
    firstName,
    lastName,
    phoneNumber,
    textNumber: textNumberOf(visit, settings),
    numGuests,
    waitingPreference,
    note,
    earlierNames: [],
    language: DEFAULT_LANGUAGE,
    joinedAt: Date.parse(visit.joinedAt),
    rank: (visit.position ?? 0) * RANK_STEP,
    status,
    admittedAt: epochMs(visit.admittedAt),
    holdEndsAt: epochMs(visit.holdEndsAt),
    holdExpired: visit.holdExpired ?? false,
    autoResolved: false,
    calledAgainAt: epochMs(visit.calledAgainAt),
    endedAt: epochMs(visit.leftAt ?? visit.removedAt ?? visit.arrivedAt),
    servedAt: null,
    charged: true,
    onMyWayAt: epochMs(visit.onMyWayAt),
    moreTimeAt: epochMs(visit.moreTimeAt),
    moved: false,
    // Before the turn, `message` only says that no text can reach the number. The rules find that out themselves.
    text: status === 'waiting' ? null : (visit.message ?? null),
    textCredits: 1,
    summonCount: 0,
    almostThereNotified: true,
    promise: { minutes: 0, low: 0, high: 0, method: 'fixed', learnedMs: 0, ...visit.promised },
    revision: 0,
  };
}

/**
 * The number for texts. If the server has said that it cannot get texts, the result makes the rules refuse it for the
 * same reason.
 */
function textNumberOf(
  { phoneNumber, message }: VisitView,
  { country, textCountries }: LocationView['settings'],
): TextNumber | null {
  if (phoneNumber === undefined || message?.error === 'number_unreachable') return null;
  const isTexted = (one: TextNumber['country']) => one === country || textCountries.includes(one);
  const isForeign = message?.error === 'foreign_number';
  const of = countries.find((one) => isTexted(one) !== isForeign);
  return of === undefined ? null : { e164: phoneNumber, country: of };
}

function epochMs(iso: string | undefined): number | null {
  return iso === undefined ? null : Date.parse(iso);
}
