import { isOne } from '../words.ts';

/** Words of the desk: the bar, the tabs, the panes and the notices around a line. */
export const deskCopy = {
  title: 'Dashboard',
  /** The page that shows only the line, for a tablet or phone at the door. */
  stand: {
    title: 'Stand',
    tabTitle: (waiting: number) => (waiting === 0 ? 'Stand' : `(${waiting}) Stand`),
    /** The link from the dashboard to the stand. */
    open: 'Open the stand',
  },
  tabs: {
    label: 'Views of the line',
    line: 'Line',
    arriving: 'Arriving',
    done: 'Done',
    today: 'Today',
  },
  bar: {
    waiting: 'waiting',
    longest: 'longest',
    paused: 'Paused',
    endSearch: 'End the search',
  },
  /** The control for the number of people who serve. */
  servers: {
    label: 'Serving:',
    hint: 'How many people serve now. The waits are estimated from this number.',
    none: '–',
    failed: 'The number of people was not changed',
  },
  /** The people on duty. `people`: the words before the names. */
  duty: {
    begin: 'Go on duty',
    end: 'Go off duty',
    people: 'On duty:',
    nobody: 'Nobody is on duty',
    failed: 'Your duty was not changed',
  },
  /** The word below the countdown of a hold. */
  holdLeft: 'left',
  holdsEnded: (n: number) => (isOne(n) ? `${n} hold ended` : `${n} holds ended`),
  paused: 'Joining is paused.',
  /** Many joins from one network in a short time. */
  senders: {
    title: (n: number) => `${n} joins from one sender.`,
    body: 'They came within minutes from one network. If they are not real guests, remove them: their credits come back, and the charts leave them out.',
    remove: (n: number) => `Remove all ${n}`,
    keep: 'They are guests',
    removed: (n: number) => `${n} ${isOne(n) ? 'party' : 'parties'} removed.`,
    removedBody: 'Their credits are back.',
    undo: 'Undo',
  },
  /** The notice that the location has few or no credits left, and what this means for guests. */
  credits: {
    customer: {
      title: (n: number) =>
        n === 0 ? 'No customer credits left.' : `${n} customer ${isOne(n) ? 'credit' : 'credits'} left.`,
      soon: 'Then guests who scan the code are turned away.',
      now: 'Guests who scan the code are turned away. You can still add walk-ins.',
    },
    sms: {
      title: (n: number) =>
        n === 0 ? 'No SMS credits left.' : `${n} SMS ${isOne(n) ? 'credit' : 'credits'} left.`,
      soon: 'Then no texts go out, and you call guests by name.',
      now: 'No texts go out: call guests by name.',
    },
    /** Walk-ins that staff added when no credits were left. */
    owed: (n: number) =>
      `${n} ${isOne(n) ? 'walk-in is' : 'walk-ins are'} owed: your next credits pay for them first.`,
    more: 'Get more',
    hide: 'Hide until tomorrow',
  },
  /** Figures that the specification does not have. */
  figures: {
    label: 'Now and outcomes',
    came: 'Came',
    noShows: 'No-shows',
    longest: 'Longest wait now',
    waiting: 'Waiting now',
    partiesAndGuests: (parties: number, guests: number) =>
      `${parties} ${isOne(parties) ? 'party' : 'parties'}, ${guests} ${isOne(guests) ? 'guest' : 'guests'}`,
    /** Shown instead of a number that is not known yet. */
    none: '–',
  },
  /** Visits that are over. */
  done: {
    title: 'Done today',
    empty: 'Nobody is done yet today.',
    arrivedAfter: (minutes: number) => `Arrived after ${minutes} min`,
    noShow: 'No-show',
    called: 'Called, no outcome',
    waitExpired: 'Removed by the system, not called in time',
  },
};
