import { isOne } from './words.ts';

/** Words of the desk: the bar, the tabs, the panes and the notices around a line. */
export const deskCopy = {
  title: 'Dashboard',
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
  },
  /** Below the countdown of a hold. */
  holdLeft: 'left',
  holdsEnded: (n: number) => (isOne(n) ? `${n} hold ended` : `${n} holds ended`),
  /** Visits that are over. */
  done: {
    title: 'Done today',
    empty: 'Nobody is done yet today.',
    arrivedAfter: (minutes: number) => `Arrived after ${minutes} min`,
    noShow: 'No-show',
    called: 'Called, no outcome',
  },
};
