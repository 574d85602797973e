/**
 * Plays guests and owners at all locations of a town at once: guests join, wait, leave and are admitted. A seed
 * determines the actions of guests and owners; the times depend on the machine.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { statusAnswer } from '../../src/shared/contracts/guest.ts';
import { randomOf, type Random } from '../../scripts/demo/random.ts';
import { connect, expectStatus } from '../queue/http-client.ts';
import { admitGuestCall, leave } from '../queue/line.ts';
import type { Page } from '../queue/pages.ts';
import { comeIn, goAway, type Town, type Venue, type Waiting } from './town.ts';

export type Pace = {
  seed: number;
  forMs: number;
  /** Mean time between two arrivals at one location when the share `done` (0 to 1) of the run is over. */
  arrivalEveryMs(done: number): number;
  /** Planned length of each line. When a guest arrives at a line of this length, the owner admits the first party. */
  lineLength: number;
};

const SHARE_WITH_NUMBER = 0.3;
const SHARE_LEAVING = 0.15;
/**
 * Share of pages that refuse compression, so that the bench can read their messages. The other pages accept
 * compression, like browsers.
 */
const SHARE_READING = 0.25;
/** Of the admitted guests with a readable page, this share never arrives, so their holds end. */
const SHARE_NEVER_COMING = 0.3;
const BEFORE_ARRIVING_MS = [2_000, 10_000] as const;
const TURN_WITHIN_MS = 10_000;
const FLOOR_EVERY_MS = 200;
/**
 * Maximum number of error messages that are kept. Without this maximum, a run in which every call fails would keep too
 * many messages.
 */
const ERRORS_KEPT = 1_000;

type Scene = {
  town: Town;
  pace: Pace;
  startedAt: number;
  isOver(): boolean;
  begin(act: Promise<void>): void;
};

/**
 * Plays the evening. If `fillLines` was not called before, the first arrivals fill the lines. Resolves when all actions
 * have ended. At this time the lines are still full.
 */
export async function play(town: Town, pace: Pace): Promise<void> {
  const { log } = town;
  const begun = new Set<Promise<void>>();
  const scene: Scene = {
    town,
    pace,
    startedAt: performance.now(),
    isOver: () => performance.now() - scene.startedAt >= pace.forMs,
    begin: (act) => {
      const done = act
        .catch((error: unknown) => {
          if (log.errors.length < ERRORS_KEPT) log.errors.push(String(error));
        })
        .finally(() => begun.delete(done));
      begun.add(done);
    },
  };
  await Promise.all([
    askFloor(scene),
    // The random numbers of a location depend on its index and not on its address, because locations of different
    // owners have the same address.
    ...town.venues.map((venue, door) => doors(scene, venue, randomOf(pace.seed, `door ${door}`))),
  ]);
  while (begun.size > 0) await Promise.all(begun);
}

/**
 * Measures the runtime's highest throughput: `atOnce` parallel guests join, are admitted and arrive without pauses.
 * Returns the completed visits per second.
 */
export async function hurry(
  town: Town,
  { atOnce, forMs }: { atOnce: number; forMs: number },
): Promise<number> {
  const startedAt = performance.now();
  let visits = 0;
  const lane = async (number: number) => {
    for (let turn = number; performance.now() - startedAt < forMs; turn += atOnce) {
      const venue = town.venues[turn % town.venues.length];
      if (venue === undefined) throw new Error('The town has no locations.');
      const waiting = await comeIn(town, venue, { hasNumber: false, reads: false });
      venue.line.splice(venue.line.indexOf(waiting), 1);
      expectStatus(await town.client.call(admitGuestCall(venue.location, waiting.guest)), 200);
      await arrive(town, venue, waiting);
      visits += 1;
    }
  };
  await Promise.all(Array.from({ length: atOnce }, (_, number) => lane(number)));
  return (visits / (performance.now() - startedAt)) * 1000;
}

/** Lets guests join until every line has its planned length. */
export async function fillLines(town: Town, { seed, lineLength }: Pace): Promise<void> {
  for (let location = 0; location < lineLength; location += 1) {
    const random = randomOf(seed, `location ${location}`);
    await Promise.all(town.venues.map((venue) => comeIn(town, venue, guestBy(random))));
  }
}

/** Owners admit all waiting guests, and all these guests arrive. */
export async function admitAll(town: Town): Promise<void> {
  for (const venue of town.venues) {
    for (const waiting of venue.line.splice(0)) {
      expectStatus(await town.client.call(admitGuestCall(venue.location, waiting.guest)), 200);
      if (waiting.hasNumber) town.log.texts += 1;
      await arrive(town, venue, waiting);
    }
  }
}

async function doors(scene: Scene, venue: Venue, random: Random): Promise<void> {
  const { pace } = scene;
  for (;;) {
    const done = (performance.now() - scene.startedAt) / pace.forMs;
    await pause(random.between(0, 2 * pace.arrivalEveryMs(done)));
    if (scene.isOver()) return;
    scene.begin(guestComes(scene, venue, random));
    const first = venue.line.length >= pace.lineLength ? venue.line.shift() : undefined;
    if (first !== undefined) scene.begin(admit(scene, venue, first, random));
  }
}

async function guestComes({ town, pace, isOver }: Scene, venue: Venue, random: Random): Promise<void> {
  const leaves = random.chance(SHARE_LEAVING);
  const patience = random.between(0, pace.lineLength);
  const waiting = await comeIn(town, venue, guestBy(random));
  if (!leaves) return;
  await pause(patience * pace.arrivalEveryMs(0.5));
  const location = venue.line.indexOf(waiting);
  // If the guest was admitted during the pause, the guest does not leave.
  if (location === -1 || isOver()) return;
  venue.line.splice(location, 1);
  waiting.isOver = true;
  await leave(town.client, venue.location, waiting.guest);
  town.log.left += 1;
  goAway(town, waiting);
}

async function admit({ town, begin }: Scene, venue: Venue, waiting: Waiting, random: Random): Promise<void> {
  const { client, log } = town;
  const { guest, page } = waiting;
  const neverComes = random.chance(SHARE_NEVER_COMING);
  const comesAfterMs = random.between(...BEFORE_ARRIVING_MS);
  const sentAt = performance.now();
  const [answer, shown] = await Promise.all([
    client.call(admitGuestCall(venue.location, guest)),
    page.takesCompressed ? null : turnOf(waiting),
  ]);
  log.admitMs.push(expectStatus(answer, 200).ms);
  if (waiting.hasNumber) log.texts += 1;
  if (shown !== null) log.turnMs.push(shown.at - sentAt);
  if (neverComes && shown !== null) {
    begin(holdEnds(town, waiting, shown.holdEndsAt));
    return;
  }
  await pause(comesAfterMs);
  if (!hasHeard(page, sentAt)) throw new Error('A guest’s page heard nothing of the turn.');
  if (!hasHeard(venue.ownersPage, sentAt)) throw new Error('An owner’s page heard nothing of an admit.');
  await arrive(town, venue, waiting);
}

function hasHeard({ arrived }: Page, since: number): boolean {
  return (arrived.at(-1)?.at ?? -Infinity) >= since;
}

/** The owner marks the guest as arrived, and the guest's page closes. */
async function arrive(town: Town, { location }: Venue, waiting: Waiting): Promise<void> {
  waiting.isOver = true;
  const path = `/auth/locations/${location.locationId}/visits/${waiting.guest.customer.id}/arrived`;
  expectStatus(await town.client.call({ method: 'POST', path, headers: { cookie: location.cookie } }), 200);
  town.log.arrived += 1;
  goAway(town, waiting);
}

/** Resolves when the guest's page shows the turn. `holdEndsAt` is in epoch milliseconds. */
function turnOf(waiting: Waiting): Promise<{ at: number; holdEndsAt: number }> {
  return nextStatus(waiting, TURN_WITHIN_MS, 'A turn was not shown.', (status) =>
    status.admitted && status.holdEndsAt !== undefined ? Date.parse(status.holdEndsAt) : null,
  ).then(({ at, found }) => ({ at, holdEndsAt: found }));
}

async function holdEnds(town: Town, waiting: Waiting, holdEndsAt: number): Promise<void> {
  const withinMs = holdEndsAt - Date.now() + TURN_WITHIN_MS;
  await nextStatus(waiting, withinMs, 'A hold did not end.', (status) => (status.holdExpired ? true : null));
  town.log.holdLateMs.push(Date.now() - holdEndsAt);
  town.log.holdsOver += 1;
  goAway(town, waiting);
}

/** Calls `find` with each status that the page gets from now on. Resolves with the first result that is not null. */
function nextStatus<Found>(
  waiting: Waiting,
  withinMs: number,
  otherwise: string,
  find: (status: ReturnType<typeof statusAnswer.parse>) => Found | null,
): Promise<{ at: number; found: Found }> {
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => reject(new Error(otherwise)), withinMs);
    waiting.onStatus = (message, at) => {
      if (!message.startsWith('{"type":"status"')) return;
      const found = find(statusAnswer.parse(JSON.parse(message)));
      if (found === null) return;
      clearTimeout(late);
      waiting.onStatus = null;
      resolve({ at, found });
    };
  });
}

async function askFloor({ town: { runtime, log }, isOver }: Scene): Promise<void> {
  const client = connect(runtime.floorOrigin, 1);
  while (!isOver()) {
    const answer = await client.call({ method: 'POST', path: '/400', body: 'a party' });
    log.floorMs.push(expectStatus(answer, 201).ms);
    await pause(FLOOR_EVERY_MS);
  }
  client.close();
}

function guestBy(random: Random): { hasNumber: boolean; reads: boolean } {
  return { hasNumber: random.chance(SHARE_WITH_NUMBER), reads: random.chance(SHARE_READING) };
}
