/** Builds the state for the queue rules from the page's view of a location. Pure. */
import { countries } from '../../../../shared/countries.ts';
import { DEFAULT_LANGUAGE } from '../../../../shared/languages.ts';
import type { LocationView, VisitView } from '../../../../shared/contracts/queue-view.ts';
import { MemoryStorage, snapshotOf } from '../../../../shared/queue/memory-storage.ts';
import { noAlmostThere } from '../../../../shared/queue/rules/texts/almost-there.ts';
import { unknownPace } from '../../../../shared/queue/rules/estimate/estimate.ts';
import { RANK_STEP } from '../../../../shared/queue/rules/line.ts';
import { splitSettings } from '../../../../shared/queue/settings.ts';
import {
  MAIN_SERVICE,
  type Location,
  type TextNumber,
  type Undo,
  type Visit,
} from '../../../../shared/queue/state.ts';
import { visitIn } from './apply-change.ts';

/** Cache of states. Views are immutable, so each state is built once. */
const states = new WeakMap<LocationView, MemoryStorage>();

/**
 * Returns the state of a location and its visits. Values that the page does not have are replaced by values that cause
 * no refusal.
 */
export function coreState(view: LocationView): MemoryStorage {
  const known = states.get(view);
  if (known !== undefined) return known;
  const state = new MemoryStorage(view.id, snapshotOf(locationOf(view, []), visitsOf(view)));
  states.set(view, state);
  return state;
}

/** Returns a copy of the state in which this visit can return to the line at `position` by an undo or a recall. */
export function coreStateReturning(
  view: LocationView,
  { id }: VisitView,
  position: number | undefined,
): MemoryStorage {
  const { snapshot } = coreState(view);
  const [shown, known] = [visitIn(view, id), snapshot.visits.get(id)];
  if (shown === undefined || known === undefined) return coreState(view);
  // A rank between the ranks of the visit's future neighbours.
  const rank = ((position ?? positionByJoin(view, shown)) - 1 / 2) * RANK_STEP;
  return new MemoryStorage(view.id, {
    ...snapshot,
    location: locationOf(view, undosOf(shown, rank)),
    visits: new Map([...snapshot.visits, [id, { ...known, rank }]]),
  });
}

/**
 * Returns the probable position of a visit that returns to the line. The position is not certain, because only the
 * server knows whether staff had moved the visit.
 */
function positionByJoin({ queue }: LocationView, { joinedAt }: VisitView): number {
  const behind = queue.findIndex((visit) => visit.joinedAt > joinedAt);
  return behind === -1 ? queue.length + 1 : behind + 1;
}

function undosOf({ id, status, undoUntil }: VisitView, rank: number): Undo[] {
  const of = undoneBy[status];
  if (undoUntil === undefined || of === undefined) return [];
  return [{ visitId: id, of, until: Date.parse(undoUntil), rank, charged: true, pace: null }];
}

/** The action that an undo reverts, for each status of the visit after the action. */
const undoneBy: Partial<Record<VisitView['status'], Undo['of']>> = {
  admitted: 'admit',
  removed: 'remove',
  arrived: 'arrived',
  no_show: 'no-show',
};

function locationOf(view: LocationView, undos: readonly Undo[]): Location {
  const { settings, paused, timezone, customerCredits, customerDebt = 0, smsCredits, queue } = view;
  const set = splitSettings({ ...settings, paused, timezone, memberCharts: settings.memberCharts ?? false });
  return {
    profile: {
      businessId: '',
      businessName: view.businessName,
      username: '',
      address: view.address,
      homeCountry: null,
      closedAt: null,
    },
    settings: set.location,
    credits: {
      customerCredits,
      customerDebt,
      // `customerCreditsMonth` limits the debt; no prediction uses the value.
      customerCreditsMonth: 0,
      smsCredits,
      revision: 0,
      endAt: null,
      billingRevision: 0,
      guestsLeft: null,
    },
    health: { textBreaker: null, textStop: null, databaseAwaySince: null },
    services: {
      [MAIN_SERVICE]: {
        settings: set.service,
        lastRank: queue.length * RANK_STEP,
        pace: unknownPace,
        undos,
        onDuty: [],
        almostThere: noAlmostThere,
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
    discarded = false,
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
    returnedAt: null,
    rank: (visit.position ?? 0) * RANK_STEP,
    status,
    admittedAt: epochMs(visit.admittedAt),
    holdEndsAt: epochMs(visit.holdEndsAt),
    holdExpired: visit.holdExpired ?? false,
    holdRestartedAt: null,
    autoResolved: false,
    calledAgainAt: epochMs(visit.calledAgainAt),
    endedAt: epochMs(visit.leftAt ?? visit.removedAt ?? visit.arrivedAt ?? visit.noShowAt),
    waitExpired: visit.waitExpired ?? false,
    servedAt: null,
    charged: true,
    discarded,
    onMyWayAt: epochMs(visit.onMyWayAt),
    moreTimeAt: epochMs(visit.moreTimeAt),
    moved: false,
    // While a visit is waiting, `message` says only that no text can reach the number. The rules find the reason from
    // the number itself.
    text: status === 'waiting' ? null : (visit.message ?? null),
    textCredits: 1,
    summonCount: 0,
    almostThereNotified: true,
    isWalkIn: false,
    pageGone: visit.pageGone ?? false,
    promise: { minutes: 0, low: 0, high: 0, method: 'fixed', learnedMs: 0 },
    revision: 0,
  };
}

/**
 * The number for texts. If the server refuses texts to the number, the result is a number that the rules refuse for the
 * same reason.
 */
function textNumberOf(
  { phoneNumber, message, textCredits }: VisitView,
  { country, textCountries }: LocationView['settings'],
): TextNumber | null {
  const error = message?.status === 'not_sent' ? message.error : undefined;
  if (phoneNumber === undefined || error === 'number_unreachable') return null;
  const isTexted = (one: TextNumber['country']) => one === country || textCountries.includes(one);
  const isForeign = error === 'foreign_number';
  const of = countries.find((one) => isTexted(one) !== isForeign);
  // The cost of the whole text is used as the price of one segment, because the page does not know the guest's
  // language.
  return of === undefined
    ? null
    : { e164: phoneNumber, country: of, ...(textCredits && { price: textCredits }) };
}

function epochMs(iso: string | undefined): number | null {
  return iso === undefined ? null : Date.parse(iso);
}
