/** Builds the app before tests that need it, unless the build is already newer than the sources. */
import { ensureBuilt } from '../../scripts/local/build.ts';

export function setup(): void {
  if (!ensureBuilt()) throw new Error('The app could not be built.');
}
