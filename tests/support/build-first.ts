/** Builds the app before the tests, unless the last build is newer than all sources. */
import { ensureBuilt } from '../../scripts/local/build.ts';

export function setup(): void {
  if (!ensureBuilt()) throw new Error('The app could not be built.');
}
