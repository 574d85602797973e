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
  return {
    ...withService(location, service, { settings }),
    settings: mergeSettings(location.settings, change),
    version: location.version + 1,
  };
}
