/** The journeys run against the built app: it is built first where the sources are newer. */
import { ensureBuilt } from '../../../scripts/local/build.ts';

export function setup(): void {
  if (!ensureBuilt()) throw new Error('The app could not be built.');
}
