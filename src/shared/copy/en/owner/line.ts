/**
 * The inside of the line pane in English: rows, filters, search, several chosen parties, a party's sheet, walk-ins. The
 * words of a row that the specification prescribes are in `owner.ts`.
 */
import type { HeldFor } from '../../../text/text-states.ts';
import { isOne } from '../words.ts';

const parties = (n: number) => (isOne(n) ? `${n} party` : `${n} parties`);

export const lineCopy = {
  row: {
    grip: (place: number, name: string) => `Place ${place}: move ${name}`,
    promised: 'promised',
    /**
     * The labels of chips are short, because a row can have two chips. The sheet of a party shows whole sentences
     * instead.
     */
    onMyWay: 'On my way',
    moreTime: '5 more min',
    sameNumber: 'Same number twice',
    senderGroup: 'One sender',
    pageGone: 'Call by name',
    textCredits: (credits: number) => `${credits} SMS credits`,
    text: {
      queued: 'Text queued',
      sending: 'Sending text',
      sent: 'Text sent',
      delivered: 'Text delivered',
      failed: 'Text failed',
      unknown: 'Text not confirmed',
      not_sent: 'No text',
    },
    /** The label of a held text, by the reason. */
    held: {
      unproven_limit: 'Held: number not proven',
      unproven_number: 'Held: number not proven',
      unproven_hour: 'Held: new accounts’ limit',
      hour_limit: 'Held: trials’ limit',
      account_hour: 'Held: your hour’s limit',
      country_hour: 'Held: country’s limit',
    } satisfies Record<HeldFor, string>,
  },
  /** The words for the last action on a visit, shown in place of the visit's row. */
  undo: {
    admit: (hold: string) => `called. ${hold} to arrive.`,
    remove: 'removed.',
    arrived: 'arrived.',
    noShow: 'did not come.',
    undo: 'Undo',
    undoOf: (name: string) => `Undo ${name}`,
  },
  filters: {
    label: 'Show only',
    /** For screen readers: the words between the party sizes and the number of parties. */
    guestsParties: ' guests, parties: ',
    late: (n: number) => `${n} late`,
    replied: (n: number) => `${n} replied`,
    nobody: 'Nobody in line fits this filter.',
    end: 'Show the whole line',
    select: 'Select',
  },
  search: {
    inLine: 'In line',
    arriving: 'Arriving',
    done: 'Done today',
    nothing: 'Nobody in line, arriving or done today has this name or number.',
    end: 'Show the whole line',
    found: (n: number) => `${parties(n)} found`,
    place: (place: number, joined: string) => `#${place}, ${joined}`,
  },
  selected: {
    label: 'Selected parties',
    choose: (name: string) => `Select ${name}`,
    count: (n: number) => `${n} selected`,
    admit: (n: number) => `Admit ${n}`,
    remove: (n: number) => `Remove ${n}`,
    end: 'Cancel',
  },
  move: {
    title: (name: string) => `Move ${name}`,
    place: 'Place in line',
    up: 'One place up',
    down: 'One place down',
    between: (above: string, below: string) => `Between ${above} and ${below}`,
    before: (below: string) => `First in line, before ${below}`,
    behind: (above: string) => `Last in line, behind ${above}`,
    here: 'This is the place now',
    submit: (place: number) => `Move to ${place}`,
    cancel: 'Cancel',
    toFront: 'To the front',
    skip: 'Skip: one place back',
    toEnd: 'To the end',
  },
  party: {
    firstName: 'First Name',
    lastName: 'Last Name (optional)',
    numGuests: 'Number of Guests',
    more: '9 or more',
    exactly: 'How many guests',
    way: 'How they wait',
    phone: 'Phone Number',
    landline: 'This is a landline, and gets no texts. Call them by name.',
    note: 'Note',
    noteHint: 'High chair, terrace, red jacket…',
  },
  panels: {
    notOpened: 'This could not be opened',
  },
  sheet: {
    close: 'Close',
    facts: (joined: string, promisedMinutes: number | undefined) =>
      promisedMinutes === undefined ? joined : `${joined}, told ${promisedMinutes} min`,
    place: (place: number) => `#${place}`,
    canText: 'Texts can reach this number.',
    call: 'Call',
    move: 'Move to place…',
    select: 'Select',
    saved: 'Saved',
    saving: 'Saving…',
    saveFailed: 'Not saved',
    sameNumber: 'Another party in line has the same number.',
    pageGone: 'The page of this guest is gone. Call them by name.',
  },
  /** Staff can erase a guest's data if the guest asks for it before the automatic erasure after 30 days. */
  erase: {
    open: 'Erase this guest’s data',
    question: 'Erase this guest’s data?',
    warning:
      'The name, number, notes and replies are erased now, and the visit ends. The charts keep the visit without a name. This cannot be undone.',
    cancel: 'Cancel',
    done: 'Data erased',
    failed: 'Failed to erase the data',
  },
  /** The texts and events of a visit. */
  history: {
    title: 'History',
    texts: 'Texts',
    loadFailed: 'The history could not be loaded.',
    retry: 'Try again',
    text: { almost_there: 'Nearly there', turn: "It's your turn", call_again: 'Called again' },
    all: 'All activity here',
  },
  walkIn: {
    title: 'Add walk-in',
    close: 'Close. What you typed is kept.',
    field: 'Name, guests, phone',
    hint: 'In any order: Maya 4 0812 3456 7890. The phone is optional.',
    read: 'Read as',
    name: 'Name',
    guests: 'Guests',
    phone: 'Phone',
    tellThem: 'Tell them',
    about: (low: number, high: number) => (low === high ? `about ${high} min` : `${low}–${high} min`),
    anyMoment: 'any moment',
    less: (minutes: number) => `Tell ${minutes} minutes less`,
    more: (minutes: number) => `Tell ${minutes} minutes more`,
    submit: (place: number) => `Add as #${place}`,
  },
};
