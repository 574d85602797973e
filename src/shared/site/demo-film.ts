/** What is said of the film of `/demo` before it is loaded. `npm run demo:record` makes it and says what has to stand here. */
export const demoFilm = {
  widthPx: 1280,
  heightPx: 960,
  lengthSeconds: 74,
  /** The day it was recorded. */
  recordedOn: '2026-11-22',
};
