/**
 * `npm run bench:abuse`: simulates an hour of attacks, while forty shops have a normal evening. The attacks aim at
 * lines, texts, credits and an owner's log-in. The bench runs the built Worker with real D1, real objects and a
 * simulated clock. The bot check is on, and no attacker passes the bot check. Staff admit real guests, and remove the
 * groups of joins that the dashboard shows. Exits with 1 if a goal is missed.
 */
import * as z from 'zod/mini';
import { randomOf } from '../scripts/demo/random.ts';
import { crowd, flood, lineAttacks, loop, pump, type Deeds, type Moment } from './abuse/attacks.ts';
import { act, change, CREDITS, join, joinedBy, leave, look, openShop, type Shop } from './abuse/shops.ts';
import { lockOut } from './abuse/lock-out.ts';
import { ACCOUNT_BUDGET, moneyPlays, TRIALS_BUDGET } from './abuse/money.ts';
import { runOnClock, type ClockRuntime } from './billing/clock-runtime.ts';
import { connect, type HttpClient } from './queue/http-client.ts';
import type { Measure } from './queue/measures.ts';

const SHOPS = 40;
const GUESTS_EACH = 50;
/** One in `TEXTED` shops sends texts to its guests, and admits most of these guests within the hour. */
const TEXTED = 4;
const GUESTS_TEXTED_MIN = (SHOPS / TEXTED) * 30;
const NEW_ACCOUNTS = 3;
/** The number of the account that strangers try to log in to. All shops have smaller numbers. */
const LOCKED_OUT = 1_000;
/**
 * Phone numbers that owners give at sign-up. The shops of these owners send texts to Tunisia. One number is Indonesian,
 * and two numbers have no country.
 */
const OTHER_NUMBERS = ['+62 812 3456 789', '12 345', '0000000'];
const TEXTS_AN_ACCOUNT = 3;
/**
 * The number of texts that all unproven accounts together may send in an hour (`unproven` in `TEXT_BUDGETS`). The
 * limits of the single accounts add up to a higher number.
 */
const UNPROVEN_BUDGET = 7;
/**
 * The most joins from unknown networks that a line accepts in an hour without the bot check (`rules/senders.ts`).
 * `GROUPED_AN_HOUR` counts joins in groups. The last group of twelve can begin with the 75th join, so 86 joins are
 * allowed. `SURGE_AN_HOUR` counts all other joins.
 */
const SURGE_AN_HOUR = 200;
const GROUPED_AN_HOUR = 86;
/** The most joins that a line may accept from each attack of many senders, by the name of the attack. */
const manySenders: Readonly<Record<string, number>> = {
  another_site_for_each_join: SURGE_AN_HOUR,
  twelve_joins_of_each_address: SURGE_AN_HOUR + GROUPED_AN_HOUR,
};
const SEED = 20_261_125;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** The real guests of the evening. `guests` contains the visit ids of guests in line. */
type Evening = {
  guests: Set<string>;
  numbers: Set<string>;
  joined: number;
  refused: string[];
  challenged: number;
};

await runOnClock(anHour, {
  entry: 'abuse/hour-worker.mjs',
  vars: {
    TURNSTILE_SITE_KEY: '1x00000000000000000000AA',
    TURNSTILE_SECRET_KEY: 'of-the-bench',
    TEXT_BUDGETS: `unproven=${UNPROVEN_BUDGET},trials=${TRIALS_BUDGET},country=2000,codes=60,account=${ACCOUNT_BUDGET}`,
  },
});

async function anHour(on: ClockRuntime): Promise<Measure[]> {
  const client = connect(on.origin, 1);
  const begin = Math.ceil(Date.now() / DAY_MS) * DAY_MS + 10 * HOUR_MS;
  await on.setClock(begin, false);
  const shops: Shop[] = [];
  for (let n = 0; n < SHOPS; n += 1)
    shops.push(await openShop(on, client, n, { now: begin, standing: 'paying' }));
  const looped = await openShop(on, client, SHOPS, { now: begin, standing: 'paying' });
  await change(client, looped, { nearlyAt: 1 });
  const accounts: Shop[] = [];
  for (let n = 1; n <= NEW_ACCOUNTS; n += 1)
    accounts.push(await openShop(on, client, SHOPS + n, { now: begin, standing: 'unproven' }));
  const afterAccounts = SHOPS + NEW_ACCOUNTS + 1;
  const [crowded, byCrowd] = [
    await openShop(on, client, afterAccounts, { now: begin, standing: 'paying' }),
    new Set<string>(),
  ];
  await change(client, crowded, { nearlyAt: 2 });
  const [others, byOthers]: [Shop[], Set<string>] = [[], new Set()];
  for (const [n, phone] of OTHER_NUMBERS.entries()) {
    const shop = await openShop(on, client, afterAccounts + 1 + n, {
      now: begin,
      standing: 'unproven',
      phone,
    });
    await change(client, shop, { country: 'TN' });
    others.push(shop);
  }
  const money = await moneyPlays(on, client, {
    now: begin,
    first: afterAccounts + 1 + OTHER_NUMBERS.length,
  });
  const lockedOut = await lockOut(on, { now: begin, n: LOCKED_OUT });

  const evening: Evening = { guests: new Set(), numbers: new Set(), joined: 0, refused: [], challenged: 0 };
  const deeds = new Map(lineAttacks.map(({ name }) => [name, noDeeds()]));
  const [byLoop, loopDeeds] = [new Set<string>(), noDeeds()];
  const byAccount = accounts.map(() => new Set<string>());
  let first = 0;
  const attacks = lineAttacks.flatMap((attack) => {
    const attacked = shops.slice(first, first + attack.shops);
    first += attack.shops;
    return flood(client, deeds.get(attack.name) ?? noDeeds(), attacked, attack);
  });
  const moments = [
    ...shops.flatMap((shop, n) => [
      ...guestsOf(client, shop, n, evening),
      ...staffOf(client, shop, n, evening),
    ]),
    ...attacks,
    ...loop(client, looped, loopDeeds, byLoop),
    ...crowd(client, crowded, byCrowd),
    ...accounts.flatMap((shop, n) => {
      const numberOf = (k: number) => `+62812${n}00${String(k).padStart(5, '0')}`;
      return pump(client, shop, { from: `198.51.100.${n}`, numberOf }, byAccount[n] ?? new Set());
    }),
    ...others.flatMap((shop, n) => {
      const numberOf = (k: number) => `+21620${n}00${String(k).padStart(3, '0')}`;
      return pump(client, shop, { from: `198.51.100.${100 + n}`, numberOf }, byOthers);
    }),
    ...money.moments,
    ...lockedOut.moments,
  ];
  await play(on, moments, begin);
  for (const [n, shop] of shops.entries())
    await (staffOf(client, shop, n, evening).at(-1)?.happens ?? noop)();
  // Joins from many senders form no group, so staff remove these visits one by one.
  const ofManySenders = fakesOfManySenders(deeds);
  for (const shop of shops)
    for (const { id } of (await look(client, shop)).queue)
      if (ofManySenders.has(id)) await act(client, shop, id, 'remove');
  await on.setClock(begin + HOUR_MS + MINUTE_MS, false);
  await on.tell('/alarms');
  const numbers = { byLoop, byAccount, byCrowd, byOthers };
  const measures = [
    ...(await measuresOf(on, client, { shops, evening, deeds, loopDeeds, ...numbers })),
    ...(await money.measures()),
    ...lockedOut.measures(),
  ];
  client.close();
  return measures;
}

function fakesOfManySenders(deeds: ReadonlyMap<string, Deeds>): Set<string> {
  return new Set(Object.keys(manySenders).flatMap((name) => [...(deeds.get(name)?.fakes ?? [])]));
}

function noDeeds(): Deeds {
  return { fakes: new Set(), tries: 0, taken: 0, refusals: new Map() };
}

async function noop(): Promise<void> {}

/** Runs the actions in the order of their times, and fires the alarms once a minute. */
async function play(on: ClockRuntime, moments: Moment[], begin: number): Promise<void> {
  const ticks = Array.from({ length: 60 }, (_, n): Moment => ({
    atMs: (n + 1) * MINUTE_MS,
    happens: () => on.tell('/alarms'),
  }));
  for (const { atMs, happens } of [...moments, ...ticks].toSorted((one, other) => one.atMs - other.atMs)) {
    await on.setClock(begin + atMs, false);
    await happens();
  }
}

/**
 * In every second shop all guests use the shop's Wi-Fi and have the same address. In the other shops each guest has a
 * separate network of one of four mobile carriers. In every fourth shop the guests give a phone number, so they may
 * wait anywhere and get texts. One guest in twelve leaves after some minutes.
 */
function guestsOf(client: HttpClient, shop: Shop, n: number, evening: Evening): Moment[] {
  const random = randomOf(SEED, `guests ${n}`);
  return Array.from({ length: GUESTS_EACH }, (_, guest) => {
    const network = Math.floor(random.between(0, 65_536)).toString(16);
    const mobile = `2001:db8:1${Math.floor(random.between(0, 4))}:${network}::7`;
    const from = n % 2 === 0 ? `192.0.2.${n + 1}` : mobile;
    const phoneNumber = n % TEXTED === 1 ? `+6281700${String(n * GUESTS_EACH + guest).padStart(6, '0')}` : '';
    const leaves = random.chance(1 / 12);
    const atMs = Math.floor(random.between(0, HOUR_MS));
    const leavesAfterMs = Math.floor(random.between(MINUTE_MS / 2, 6 * MINUTE_MS));
    let leaving = noop;
    return [
      {
        atMs,
        happens: async () => {
          const answer = await join(client, shop, { from, phoneNumber });
          if (answer.status === 201) {
            const joined = joinedBy(answer);
            evening.joined += 1;
            evening.guests.add(joined.customer.id);
            evening.numbers.add(phoneNumber);
            leaving = async () => {
              if (evening.guests.delete(joined.customer.id)) await leave(client, shop, joined);
            };
          } else if (answer.body.includes('human_check')) evening.challenged += 1;
          else evening.refused.push(answer.body);
        },
      },
      ...(leaves ? [{ atMs: atMs + leavesAfterMs, happens: () => leaving() }] : []),
    ];
  }).flat();
}

/**
 * Staff look at the line each minute, remove the groups that the dashboard shows, and admit the first real guest. The
 * admitted guest arrives a minute after the admit.
 */
function staffOf(client: HttpClient, shop: Shop, n: number, evening: Evening): Moment[] {
  let called: string | null = null;
  return Array.from({ length: 60 }, (_, minute) => ({
    atMs: minute * MINUTE_MS + n * 100 + 30_000,
    happens: async () => {
      const { queue } = await look(client, shop);
      for (const { id, senderGroup } of queue)
        if (senderGroup !== undefined) await act(client, shop, id, 'discard');
      if (called !== null) await act(client, shop, called, 'arrived');
      called = null;
      const next = queue.find(({ id }) => evening.guests.has(id));
      if (next === undefined || !evening.guests.delete(next.id)) return;
      await act(client, shop, next.id, 'admit');
      called = next.id;
    },
  }));
}

type Played = {
  shops: Shop[];
  evening: Evening;
  deeds: Map<string, Deeds>;
  loopDeeds: Deeds;
  byLoop: Set<string>;
  byAccount: Set<string>[];
  byCrowd: Set<string>;
  byOthers: Set<string>;
};

async function measuresOf(
  on: ClockRuntime,
  client: HttpClient,
  { shops, evening, deeds, loopDeeds, byLoop, byAccount, byCrowd, byOthers }: Played,
): Promise<Measure[]> {
  const [example] = evening.refused;
  if (example !== undefined) console.log(`refused: ${example}`);
  const views = await Promise.all(shops.map((shop) => look(client, shop)));
  const fakes = new Set([...deeds.values()].flatMap((one) => [...one.fakes]));
  const ofManySenders = fakesOfManySenders(deeds);
  const ofSenders = [...fakes].filter((id) => !ofManySenders.has(id));
  // A credit is lost if it was used, but not for a real guest who is now in line or admitted.
  const lost = views.map(({ customerCredits, queue, admittedCustomers }) => {
    const isReal = ({ id }: { id: string }) => !fakes.has(id);
    return CREDITS - customerCredits - queue.filter(isReal).length - admittedCustomers.filter(isReal).length;
  });
  const inCharts = (
    await on.rows(z.object({ id: z.string() }), 'SELECT visit_id AS id FROM visit_history')
  ).filter(({ id }) => ofSenders.includes(id));
  const inFigures = views.flatMap(({ removedCustomers }) =>
    removedCustomers.filter(({ id, discarded }) => ofSenders.includes(id) && !discarded),
  );
  // In the outbox, only a text that was held back has a subject.
  const texted = await on.rows(
    z.object({ number: z.string() }),
    `SELECT recipient AS number FROM development_messages WHERE channel = 'sms' AND subject IS NULL`,
  );
  const held = await on.rows(
    z.object({ number: z.string() }),
    `SELECT recipient AS number FROM development_messages WHERE channel = 'sms' AND subject IS NOT NULL`,
  );
  const heldOfGuests = held.filter(({ number }) => evening.numbers.has(number));
  const textsTo = (numbers: Set<string>) => texted.filter(({ number }) => numbers.has(number)).length;
  const count = (name: string, value: number, goal?: Measure['goal']): Measure => ({
    name: `abuse_${name}`,
    value,
    unit: 'count',
    ...(goal && { goal }),
  });
  const none = { is: '=', than: 0 } as const;
  return [
    count('guests', evening.joined + evening.refused.length + evening.challenged, {
      is: '=',
      than: SHOPS * GUESTS_EACH,
    }),
    count('guests_refused', evening.refused.length, none),
    count('guests_challenged', evening.challenged, none),
    ...[...deeds].flatMap(([name, { tries, taken }]) => {
      const than = manySenders[name];
      return [
        count(`${name}_tries`, tries),
        count(`${name}_joins`, taken, than === undefined ? undefined : { is: '<=', than }),
      ];
    }),
    count('loop_tries', loopDeeds.tries),
    count('loop_joins', loopDeeds.taken, { is: '<', than: 60 }),
    count(
      'credits_lost_after_clean_up',
      lost.reduce((sum, one) => sum + Math.abs(one), 0),
      none,
    ),
    count('fakes_in_charts', inCharts.length + inFigures.length, none),
    count('texts_of_guests', textsTo(evening.numbers), { is: '>=', than: GUESTS_TEXTED_MIN }),
    count('texts_of_guests_held', heldOfGuests.length, none),
    count('texts_by_a_guest_alone', textsTo(byLoop), none),
    count('texts_by_leaving_guests', textsTo(byCrowd), none),
    count('texts_beyond_the_country_of_new_accounts', textsTo(byOthers), none),
    count('texts_of_new_accounts', textsTo(new Set(byAccount.flatMap((numbers) => [...numbers]))), {
      is: '<=',
      than: UNPROVEN_BUDGET,
    }),
    count('texts_of_a_new_account_max', Math.max(...byAccount.map(textsTo)), {
      is: '<=',
      than: TEXTS_AN_ACCOUNT,
    }),
  ];
}
