/** Factories of owner views for pure tests, with defaults. */
import {
  locationSettings,
  initialSettings,
  type LocationSettings,
} from '../../../src/shared/queue/settings.ts';
import type { LocationView, VisitView } from '../../../src/shared/contracts/queue-view.ts';
import { NOW } from './factories.ts';

export const iso = (atMs: number) => new Date(atMs).toISOString();
export const MINUTE_MS = 60_000;

export function viewSettings(about: Partial<LocationSettings> = {}): LocationSettings {
  return locationSettings.parse({ ...initialSettings(), country: 'ID', ...about });
}

export function aGuest(id: string, about: Partial<VisitView> = {}): VisitView {
  return {
    id,
    firstName: id,
    lastName: 'X',
    numGuests: 1,
    waitingPreference: 'on_premises',
    joinedAt: iso(NOW - 10 * MINUTE_MS),
    address: '14 Kemang Raya, Jakarta',
    status: 'waiting',
    ...about,
  };
}

/** Dewi was admitted a minute ago, and her hold lasts four more minutes. */
export function aHeldGuest(about: Partial<VisitView> = {}): VisitView {
  return aGuest('Dewi', {
    status: 'admitted',
    admittedAt: iso(NOW - MINUTE_MS),
    holdEndsAt: iso(NOW + 4 * MINUTE_MS),
    waitingPreference: 'wait_anywhere',
    phoneNumber: '+62 812 5550 0101',
    ...about,
  });
}

/** A location where Ada, Budi and Cleo wait, and Dewi is admitted. */
export function aView(about: Partial<LocationView> = {}): LocationView {
  return {
    id: 'location',
    address: '14 Kemang Raya, Jakarta',
    businessName: 'Blue Door Café',
    timezone: 'Asia/Jakarta',
    customerCredits: 10,
    smsCredits: 10,
    queue: ['Ada', 'Budi', 'Cleo'].map((id, index) => aGuest(id, { position: index + 1 })),
    admittedCustomers: [aHeldGuest()],
    removedCustomers: [],
    settings: viewSettings(),
    paused: false,
    ...about,
  };
}
