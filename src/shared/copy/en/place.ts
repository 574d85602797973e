/** A guest's place in line in English: the sentences that the page needs before its scripts have loaded. */
import { isOne } from './words.ts';

export const placeCopy = {
  status: {
    place: (position: number) => `#${position}`,
    ahead: (n: number) =>
      isOne(n) ? `There is ${n} person ahead of you` : `There are ${n} people ahead of you`,
    next: 'You’re next.',
    nextOnPremises: 'You’re next. Stay close to the door.',
    soon: 'Nearly your turn. Time to head back.',
    documentTitle: (position: number, business: string) => `#${position} in line · ${business}`,
  },
  wait: {
    parties: (n: number) => (isOne(n) ? `${n} party` : `${n} parties`),
    eachOnce: (parties: string) => `${parties}, each counted once`,
    minutes: (low: number, high: number) => {
      if (low !== high) return `${low} to ${high} minutes`;
      return isOne(low) ? `${low} minute` : `${low} minutes`;
    },
    anyMoment: 'Any moment',
  },
};

export type PlaceCopy = typeof placeCopy;
