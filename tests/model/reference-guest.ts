/** One guest of the reference: what is known of a visit, what it refuses, and what its text means. */
import type { RefusalCode } from '../../src/shared/copy/en/refusals.ts';
import type { Language } from '../../src/shared/languages.ts';
import type { TextState, VisitStatus } from '../../src/shared/contracts/queue-view.ts';
import type { Progress, TextAnswer } from './deliveries-in-memory.ts';

/** What each answer to a call means for its text. */
const meaningOf: Record<TextAnswer, Progress['to']> = {
  sent: 'sent',
  refused: 'refused',
  unknown: 'unknown',
  'taken, answer lost': 'unknown',
  'not taken, answer lost': 'unknown',
  later: 'queued',
  stopped: 'queued',
};

/** What may become of a text next; a receipt may come whenever it may be on its way. */
const mayBecome: Record<TextCost, Progress['to'][]> = {
  pending: ['sending', 'withdrawn', 'expired'],
  begun: ['queued', 'refused', 'unknown', 'sent', 'delivered', 'undelivered', 'failed'],
  unconfirmed: [
    'sending',
    'withdrawn',
    'expired',
    'not_taken',
    'unknown',
    'sent',
    'delivered',
    'undelivered',
    'failed',
  ],
  spent: ['delivered', 'undelivered', 'failed'],
  // The provider took none of these: it has nothing more to say.
  returned: [],
  arrived: [],
};

export type Guest = {
  status: VisitStatus;
  sender: string | null;
  joinedAt: number;
  wantsText: boolean;
  phone: string;
  language: Language;
  /** The customer credit is spent for good. */
  paid: boolean;
  heldUntil: number | null;
  admittedAt: number | null;
  endedAt: number | null;
  holdNoted: boolean;
  autoResolved: boolean;
  calledAgainAt: number | null;
  onMyWayAt: number | null;
  moreTimeAt: number | null;
  moved: boolean;
  calls: number;
  text: TextState | null;
};

/** How a guest wants to wait, and what they read. */
export type TextChoice = Pick<Guest, 'wantsText' | 'phone' | 'language'>;

/**
 * What a text costs: it may still be taken back, is being sent, may have gone out, was taken by the provider, has cost
 * nothing, or has come to its end.
 */
export type TextCost = 'pending' | 'begun' | 'unconfirmed' | 'spent' | 'returned' | 'arrived';

/** Somebody who has just come. */
export function newcomer(sender: string | null, joinedAt: number, choice: TextChoice): Guest {
  return {
    status: 'waiting',
    sender,
    joinedAt,
    ...choice,
    paid: false,
    heldUntil: null,
    admittedAt: null,
    endedAt: null,
    holdNoted: false,
    autoResolved: false,
    calledAgainAt: null,
    onMyWayAt: null,
    moreTimeAt: null,
    moved: false,
    calls: 0,
    text: null,
  };
}

/**
 * What the text of a call costs and whether its guest's visit shows it, after one step. Throws for a step that no such
 * text may take.
 */
export function stepOfText(
  guest: Guest,
  before: TextCost | undefined,
  { visitId, call, to, answer }: Progress,
): { cost: TextCost; isShown: boolean; text: TextState | null } {
  const key = `${visitId} ${call}`;
  const isWanted = guest.status === 'admitted' && guest.calls === call;
  if (before === undefined || !mayBecome[before].includes(to)) {
    throw new Error(`the text ${key} is ${before} and cannot be ${to}`);
  }
  if (to === 'sending' && !isWanted) throw new Error(`nobody wants the text ${key} any more`);
  if (to === 'withdrawn' && isWanted) throw new Error(`the text ${key} was wanted`);
  if (answer !== null && to !== meaningOf[answer]) throw new Error(`${answer} does not mean ${to}`);
  if (answer === null && (to === 'queued' || to === 'refused')) {
    throw new Error(`nobody said that the text ${key} is ${to}`);
  }
  const isShown = guest.status !== 'waiting' && guest.calls === call;
  return { cost: costOf(to), isShown, text: shownAs(to) };
}

export function refusalOfWaiting({ status }: Guest): RefusalCode | null {
  if (status === 'waiting') return null;
  return status === 'left' || status === 'removed' ? 'not_waiting' : 'already_admitted';
}

export function refusalOfAdmitted({ status, autoResolved }: Guest): RefusalCode | null {
  if (status === 'arrived' || status === 'no_show' || autoResolved) return 'already_settled';
  return status === 'admitted' ? null : 'not_admitted';
}

/** Whether a text could reach it: the stories give either a number or words. */
export function isNumber(phone: string): boolean {
  return phone.startsWith('+62');
}

function costOf(to: Progress['to']): TextCost {
  if (to === 'queued') return 'pending';
  if (to === 'sending') return 'begun';
  if (to === 'unknown') return 'unconfirmed';
  if (to === 'sent') return 'spent';
  return to === 'delivered' || to === 'undelivered' ? 'arrived' : 'returned';
}

function shownAs(to: Progress['to']): TextState | null {
  if (to === 'withdrawn') return null;
  if (to === 'failed') return { status: 'failed', error: 'refused' };
  const isEnd = to === 'refused' || to === 'expired' || to === 'not_taken' || to === 'undelivered';
  return isEnd ? { status: 'failed', error: to } : { status: to };
}
