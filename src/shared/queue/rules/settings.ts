/** Changes of a location's settings. Pure. */
import { mergeSettings, type SettingsChange } from '../settings.ts';
import { serviceOf, withService, type Location, type ServiceId } from '../state.ts';

/** Merges the given settings. A running hold keeps its end. */
export function changeSettings(
  location: Location,
  service: { serviceId: ServiceId },
  change: SettingsChange,
): Location {
  const settings = mergeSettings(serviceOf(location, service).settings, change);
  const { profile } = location;
  // Without a known country the first one that the owner chooses is the location's home.
  const homeCountry = profile.homeCountry ?? change.country ?? null;
  return {
    ...withService(location, service, { settings }),
    profile: homeCountry === profile.homeCountry ? profile : { ...profile, homeCountry },
    settings: mergeSettings(location.settings, change),
    version: location.version + 1,
  };
}
