/** Rules of the turn text: when it is queued, its cost, its delivery state. Pure. */
import type { Effect } from '../../decision.ts';
import type { Language } from '../../../languages.ts';
import type { TextState } from '../../../contracts/queue-view.ts';
import type { TextFault, TextProgress } from '../../../text/text-states.ts';
import type { NumberObstacle } from '../../../visit-values.ts';
import { creditsNow } from '../credits.ts';
import { withCredits, type Location, type Visit } from '../../state.ts';

/**
 * The call number of the "almost there" text, which belongs to no call. The calls of a visit have the numbers from 1.
 */
export const NOT_A_SUMMON = 0;

/** States of texts that we gave up as not sent. The credits of these texts were returned. */
const givenUp: ReadonlySet<TextProgress> = new Set(['refused', 'expired', 'not_taken', 'withdrawn']);
const open: ReadonlySet<TextProgress> = new Set(['queued', 'sending', 'unknown']);
const providerWords: ReadonlySet<TextProgress> = new Set(['sent', 'delivered', 'undelivered', 'failed']);

/** A step of one text's delivery, with the number of its call and its reserved credits. */
type TextStep = {
  call: number;
  credits: number;
  from: TextProgress;
  to: TextProgress;
  why?: TextFault | undefined;
};

/**
 * Whether the progress of a text can change from one state to the other. Receipts may come late, twice and in any
 * order, so a state from the provider is recorded only if it is later than the provider's last state. A state from the
 * provider also replaces a state that we have only inferred.
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
 * Why this number never gets a text; null if the number can get texts. Only countries that the owner has chosen are
 * allowed, to prevent fraud with foreign premium numbers.
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

/** Languages that need UCS-2. Texts in these languages have two segments and cost twice as much. */
const twoTextLanguages: ReadonlySet<Language> = new Set(['ar']);

/** The size of a text: its segments, and their cost in SMS credits. */
export type TextCost = { segments: 1 | 2; credits: number };

/**
 * The cost of a text to this guest: two segments if the guest's language needs two segments and the `available` credits
 * are enough. Otherwise the text has one segment, in GSM-7: it is in a GSM-7 language, in English, or in the owner's
 * own wording.
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

/**
 * Queues a text of the visit and charges its SMS credits at once, or records in the visit why there is no text.
 * `expiresAt` is the end of the hold.
 */
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

/** Withdraws a text whose sending has not begun. A text on its way cannot be recalled. */
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
 * Whether the text of this call should still be sent: the visit is admitted, and no later call followed. The "almost
 * there" text should be sent only before the first call.
 */
export function isTextWanted(visit: Visit, call: number): boolean {
  if (call === NOT_A_SUMMON) return visit.status === 'waiting' && visit.summonCount === NOT_A_SUMMON;
  return visit.status === 'admitted' && visit.summonCount === call;
}

/**
 * Whether a queued text should still be sent to this number (E.164). The text should not be sent if the visit's number
 * or preference was changed after the text was queued. A text that was queued before its guest was erased is still
 * sent.
 */
export function isForNumber(visit: Visit, to: string): boolean {
  const isErased = visit.firstName === '';
  return isErased || (visit.waitingPreference === 'wait_anywhere' && visit.textNumber?.e164 === to);
}

/**
 * Records a step of a text, if it `advances`. A text that may have been sent is charged, even if the carrier could not
 * deliver it. The credits of a text that the provider did not send are returned. If such a text was sent after all, its
 * credits are charged again, as far as the balance allows. `credits` of the result: the credits that a later return
 * gives back. The visit shows only the text of its last call, and no text while it waits. Steps of other texts change
 * only the balance.
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

/** The state of a text as staff see it; null for a withdrawn text. */
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
