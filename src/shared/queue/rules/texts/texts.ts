/** Rules of the turn text: its queue, its cost and its delivery state. Pure. */
import type { Effect } from '../../decision.ts';
import type { Language } from '../../../languages.ts';
import type { TextState } from '../../../contracts/queue-view.ts';
import type { TextFault, TextProgress } from '../../../text/text-states.ts';
import type { NumberObstacle } from '../../../visit-values.ts';
import { creditsNow } from '../credits.ts';
import { withCredits, type Location, type Visit } from '../../state.ts';

/** The call number of the "almost there" text, which belongs to no call. Calls are counted from 1. */
export const NOT_A_SUMMON = 0;

/** A text in one of these states is treated as not sent, and its credits are returned. */
const givenUp: ReadonlySet<TextProgress> = new Set(['refused', 'expired', 'not_taken', 'withdrawn']);
const open: ReadonlySet<TextProgress> = new Set(['queued', 'sending', 'unknown']);
const providerWords: ReadonlySet<TextProgress> = new Set(['sent', 'delivered', 'undelivered', 'failed']);

/** A change of a text's delivery state, with the number of the call and the credits that were charged for the text. */
type TextStep = {
  call: number;
  credits: number;
  from: TextProgress;
  to: TextProgress;
  why?: TextFault | undefined;
};

/**
 * Whether the progress of a text can change from one state to the other. A state from the provider is replaced only if
 * it is `sent`, because the provider's receipts may arrive late, twice and in any order. A state from the provider also
 * replaces a state that the Worker had only assumed.
 */
export function advances(from: TextProgress, to: TextProgress): boolean {
  if (open.has(from)) return true;
  if (givenUp.has(from)) return providerWords.has(to);
  return from === 'sent' && providerWords.has(to) && to !== 'sent';
}

/**
 * Why no text can be sent to this guest now; null if a text can be sent. A guest who waits on the premises gets no
 * text.
 */
export function obstacleToText(
  location: Location,
  visit: Visit,
  now: number,
): 'not_wanted' | NumberObstacle | 'no_sms_credits' | null {
  if (visit.waitingPreference !== 'wait_anywhere') return 'not_wanted';
  const obstacle = obstacleOfNumber(location, visit);
  if (obstacle !== null) return obstacle;
  return creditsNow(location, now).smsCredits < priceOf(visit) ? 'no_sms_credits' : null;
}

/** The SMS credits of one segment to the visit's number. */
export function priceOf({ textNumber }: Pick<Visit, 'textNumber'>): number {
  return textNumber?.price ?? 1;
}

/**
 * Why this number never gets a text; null if the number can get texts. Only numbers of the owner's chosen countries are
 * allowed. This prevents fraud with foreign premium numbers.
 */
export function obstacleOfNumber(
  { settings }: Pick<Location, 'settings'>,
  { textNumber }: Pick<Visit, 'textNumber'>,
): NumberObstacle | null {
  if (textNumber === null) return 'number_unreachable';
  const { country } = textNumber;
  const isNamed = country === settings.country || settings.textCountries.includes(country);
  return isNamed ? null : 'foreign_number';
}

/** The number to dial. Call this function only if there is no obstacle to a text. */
export function dialledNumber({ textNumber }: Pick<Visit, 'textNumber'>): string {
  if (textNumber === null) throw new Error('a text to no number');
  return textNumber.e164;
}

/** Languages that need UCS-2. A text in one of these languages has two segments and costs twice as much. */
const twoTextLanguages: ReadonlySet<Language> = new Set(['ar']);

/** The size of a text: its segments, and their cost in SMS credits. */
export type TextCost = { segments: 1 | 2; credits: number };

/**
 * The cost of a text to this guest. A text has two segments if the guest's language needs two segments, the owner has
 * no wording of their own (`ownWords` is null), and the `available` credits are enough. All other texts have one
 * segment in GSM-7. If the guest's language needs two segments but the text has only one, the text is in English.
 */
export function costOfText(
  visit: Pick<Visit, 'language' | 'textNumber'>,
  ownWords: string | null,
  available: number,
): TextCost {
  const price = priceOf(visit);
  const isLong = twoTextLanguages.has(visit.language) && ownWords === null && available >= 2 * price;
  return isLong ? { segments: 2, credits: 2 * price } : { segments: 1, credits: price };
}

/** Queues a text of the visit and charges its SMS credits at once, or records in the visit why there is no text. */
export function queueText(
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
  const cost = costOfText(visit, location.settings.turnText, creditsNow(location, now).smsCredits);
  const { credits } = cost;
  return {
    location: withCredits(location, { smsCredits: location.credits.smsCredits - credits }),
    visit: { ...visit, text: { status: 'queued' }, textCredits: credits },
    effects: [{ kind: 'turn_text', to: dialledNumber(visit), ...cost, dueAt, expiresAt }],
  };
}

/** Withdraws a text whose sending has not begun. A text that is being sent cannot be withdrawn. */
export function withdrawText(
  location: Location,
  visit: Visit,
): { location: Location; visit: Visit; effects: Effect[] } {
  if (visit.text?.status !== 'queued') return { location, visit, effects: [] };
  return {
    location: withCredits(location, { smsCredits: location.credits.smsCredits + visit.textCredits }),
    visit: { ...visit, text: null },
    effects: [{ kind: 'cancel_text' }],
  };
}

/**
 * Whether the text of this call should still be sent: the visit is admitted, and the guest was not called again after
 * this call. The "almost there" text should be sent only before the first call.
 */
export function isTextWanted(visit: Visit, call: number): boolean {
  if (call === NOT_A_SUMMON) return visit.status === 'waiting' && visit.summonCount === NOT_A_SUMMON;
  return visit.status === 'admitted' && visit.summonCount === call;
}

/**
 * Whether a queued text should still be sent to this number (E.164). The text is not sent if the visit's number or
 * preference has changed after the text was queued. The text is still sent if the guest's data were erased after the
 * text was queued.
 */
export function isForNumber(visit: Visit, to: string): boolean {
  const isErased = visit.firstName === '';
  return isErased || (visit.waitingPreference === 'wait_anywhere' && visit.textNumber?.e164 === to);
}

/**
 * Applies a new state of a text to its credits and its visit. A text that may have been sent is charged, even if it was
 * not delivered. The credits of a text that was not sent are returned. If a receipt later shows that the text was sent,
 * its credits are charged again, but not more than the balance. `credits` of the result: the credits that are charged
 * now and can be returned later. A visit shows only the text of its last call, and a waiting visit shows no text.
 */
export function trackText(
  location: Location,
  visit: Visit,
  { call, credits, from, to, why }: TextStep,
): { location: Location; visit: Visit; credits: number } {
  const { smsCredits } = location.credits;
  const isUnpaid = givenUp.has(to) || to === 'failed';
  const isChargedAgain = givenUp.has(from) && !isUnpaid;
  const isReturned = !givenUp.has(from) && isUnpaid;
  const paid = isChargedAgain ? Math.min(credits, smsCredits) : credits;
  const change = isChargedAgain ? -paid : isReturned ? paid : 0;
  const shown = call !== NOT_A_SUMMON && visit.status !== 'waiting' && visit.summonCount === call;
  return {
    location: {
      ...withCredits(location, { smsCredits: smsCredits + change }),
      version: location.version + 1,
    },
    visit: shown ? { ...visit, text: textState(to, why) } : visit,
    credits: paid,
  };
}

/** The state of a text as staff see it; null if the text was withdrawn. */
export function textState(progress: TextProgress, why: TextFault | undefined): TextState | null {
  switch (progress) {
    case 'queued':
      return { status: 'queued', ...(why && { error: why }) };
    case 'sending':
    case 'unknown':
    case 'sent':
    case 'delivered':
      return { status: progress };
    case 'withdrawn':
      return null;
    case 'failed':
      return { status: 'failed', error: why ?? 'refused' };
    case 'refused':
    case 'undelivered':
    case 'expired':
      return { status: 'failed', error: why ?? progress };
    case 'not_taken':
      return { status: 'failed', error: progress };
  }
}
