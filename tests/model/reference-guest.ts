/** One guest of the reference: what is known of a visit, what it refuses, and what its text means. */
import type { RefusalCode } from '../../src/shared/copy/refusals.ts';
import type { Language } from '../../src/shared/languages.ts';
import type { TextState, VisitStatus } from '../../src/shared/queue-view.ts';
import type { Progress } from './deliveries-in-memory.ts';

const meaningOf = {
  sent: 'sent',
  refused: 'refused',
  unknown: 'unknown',
  'no answer': 'unknown',
  later: 'queued',
} as const;

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
  settled: boolean;
  calledAgainAt: number | null;
  onMyWayAt: number | null;
  moreTimeAt: number | null;
  moved: boolean;
  calls: number;
  text: TextState | null;
};

/** How a guest wants to wait, and what they read. */
export type Wish = Pick<Guest, 'wantsText' | 'phone' | 'language'>;

/** What a text costs: it may still be taken back, is on its way, may have gone out, or has cost nothing. */
export type TextCost = 'owed' | 'begun' | 'spent' | 'returned';

/** Somebody who has just come. */
export function newcomer(sender: string | null, joinedAt: number, choice: Wish): Guest {
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
    settled: false,
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
  { visitId, call, progress, answer, crashed }: Progress,
): { cost: TextCost; isShown: boolean; text: TextState | null } {
  const key = `${visitId} ${call}`;
  const isWanted = guest.status === 'admitted' && guest.calls === call;
  const expected = progress === 'sending' || progress === 'withdrawn' ? 'owed' : 'begun';
  if (before !== expected) throw new Error(`the text ${key} is ${before} and cannot be ${progress}`);
  if (progress === 'sending' && !isWanted) throw new Error(`nobody wants the text ${key} any more`);
  if (progress === 'withdrawn' && isWanted) throw new Error(`the text ${key} was wanted`);
  if (crashed && progress !== 'unknown') throw new Error(`the text ${key} may be on its way already`);
  if (answer !== null && progress !== meaningOf[answer])
    throw new Error(`${answer} does not mean ${progress}`);
  if (answer === null && !crashed && !['sending', 'withdrawn', 'expired'].includes(progress)) {
    throw new Error(`nobody said that the text ${key} is ${progress}`);
  }
  const isShown = guest.status !== 'waiting' && guest.calls === call;
  return { cost: costOf(progress), isShown, text: shownAs(progress) };
}

export function refusalOfWaiting({ status }: Guest): RefusalCode | null {
  if (status === 'waiting') return null;
  return status === 'left' || status === 'removed' ? 'not_waiting' : 'already_admitted';
}

export function refusalOfAdmitted({ status, settled }: Guest): RefusalCode | null {
  if (status === 'arrived' || status === 'no_show' || settled) return 'already_settled';
  return status === 'admitted' ? null : 'not_admitted';
}

/** Whether a text could reach it: the stories give either a number or words. */
export function isNumber(phone: string): boolean {
  return phone.startsWith('+62');
}

function costOf(progress: Progress['progress']): TextCost {
  if (progress === 'queued') return 'owed';
  if (progress === 'sending') return 'begun';
  return progress === 'sent' || progress === 'unknown' ? 'spent' : 'returned';
}

function shownAs(progress: Progress['progress']): TextState | null {
  if (progress === 'withdrawn') return null;
  if (progress === 'refused' || progress === 'expired') return { status: 'failed', error: progress };
  return { status: progress };
}
