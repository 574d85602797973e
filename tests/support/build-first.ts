/** Before the tests, builds the app if the last build was not made from the current sources. */
import { ensureBuilt } from '../../scripts/local/build.ts';

export function setup(): void {
  if (!ensureBuilt()) throw new Error('The app could not be built.');
}
