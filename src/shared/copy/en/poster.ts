/** The printed poster of a location in English. */

export const posterCopy = {
  scan: 'Scan to join the queue',
  /** The three steps of a guest. A poster in two languages shows `rest` only in English. */
  steps: [
    { title: 'Scan, enter your name', rest: 'No app needed.' },
    { title: 'Wait anywhere', rest: 'We text you.' },
    { title: 'Come in when called', rest: 'Your spot is held.' },
  ],
  orType: 'or type this address',
};

export type PosterCopy = typeof posterCopy;
