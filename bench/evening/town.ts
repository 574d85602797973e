/** Many locations of several businesses, each with an open owner's page and a line of guests with open pages. */
import { connect, expectStatus, inParallel, type HttpClient } from '../queue/http-client.ts';
import {
  joinCall,
  joinedGuest,
  livePath,
  openLocations,
  type Guest,
  type OpenedLocation,
} from '../queue/line.ts';
import { openPage, type Page } from '../queue/pages.ts';
import type { Runtime } from '../queue/runtime.ts';
import type { Log } from './log.ts';

const OPENING_AT_ONCE = 16;
/** Prefix of all guests' phone numbers. */
const NUMBERS = '+62811';

/** A guest with an open page, from the join until the visit ends. */
export type Waiting = {
  guest: Guest;
  page: Page;
  /** True if the guest gave a phone number and gets a text at the turn. */
  hasNumber: boolean;
  /** Called with each message of the page. Null while nobody waits for a status. */
  onStatus: ((message: string, at: number) => void) | null;
  /** True if the guest closed the page or the visit has ended. Then it is no error if the page's socket closes. */
  isOver: boolean;
};

export type Venue = {
  location: OpenedLocation;
  ownersPage: Page;
  /** Waiting guests, from the first to the last. */
  line: Waiting[];
  /** True if the town is closed. Then it is no error if the socket of the owner's page closes. */
  isOver: boolean;
};

export type Town = {
  runtime: Runtime;
  client: HttpClient;
  venues: Venue[];
  log: Log;
  /** All guests with an open page, waiting or admitted. */
  guests: Set<Waiting>;
  /** Number of all guests who have come until now. */
  came: number;
};

/**
 * Opens locations for a number of owners. Each location has an empty line, holds of `holdMs`, and an open owner's page.
 */
export async function openTown(
  runtime: Runtime,
  { owners, locationsEach, holdMs }: { owners: number; locationsEach: number; holdMs: number },
  log: Log,
): Promise<Town> {
  const client = connect(runtime.origin, 64);
  const accounts = Array.from({ length: owners }, () => locationsEach);
  const locations = (await inParallel(accounts, 2, (count) => openLocations(runtime, count))).flat();
  const venues = await inParallel(locations, OPENING_AT_ONCE, async (location): Promise<Venue> => {
    const { cookie, locationId } = location;
    const set = await client.call({
      method: 'PATCH',
      path: `/auth/locations/${locationId}`,
      headers: { 'content-type': 'application/json', cookie },
      body: JSON.stringify({ holdMs }),
    });
    expectStatus(set, 200);
    const venue = { location, line: [], isOver: false };
    const ownersPage = await openPage(runtime.origin, `/auth/locations/${locationId}/live`, {
      takesCompressed: true,
      cookie,
      closed: () => {
        if (!venue.isOver) log.errors.push('an owner’s page was cut off');
      },
    });
    return Object.assign(venue, { ownersPage });
  });
  return { runtime, client, venues, log, guests: new Set(), came: 0 };
}

/** A guest opens the business's page, joins, and keeps the status page open. */
export async function comeIn(
  town: Town,
  venue: Venue,
  { hasNumber, reads }: { hasNumber: boolean; reads: boolean },
): Promise<Waiting> {
  const { runtime, client, log, guests } = town;
  const { location } = venue;
  town.came += 1;
  // Names and numbers are unique, because an owner's call finds a visit by its name.
  const lastName = `Number ${town.came}`;
  const phoneNumber = hasNumber ? NUMBERS + String(town.came).padStart(7, '0') : '';
  expectStatus(await client.call({ method: 'GET', path: `/queue/${location.username}` }), 200);
  const answer = await client.call(joinCall(location, { lastName, phoneNumber }));
  const guest = joinedGuest(answer);
  log.joinMs.push(answer.ms);
  const waiting: Omit<Waiting, 'page'> = { guest, hasNumber, onStatus: null, isOver: false };
  const page = await openPage(runtime.origin, livePath(location, guest), {
    takesCompressed: !reads,
    heard: (message, at) => waiting.onStatus?.(message, at),
    closed: () => {
      if (!waiting.isOver) log.errors.push('a guest’s page was cut off');
    },
  });
  const here = Object.assign(waiting, { page });
  venue.line.push(here);
  guests.add(here);
  return here;
}

/** The guest closes the page. */
export function goAway({ guests }: Town, waiting: Waiting): void {
  waiting.isOver = true;
  waiting.page.close();
  guests.delete(waiting);
}

export function closeTown(town: Town): void {
  for (const waiting of town.guests) goAway(town, waiting);
  for (const venue of town.venues) {
    venue.isOver = true;
    venue.ownersPage.close();
  }
  town.client.close();
}
