/** Changes of a location's settings. Pure. */
import type { Actor, LocationEvent } from '../events.ts';
import {
  joinSettings,
  mergeSettings,
  settingNames,
  type AllSettings,
  type SettingsChange,
} from '../settings.ts';
import { serviceOf, withService, type Location, type ServiceId } from '../state.ts';

type Service = { serviceId: ServiceId };

/**
 * Merges the given settings into the settings of the location and of the service. Holds that already run keep their
 * end.
 */
export function changeSettings(location: Location, service: Service, change: SettingsChange): Location {
  const settings = mergeSettings(serviceOf(location, service).settings, change);
  const { profile } = location;
  // If the home country is not known, the first country that the owner chooses becomes the home country.
  const homeCountry = profile.homeCountry ?? change.country ?? null;
  return {
    ...withService(location, service, { settings }),
    profile: homeCountry === profile.homeCountry ? profile : { ...profile, homeCountry },
    settings: mergeSettings(location.settings, change),
    version: location.version + 1,
  };
}

/**
 * The events of a change of settings. A change of `paused` has its own events (`paused` and `resumed`). A setting with
 * the same value as before is left out.
 */
export function settingsEvents(
  before: Location,
  after: Location,
  service: Service,
  { at, actor }: { at: number; actor: Actor },
): LocationEvent[] {
  const [old, set] = [allSettings(before, service), allSettings(after, service)];
  const changed = settingNames.filter((name) => JSON.stringify(old[name]) !== JSON.stringify(set[name]));
  const others = changed.filter((name) => name !== 'paused');
  const about = { visitId: null, at, actor } as const;
  return [
    ...(old.paused === set.paused ? [] : [{ ...about, kind: set.paused ? 'paused' : 'resumed' } as const]),
    ...(others.length > 0 ? [{ ...about, kind: 'settings_changed', settings: others } as const] : []),
  ];
}

function allSettings(location: Location, service: Service): AllSettings {
  return joinSettings(location.settings, serviceOf(location, service).settings);
}
