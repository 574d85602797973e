/** What an owner sets for a location, pure. */
import { mergeSettings, type SettingsChange } from '../settings.ts';
import { serviceOf, withService, type Location, type ServiceId } from '../state.ts';

/** Takes what is named and keeps the rest. A hold that runs keeps the end it was given. */
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
