/** What an owner sets for a location, pure. */
import type { SettingsChange } from '../../owner-queue.ts';
import type { LocationSettings } from '../../queue-view.ts';
import type { Location } from '../state.ts';

/** Takes what is named and keeps the rest. A hold that runs keeps the end it was given. */
export function changeSettings(location: Location, change: SettingsChange): Location {
  const { paused = location.paused, timezone = location.timezone } = change;
  const now = location.settings;
  const settings: LocationSettings = {
    holdMs: change.holdMs ?? now.holdMs,
    afterHold: change.afterHold ?? now.afterHold,
    undo: change.undo ?? now.undo,
    // Null is a value of these: no limit, always open, our own words, nobody.
    capacity: change.capacity === undefined ? now.capacity : change.capacity,
    hours: change.hours === undefined ? now.hours : change.hours,
    turnText: change.turnText === undefined ? now.turnText : change.turnText,
    nearlyAt: change.nearlyAt === undefined ? now.nearlyAt : change.nearlyAt,
    country: change.country ?? now.country,
    textCountries: change.textCountries ?? now.textCountries,
  };
  return { ...location, paused, timezone, settings, version: location.version + 1 };
}
