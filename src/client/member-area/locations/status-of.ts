import { clockLocale } from '../../../shared/copy/page-language.ts';
import { ownerCopy } from '../../../shared/copy/owner/owner.ts';
import type { LocationView } from '../../../shared/contracts/queue-view.ts';
import { clockTime } from '../../lib/format.ts';
import type { IconName } from '../../ui/icon.tsx';

const say = ownerCopy.status;

type StatusLine = { kind: 'connection' | 'texts' | 'database'; icon: IconName; words: string };

/**
 * The degraded services of these locations. For each service, the earliest start of a failure at any of the locations
 * is shown, because one failure affects all locations. Pure.
 */
export function statusOf(
  locations: LocationView[],
  { mayBeOld, tellsTexts }: { mayBeOld: boolean; tellsTexts: boolean },
): StatusLine[] {
  const textsHeld = tellsTexts ? null : earliest(locations, ({ texts }) => texts?.held?.since);
  const databaseAway = earliest(locations, ({ database }) => database?.awaySince);
  const lines: StatusLine[] = [];
  if (mayBeOld) lines.push({ kind: 'connection', icon: 'wifi-off', words: say.notLive });
  if (textsHeld !== null) lines.push({ kind: 'texts', icon: 'warning', words: say.textsHeld(textsHeld) });
  if (databaseAway !== null)
    lines.push({ kind: 'database', icon: 'warning', words: say.databaseAway(databaseAway) });
  return lines;
}

/** The earliest start at any location, in the time zone of that location. Null if no location has a start. */
function earliest(
  locations: LocationView[],
  sinceOf: (location: LocationView) => string | undefined,
): string | null {
  const [first] = locations
    .flatMap((location) => {
      const since = sinceOf(location);
      return since === undefined ? [] : [{ at: Date.parse(since), timezone: location.timezone }];
    })
    .toSorted((a, b) => a.at - b.at);
  return first === undefined ? null : clockTime(first.at, first.timezone, clockLocale);
}
