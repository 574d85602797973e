import { ownerCopy } from '../../../shared/copy/en/owner.ts';
import type { LocationView } from '../../../shared/contracts/queue-view.ts';
import { clockTime } from '../../lib/format.ts';
import { Banner } from '../../ui/status/banner.tsx';

const say = ownerCopy.texts;

/** That no text of this location goes out, and what to do meanwhile. Else nothing. */
export function TextsBanner({ location }: { location: LocationView | undefined }) {
  const held = location?.texts?.held;
  if (location === undefined || held === undefined) return null;
  const since = clockTime(Date.parse(held.since), location.timezone, 'en');
  return (
    // It comes while somebody works with the page, and matters at once.
    <div role="alert">
      <Banner tone="bad" icon="warning" title={say.heldTitle}>
        {say.heldSince(since)} {say.heldBody[held.reason]} {say.heldHint}
      </Banner>
    </div>
  );
}
