/** A guest in the reference model: the state, the refusals, and the effect of each step of a text. */
import type { RefusalCode } from '../../src/shared/copy/en/refusals.ts';
import type { Language } from '../../src/shared/languages.ts';
import type { TextState, VisitStatus } from '../../src/shared/contracts/queue-view.ts';
import type { Progress, TextAnswer } from './deliveries-in-memory.ts';

/** The state of a text after each answer of the provider. */
const meaningOf: Record<TextAnswer, Progress['to']> = {
  sent: 'sent',
  refused: 'refused',
  unknown: 'unknown',
  'taken, answer lost': 'unknown',
  'not taken, answer lost': 'unknown',
  later: 'queued',
  stopped: 'queued',
};

/** The possible next steps of a text by its cost. A receipt can come as soon as the text may have been sent. */
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
  // After `returned` or `arrived`, a text has no next step.
  returned: [],
  arrived: [],
};

export type Guest = {
  status: VisitStatus;
  /** First and last name in one string, or '' after the guest was erased. */
  name: string;
  earlierNames: string[];
  size: number;
  note: string;
  sender: string | null;
  joinedAt: number;
  /** The time at which the guest joined or came back to the line. */
  waitsSince: number;
  wantsText: boolean;
  phone: string;
  language: Language;
  paid: boolean;
  heldUntil: number | null;
  /** The time at which a recall has started a second hold, or null. */
  heldAgainAt: number | null;
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
  /** Whether the visit was recalled after the guest's page had shown the end of the visit. */
  pageGone: boolean;
};

/** The way in which a guest waits, with phone number and language. */
export type TextChoice = Pick<Guest, 'wantsText' | 'phone' | 'language'>;

/**
 * What happens to the credit of a text. `pending`: the credit can still be returned. `begun`: the text is being sent.
 * `unconfirmed`: the text may have been sent. `spent`: the provider accepted the text. `returned`: the credit was
 * returned. `arrived`: a receipt said whether the phone got the text.
 */
export type TextCost = 'pending' | 'begun' | 'unconfirmed' | 'spent' | 'returned' | 'arrived';

export function newcomer(sender: string | null, joinedAt: number, choice: TextChoice): Guest {
  return {
    status: 'waiting',
    name: 'MayaPutri',
    earlierNames: [],
    size: 2,
    note: '',
    sender,
    joinedAt,
    waitsSince: joinedAt,
    ...choice,
    paid: false,
    heldUntil: null,
    heldAgainAt: null,
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
    pageGone: false,
  };
}

/**
 * The effect of one step of a text: its new cost, its state, and whether the visit shows the state. Throws if the step
 * is impossible. `phone`: the number to which the text is sent.
 */
export function stepOfText(
  guest: Guest,
  { cost: before, phone }: { cost: TextCost | undefined; phone: string | undefined },
  { visitId, call, to, answer }: Progress,
): { cost: TextCost; isShown: boolean; text: TextState | null } {
  const key = `${visitId} ${call}`;
  const isForNumber = guest.name === '' || (guest.wantsText && guest.phone === phone);
  const isWanted = guest.status === 'admitted' && guest.calls === call && isForNumber;
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

export function refusalOfEdit({ status, autoResolved }: Guest): RefusalCode | null {
  if (status === 'left' || status === 'removed') return 'not_waiting';
  return status === 'arrived' || status === 'no_show' || autoResolved ? 'already_settled' : null;
}

/** Whether the text is a phone number. In these stories all phone numbers begin with +62. */
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
