/** The text that tells a guest it is their turn: when one is owed, what it costs, what became of it. Pure. */
import type { TextState } from '../../../shared/queue-view.ts';
import { creditsNow } from './credits.ts';
import type { Effect, Location, Visit } from './visit.ts';

/** What is known of a text. `refused`, `expired` and `withdrawn` give the SMS credit back: nothing was sent. */
export type TextProgress = 'queued' | 'sending' | 'sent' | 'refused' | 'expired' | 'withdrawn' | 'unknown';

/** Why no text can reach this guest now, or null when one can. A guest who waits on the premises asked for none. */
export function obstacleToText(
  location: Location,
  visit: Visit,
  now: number,
): 'not_wanted' | 'number_unreachable' | 'no_sms_credits' | null {
  if (visit.waitingPreference !== 'wait_anywhere') return 'not_wanted';
  if (!isDialable(visit.phoneNumber)) return 'number_unreachable';
  return creditsNow(location, now).smsCredits < 1 ? 'no_sms_credits' : null;
}

/**
 * Owes the visit one more text, paid with one SMS credit from this moment (decision 14), or notes why there is none.
 * `expiresAt` is the hold's end: afterwards it would be wrong.
 */
export function oweText(
  location: Location,
  visit: Visit,
  { dueAt, expiresAt }: { dueAt: number; expiresAt: number },
  now: number,
): { location: Location; visit: Visit; effects: Effect[] } {
  const obstacle = obstacleToText(location, visit, now);
  if (obstacle !== null) {
    const text: TextState | null = obstacle === 'not_wanted' ? null : { status: 'not_sent', error: obstacle };
    return { location, visit: { ...visit, text }, effects: [] };
  }
  return {
    location: { ...location, smsCredits: location.smsCredits - 1 },
    visit: { ...visit, text: { status: 'queued' } },
    effects: [{ kind: 'turn_text', to: visit.phoneNumber, dueAt, expiresAt }],
  };
}

/** Takes a text back that nobody has begun to send; one that is on its way cannot be recalled. */
export function withdrawText(
  location: Location,
  visit: Visit,
): { location: Location; visit: Visit; effects: Effect[] } {
  if (visit.text?.status !== 'queued') return { location, visit, effects: [] };
  return {
    location: { ...location, smsCredits: location.smsCredits + 1 },
    visit: { ...visit, text: null },
    effects: [{ kind: 'cancel_text' }],
  };
}

/** Whether the text of this call still has to be sent: the guest was not called since, and the admission still stands. */
export function isTextWanted(visit: Visit, call: number): boolean {
  return visit.status === 'admitted' && visit.calls === call;
}

/**
 * Writes the progress of a call's text. One that may have gone out stays paid. The visit shows the text of its last call,
 * and none while it waits or once that was taken back: what becomes of an earlier one concerns the balance alone.
 */
export function trackText(
  location: Location,
  visit: Visit,
  call: number,
  progress: TextProgress,
): { location: Location; visit: Visit } {
  const refunded = progress === 'refused' || progress === 'expired' || progress === 'withdrawn';
  const shown = visit.status !== 'waiting' && visit.calls === call;
  return {
    location: {
      ...location,
      smsCredits: refunded ? location.smsCredits + 1 : location.smsCredits,
      version: location.version + 1,
    },
    visit: shown ? { ...visit, text: textState(progress) } : visit,
  };
}

/** Whether a text could reach what the guest typed: 6 to 15 digits, nothing but digits and the usual separators. */
export function isDialable(phoneNumber: string): boolean {
  if (!/^\+?[\d\s().\-/]+$/.test(phoneNumber)) return false;
  const digits = phoneNumber.replace(/\D/g, '').length;
  return digits >= 6 && digits <= 15;
}

function textState(progress: TextProgress): TextState | null {
  if (progress === 'withdrawn') return null;
  return progress === 'refused' || progress === 'expired'
    ? { status: 'failed', error: progress }
    : { status: progress };
}
