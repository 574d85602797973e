/**
 * The facts of the film of `/demo` that are known before it is loaded. `npm run demo:record` makes the film and prints
 * these values.
 */
export const demoFilm = {
  widthPx: 1280,
  heightPx: 960,
  lengthSeconds: 74,
  /** The day it was recorded. */
  recordedOn: '2026-11-22',
};
