/** The load: guests join and leave, owners admit and remove, in parallel, while the server may be killed. */
import { setTimeout as pause } from 'node:timers/promises';
import * as z from 'zod/mini';
import { joinAnswer } from '../../src/shared/contracts/guest.ts';
import type { VisitView } from '../../src/shared/contracts/queue-view.ts';
import { askUntilAnswered, type Call } from './calls.ts';
import type { KillableServer } from './killable-server.ts';
import type { ActKind, Guest, Ledger } from './ledger.ts';
import { randomOf, type Random } from '../../scripts/demo/random.ts';
import { admitCall, joinCall, leaveCall, locationOf, removeCall, type Shop } from './shop.ts';

export type Pace = {
  /** Number of parallel lanes. In each lane, one guest joins after the other. */
  lanes: number;
  /** Number of the owner's devices that admit and remove in the same line. */
  tablets: number;
  /** Maximum number of a shop's guests. More guests could use up the shop's credits. */
  guestsMax: number;
  /** Factor for the pauses between calls. */
  slower?: number;
};

export type Load = {
  ledger: Ledger;
  /**
   * After this call no more guests join at the shop. Calls that have no answer yet are still repeated until the server
   * answers.
   */
  close(shop: Shop): void;
  /** True as soon as a call to a running server has failed. */
  hasFailed(): boolean;
  /** Resolves when every shop is closed and every call is answered. Rejects with the first failure. */
  ended: Promise<void>;
};

type Scene = {
  server: KillableServer;
  shop: Shop;
  ledger: Ledger;
  isOpen(): boolean;
  /** Waits for `ms` milliseconds, multiplied by the pace's factor `slower`. */
  think(ms: number): Promise<void>;
};

/** Shortest and longest pauses in milliseconds. */
const BETWEEN_GUESTS_MS = [20, 250] as const;
const BEFORE_LEAVING_MS = [20, 400] as const;
const BETWEEN_ACTS_MS = [20, 200] as const;

const SHARE_WAITING_ELSEWHERE = 0.5;
const SHARE_TAPPING_TWICE = 0.2;
const SHARE_LEAVING = 0.3;
const SHARE_REMOVED = 0.3;
/** The owner chooses one of the first few parties, so two devices often choose the same party. */
const WITHIN_REACH = 4;

/** Starts the load on all shops. The load runs until each shop is closed. The seed determines all choices. */
export function startLoad(server: KillableServer, shops: Shop[], pace: Pace, seed: number): Load {
  const ledger: Ledger = { guests: [], acts: [], unanswered: 0 };
  const open = new Set(shops);
  let failed = false;
  const actors = shops.flatMap((shop) => {
    const think = (ms: number) => pause(ms * (pace.slower ?? 1));
    const scene: Scene = { server, shop, ledger, isOpen: () => open.has(shop), think };
    const guests = Array.from({ length: pace.lanes }, (_, lane) =>
      guestLane(scene, pace.guestsMax, randomOf(seed, `${shop.name} lane ${lane}`)),
    );
    const owners = Array.from({ length: pace.tablets }, (_, tablet) =>
      ownerAtTablet(scene, randomOf(seed, `${shop.name} tablet ${tablet}`)),
    );
    return [...guests, ...owners];
  });
  const ended = allEnd(actors);
  ended.catch(() => {
    failed = true;
    open.clear();
  });
  return { ledger, close: (shop) => open.delete(shop), hasFailed: () => failed, ended };
}

async function allEnd(actors: Promise<void>[]): Promise<void> {
  await Promise.all(actors);
}

async function guestLane(scene: Scene, guestsMax: number, random: Random): Promise<void> {
  const { shop, ledger, isOpen, think } = scene;
  for (;;) {
    await think(random.between(...BETWEEN_GUESTS_MS));
    if (!isOpen() || ledger.guests.filter((guest) => guest.shop === shop).length >= guestsMax) return;
    const guest = newGuest(scene, random);
    const taps = random.chance(SHARE_TAPPING_TWICE) ? 2 : 1;
    await Promise.all(Array.from({ length: taps }, () => join(scene, guest)));
    const [joined] = guest.joins;
    if (joined === undefined || !random.chance(SHARE_LEAVING)) continue;
    await think(random.between(...BEFORE_LEAVING_MS));
    await act(scene, joined.customer, 'leave', leaveCall(shop, joined));
  }
}

function newGuest({ shop, ledger }: Scene, random: Random): Guest {
  const number = ledger.guests.length + 1;
  const guest: Guest = {
    shop,
    lastName: `Number ${number}`,
    key: `crash-test-guest-${number}`,
    phoneNumber: random.chance(SHARE_WAITING_ELSEWHERE) ? `+62812555${String(number).padStart(5, '0')}` : '',
    joins: [],
  };
  ledger.guests.push(guest);
  return guest;
}

async function join({ server, ledger }: Scene, guest: Guest): Promise<void> {
  const { shop, lastName, key, phoneNumber } = guest;
  const call = joinCall(shop, key, {
    firstName: 'Guest',
    lastName,
    numGuests: 2,
    waitingPreference: phoneNumber === '' ? 'on_premises' : 'wait_anywhere',
    phoneNumber,
  });
  const { status, body, asked } = await askUntilAnswered(server, call);
  if (status !== 201) throw new Error(`a join answered ${status}: ${JSON.stringify(body)}`);
  ledger.unanswered += asked - 1;
  guest.joins.push(joinAnswer.parse(body));
}

async function ownerAtTablet(scene: Scene, random: Random): Promise<void> {
  const { server, shop, isOpen, think } = scene;
  for (;;) {
    await think(random.between(...BETWEEN_ACTS_MS));
    if (!isOpen()) return;
    const { queue } = await locationOf(server, shop);
    const removes = random.chance(SHARE_REMOVED);
    const visit = random.pick(queue.slice(0, WITHIN_REACH));
    if (visit === undefined) continue;
    if (removes) await act(scene, visit, 'remove', removeCall(shop, visit));
    else await act(scene, visit, 'admit', admitCall(shop, visit));
  }
}

const refusedAct = z.object({ code: z.enum(['already_admitted', 'not_waiting']) });

/**
 * Repeats an action until the server answers. A refusal is also a valid answer: an earlier call whose answer was lost,
 * or another device, has already changed the visit.
 */
async function act(
  { server, shop, ledger }: Scene,
  visit: Pick<VisitView, 'id'>,
  kind: ActKind,
  call: Call,
): Promise<void> {
  const { status, body, asked } = await askUntilAnswered(server, call);
  ledger.unanswered += asked - 1;
  if (status !== 200 && status !== 409) {
    throw new Error(`${kind} answered ${status}: ${JSON.stringify(body)}`);
  }
  const answer = status === 200 ? 'done' : refusedAct.parse(body).code;
  ledger.acts.push({ shop, visitId: visit.id, kind, answer });
}
