/**
 * Facts about the film of `/demo`, which the page needs before the film loads. `npm run demo:record` makes the film and
 * prints these values.
 */
export const demoFilm = {
  widthPx: 1280,
  heightPx: 960,
  lengthSeconds: 74,
  /** The day of the recording. */
  recordedOn: '2026-11-25',
};
