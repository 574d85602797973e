import { isOne } from '../words.ts';

/** Words of the overview of all locations (`/business/locations`). */
export const overviewCopy = {
  title: 'All locations',
  tabTitle: (needHelp: number) => (needHelp === 0 ? 'All locations' : `(${needHelp}) All locations`),
  /** The link from the dashboard to the overview. */
  open: 'All locations at a glance',
  list: 'Locations, those that need help first',
  needHelp: (n: number) => `${n} ${isOne(n) ? 'location needs' : 'locations need'} help`,
  noneNeedsHelp: 'No location needs help',
  totals: (waiting: number, locations: number) =>
    `${waiting} waiting at ${locations} ${isOne(locations) ? 'location' : 'locations'}`,
  /** The label of the field that finds a location by words in its address. */
  find: 'Find a location',
  noneFound: 'No address has these words.',
  /**
   * The headings of the columns. If the screen is too narrow for columns, the same words are labels in front of each
   * value. `more` is the end of a heading. It is visible only if there is enough space.
   */
  columns: {
    location: { term: 'Location' },
    state: { term: 'State' },
    waiting: { term: 'Waiting' },
    longest: { term: 'Longest', more: '/ promised' },
    arriving: { term: 'Arriving' },
    joined: { term: 'Joined', more: 'today' },
    left: { term: 'Left', more: 'today' },
    actions: { term: 'Actions' },
  },
  states: {
    open: 'Open',
    paused: 'Paused',
    closed: 'Closed',
    away: 'No answer',
    textsHeld: 'Texts held',
  },
  /** How many people serve now. */
  serving: (n: number) => `${n} serving`,
  /** For screen readers: the words between the longest wait and the promised wait. */
  promised: 'of a promised',
  /** The delay of the party whose wait exceeds the promised wait most. */
  late: (time: string) => `${time} late`,
  none: '–',
  pause: 'Pause',
  resume: 'Resume',
  pauseAt: (address: string) => `Pause joining at ${address}`,
  resumeAt: (address: string) => `Resume joining at ${address}`,
  stand: 'Stand',
  standOf: (address: string) => `Stand of ${address}`,
  awayHint: 'Its line is safe, and we keep asking.',
};
