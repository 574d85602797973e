/**
 * The rules of one location's queue, pure: what a command does to a visit and to the location's balances, and what
 * it owes to the world outside. No clock, no ids, no storage; those are arguments. The states are decision 3's:
 * waiting -> admitted | left | removed, and an admitted visit keeps its spot until its hold ends.
 */
import type { RefusalCode } from '../../shared/copy/refusals.ts';
import { WAITING_PER_SENDER_MAX } from '../../shared/limits.ts';
import type { TextState, VisitStatus, WaitingPreference } from '../../shared/queue-view.ts';
import { estimateWait, type WaitEstimate } from './estimate.ts';

/** One party's stay. Times are epoch milliseconds; `phoneNumber` is '' when the guest gave none. */
export type Visit = {
  id: string;
  firstName: string;
  lastName: string;
  phoneNumber: string;
  numGuests: number;
  waitingPreference: WaitingPreference;
  joinedAt: number;
  /** The order of the line: smaller is nearer to the door. */
  rank: number;
  status: VisitStatus;
  admittedAt: number | null;
  holdEndsAt: number | null;
  holdExpired: boolean;
  /** When the visit was left or removed. */
  endedAt: number | null;
  /** The turn text; null while none is owed. */
  text: TextState | null;
  /** What the guest was told when joining. */
  promise: WaitEstimate;
  /** Counts the history events of this visit, so that the last one wins wherever they arrive. */
  revision: number;
};

export type Location = {
  businessId: string;
  businessName: string;
  username: string;
  address: string;
  timezone: string;
  customerCredits: number;
  smsCredits: number;
  trialEndsAt: number | null;
  holdMs: number;
  paused: boolean;
  closed: boolean;
  lastJoinedAt: number;
  lastRank: number;
  /** Counts changes, for pages to notice one they missed. */
  version: number;
};

export type Party = Pick<Visit, 'firstName' | 'lastName' | 'phoneNumber' | 'numGuests' | 'waitingPreference'>;

/** What a decision owes outside the object. Goes through the outbox. */
export type Effect = { kind: 'turn_text'; to: string; expiresAt: number } | { kind: 'history' };

/** The state after a command. Nothing has happened until it is committed. */
export type Decided = { ok: true; location: Location; visit: Visit; effects: Effect[] };
export type Decision = Decided | { ok: false; code: RefusalCode };

/** What the location may still give away: nothing once the trial is over, even if no cron has run (decision 16). */
export function creditsNow(location: Location, now: number): { customerCredits: number; smsCredits: number } {
  if (trialOver(location, now)) return { customerCredits: 0, smsCredits: 0 };
  return { customerCredits: location.customerCredits, smsCredits: location.smsCredits };
}

/** Why nobody may join now, or null (decision 10). */
export function refusalToJoin(location: Location, now: number): RefusalCode | null {
  if (location.closed) return 'location_closed';
  if (trialOver(location, now)) return 'trial_expired';
  if (location.paused) return 'joining_paused';
  if (location.customerCredits < 1) return 'no_credits';
  return null;
}

/**
 * A party joins at the end of the line and reserves one customer credit. Of those `ahead`, `fromSender` came from the
 * same network address: nobody can fill a rival's line alone. Join times are strictly increasing within a
 * location, so that a name and a time name one visit (decision 4).
 */
export function join(
  location: Location,
  party: Party,
  id: string,
  line: { ahead: number; fromSender: number },
  now: number,
): Decision {
  const refusal = refusalToJoin(location, now);
  if (refusal !== null) return { ok: false, code: refusal };
  if (line.fromSender >= WAITING_PER_SENDER_MAX) return { ok: false, code: 'too_many_requests' };
  const joinedAt = Math.max(now, location.lastJoinedAt + 1);
  const rank = location.lastRank + 1;
  return {
    ok: true,
    location: {
      ...location,
      customerCredits: location.customerCredits - 1,
      lastJoinedAt: joinedAt,
      lastRank: rank,
      version: location.version + 1,
    },
    visit: {
      ...party,
      id,
      joinedAt,
      rank,
      status: 'waiting',
      admittedAt: null,
      holdEndsAt: null,
      holdExpired: false,
      endedAt: null,
      text: null,
      promise: estimateWait(line.ahead),
      revision: 0,
    },
    effects: [],
  };
}

/**
 * The owner admits a waiting party: the hold starts, and a guest who waits elsewhere is owed a text, paid with one
 * SMS credit from this moment (decision 14).
 */
export function admit(location: Location, visit: Visit, now: number): Decision {
  const refusal = refusalUnlessWaiting(visit);
  if (refusal !== null) return { ok: false, code: refusal };
  const holdEndsAt = now + location.holdMs;
  const text = textOwed(location, visit, now);
  const effects: Effect[] = [{ kind: 'history' }];
  if (text?.status === 'queued') {
    effects.push({ kind: 'turn_text', to: visit.phoneNumber, expiresAt: holdEndsAt });
  }
  return {
    ok: true,
    location: {
      ...location,
      smsCredits: text?.status === 'queued' ? location.smsCredits - 1 : location.smsCredits,
      version: location.version + 1,
    },
    visit: {
      ...visit,
      status: 'admitted',
      admittedAt: now,
      holdEndsAt,
      text,
      revision: visit.revision + 1,
    },
    effects,
  };
}

/** The owner takes a waiting party out of the line; its customer credit comes back. */
export function remove(location: Location, visit: Visit, now: number): Decision {
  return endWaiting(location, visit, 'removed', now);
}

/**
 * The location closes for good: nobody may join any more, and everybody still waiting is removed. Answers the visits
 * it removed, each with what it owes, and the location after all of it.
 */
export function close(
  location: Location,
  waiting: Visit[],
  now: number,
): { location: Location; removed: Decided[] } {
  const removed: Decided[] = [];
  let after: Location = { ...location, closed: true };
  for (const visit of waiting) {
    const decision = remove(after, visit, now);
    if (!decision.ok) throw new Error(`a waiting visit could not be removed: ${decision.code}`);
    after = decision.location;
    removed.push(decision);
  }
  return { location: after, removed };
}

/** A waiting guest gives up the place. Repeating it changes nothing and is no error. */
export function leave(location: Location, visit: Visit, now: number): Decision {
  if (visit.status === 'left') return { ok: true, location, visit, effects: [] };
  return endWaiting(location, visit, 'left', now);
}

/** A waiting guest chooses another way to wait; place, party and history stay. */
export function changePreference(
  location: Location,
  visit: Visit,
  choice: Pick<Visit, 'waitingPreference' | 'phoneNumber'>,
): Decision {
  const refusal = refusalUnlessWaiting(visit);
  if (refusal !== null) return { ok: false, code: refusal };
  return {
    ok: true,
    location: { ...location, version: location.version + 1 },
    visit: {
      ...visit,
      waitingPreference: choice.waitingPreference,
      // Staying on the premises does not forget a number given before: the guest may switch back.
      phoneNumber: choice.phoneNumber === '' ? visit.phoneNumber : choice.phoneNumber,
    },
    effects: [],
  };
}

/** The hold's absolute end has come: marks it, once. Null before that time and for every visit without a running hold. */
export function endHold(location: Location, visit: Visit, now: number): Decided | null {
  if (visit.status !== 'admitted' || visit.holdExpired || !holdHasEnded(visit, now)) return null;
  return {
    ok: true,
    location: { ...location, version: location.version + 1 },
    visit: { ...visit, holdExpired: true },
    effects: [],
  };
}

/** Whether the spot is no longer held. The clock decides; the mark only says that everybody has been told. */
export function holdHasEnded(visit: Visit, now: number): boolean {
  return visit.holdExpired || (visit.holdEndsAt !== null && now >= visit.holdEndsAt);
}

/** What is known of a turn text. `refused` and `expired` give the SMS credit back: nothing was sent. */
export type TextProgress = 'queued' | 'sending' | 'sent' | 'refused' | 'expired' | 'unknown';

/** Writes the progress of a turn text to its visit. A text that may have gone out stays paid. */
export function trackText(location: Location, visit: Visit, outcome: TextProgress): Decided {
  const refunded = outcome === 'refused' || outcome === 'expired';
  return {
    ok: true,
    location: {
      ...location,
      smsCredits: refunded ? location.smsCredits + 1 : location.smsCredits,
      version: location.version + 1,
    },
    visit: { ...visit, text: refunded ? { status: 'failed', error: outcome } : { status: outcome } },
    effects: [],
  };
}

/** Whether joining again brings this visit back: in line, or admitted with its spot still held (decision 9). */
export function isLive(visit: Visit, now: number): boolean {
  if (visit.status === 'waiting') return true;
  return visit.status === 'admitted' && !holdHasEnded(visit, now);
}

/** Whether a text could reach what the guest typed: 6 to 15 digits, nothing but digits and the usual separators. */
export function isDialable(phoneNumber: string): boolean {
  if (!/^\+?[\d\s().\-/]+$/.test(phoneNumber)) return false;
  const digits = phoneNumber.replace(/\D/g, '').length;
  return digits >= 6 && digits <= 15;
}

function textOwed(location: Location, visit: Visit, now: number): TextState | null {
  if (visit.waitingPreference !== 'wait_anywhere') return null;
  if (!isDialable(visit.phoneNumber)) return { status: 'not_sent', error: 'number_unreachable' };
  if (creditsNow(location, now).smsCredits < 1) return { status: 'not_sent', error: 'no_sms_credits' };
  return { status: 'queued' };
}

function endWaiting(location: Location, visit: Visit, status: 'left' | 'removed', now: number): Decision {
  const refusal = refusalUnlessWaiting(visit);
  if (refusal !== null) return { ok: false, code: refusal };
  return {
    ok: true,
    location: {
      ...location,
      customerCredits: location.customerCredits + 1,
      version: location.version + 1,
    },
    visit: { ...visit, status, endedAt: now, revision: visit.revision + 1 },
    effects: [{ kind: 'history' }],
  };
}

function refusalUnlessWaiting(visit: Visit): RefusalCode | null {
  switch (visit.status) {
    case 'waiting':
      return null;
    case 'admitted':
    case 'arrived':
    case 'no_show':
      return 'already_admitted';
    case 'left':
    case 'removed':
      return 'not_waiting';
  }
}

function trialOver(location: Location, now: number): boolean {
  return location.trialEndsAt !== null && now >= location.trialEndsAt;
}
