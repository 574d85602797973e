/** The attacks of the bench. Each attack is a list of actions with their times. */
import type { JoinAnswer } from '../../src/shared/contracts/guest.ts';
import type { HttpClient } from '../queue/http-client.ts';
import { act, join, joinedBy, leave, type Shop } from './shops.ts';

/** An action, and its time in milliseconds from the start of the simulated hour. */
export type Moment = { atMs: number; happens: () => Promise<void> };

/** The results of an attack's joins. `fakes`: ids of the accepted visits. `refusals`: number of refusals by status. */
export type Deeds = { fakes: Set<string>; tries: number; taken: number; refusals: Map<string, number> };

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/**
 * An attack: The attack makes `tries` joins, in turn at `shops` shops. It makes one join every `everyMs` milliseconds.
 * `address(n)`: the network address that sends join `n`.
 */
type Flood = {
  name: string;
  shops: number;
  tries: number;
  everyMs: number;
  fromMs: number;
  address: (n: number) => string;
};

export function flood(
  client: HttpClient,
  deeds: Deeds,
  shops: readonly Shop[],
  { tries, everyMs, fromMs, address }: Flood,
): Moment[] {
  return Array.from({ length: tries }, (_, n) => ({
    atMs: fromMs + n * everyMs,
    happens: async () => {
      const shop = shops[n % shops.length];
      if (shop === undefined) throw new Error('There is no shop to attack.');
      const answer = await join(client, shop, { from: address(n), firstName: 'Eve' });
      deeds.tries += 1;
      if (answer.status === 201) {
        deeds.taken += 1;
        deeds.fakes.add(joinedBy(answer).customer.id);
      } else {
        const code = String(answer.status);
        deeds.refusals.set(code, (deeds.refusals.get(code) ?? 0) + 1);
      }
    },
  }));
}

/** The attacks on lines that `docs/security.md` lists. */
export const lineAttacks: readonly Flood[] = [
  {
    name: 'one_address',
    shops: 1,
    tries: 720,
    everyMs: 5_000,
    fromMs: 0,
    address: () => '203.0.113.7',
  },
  {
    name: 'six_networks_of_a_site',
    shops: 1,
    tries: 300,
    everyMs: 20,
    fromMs: 10 * MINUTE_MS,
    address: (n) => `2001:db8:55:a${Math.floor(n / 50)}::1`,
  },
  {
    name: 'another_network_for_each_join',
    shops: 1,
    tries: 720,
    everyMs: 5_000,
    fromMs: 20,
    address: (n) => `2001:db8:66:${n.toString(16)}::1`,
  },
  {
    name: 'another_site_for_each_join',
    shops: 1,
    tries: 720,
    everyMs: 5_000,
    fromMs: 40,
    address: (n) => `2a00:${n.toString(16)}:1:1::1`,
  },
  {
    name: 'twelve_joins_of_each_address',
    shops: 1,
    tries: 720,
    everyMs: 5_000,
    fromMs: 60,
    address: (n) => `198.18.0.${Math.floor(n / 12)}`,
  },
  {
    name: 'one_address_at_four_shops',
    shops: 4,
    tries: 2_400,
    everyMs: 500,
    fromMs: 20 * MINUTE_MS,
    address: () => '203.0.113.8',
  },
];

/**
 * For an hour, a guest repeats two steps. The guest joins with a new phone number, and then ends the visit of the
 * previous join. Each step changes the line, and so causes texts although staff do nothing. Adds the used phone numbers
 * to `numbers`.
 */
export function loop(client: HttpClient, shop: Shop, deeds: Deeds, numbers: Set<string>): Moment[] {
  let before: JoinAnswer | null = null;
  return Array.from({ length: HOUR_MS / 10_000 }, (_, n) => ({
    atMs: n * 10_000,
    happens: async () => {
      const phoneNumber = `+62811000${String(n).padStart(4, '0')}`;
      const answer = await join(client, shop, { from: '203.0.113.200', phoneNumber });
      deeds.tries += 1;
      if (answer.status !== 201) return;
      deeds.taken += 1;
      numbers.add(phoneNumber);
      if (before !== null) await leave(client, shop, before);
      before = joinedBy(answer);
    },
  }));
}

const CROWD = 60;
/** Number of the crowd's guests who leave right after each admit. */
const LEAVE_EACH = 3;

/**
 * Many guests at one site join one shop. Each guest has a phone number of their own. Staff admit one guest every five
 * minutes. Right after each admit the next guests in line leave, so that later guests move to the front. Adds to
 * `numbers` the phone numbers of all guests who are not admitted.
 */
export function crowd(client: HttpClient, shop: Shop, numbers: Set<string>): Moment[] {
  const line: { phoneNumber: string; joined: JoinAnswer }[] = [];
  const joins = Array.from({ length: CROWD }, (_, n) => ({
    atMs: n * 5_000,
    happens: async () => {
      const phoneNumber = `+62813000${String(n).padStart(5, '0')}`;
      const answer = await join(client, shop, { from: `2001:db8:77:${n.toString(16)}::1`, phoneNumber });
      if (answer.status === 201) line.push({ phoneNumber, joined: joinedBy(answer) });
    },
  }));
  const moves = Array.from({ length: 10 }, (_, n) => ({
    atMs: (n + 1) * 5 * MINUTE_MS + 30_000,
    happens: async () => {
      const next = line.shift();
      if (next !== undefined) await act(client, shop, next.joined.customer.id, 'admit');
      for (const { phoneNumber, joined } of line.splice(0, LEAVE_EACH)) {
        numbers.add(phoneNumber);
        await leave(client, shop, joined);
      }
      for (const { phoneNumber } of line) numbers.add(phoneNumber);
      if (next !== undefined) numbers.delete(next.phoneNumber);
    },
  }));
  return [...joins, ...moves];
}

/**
 * The owner of a new account joins as a guest with many phone numbers, and admits each of these guests. Adds the used
 * phone numbers to `numbers`.
 */
export function pump(
  client: HttpClient,
  shop: Shop,
  { from, numberOf }: { from: string; numberOf: (n: number) => string },
  numbers: Set<string>,
): Moment[] {
  return Array.from({ length: 30 }, (_, n) => ({
    atMs: n * MINUTE_MS,
    happens: async () => {
      const phoneNumber = numberOf(n);
      const answer = await join(client, shop, { from, phoneNumber });
      if (answer.status !== 201) return;
      numbers.add(phoneNumber);
      await act(client, shop, joinedBy(answer).customer.id, 'admit');
    },
  }));
}
