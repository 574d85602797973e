/**
 * `npm run bench:billing [-- --small]`: simulates a year of 1,000 accounts with a fake payment provider, real D1 and
 * real objects. The year has purchases, renewals, failed payments, upgrades, downgrades and cancellations. Some
 * webhooks get lost, and no sweep runs on some days. At the end, the data of the provider, the accounts, the ledger and
 * the objects must match the owners' actions. Exits with 1 if there is a difference.
 */
import * as z from 'zod/mini';
import { liveDay, openAccount, type Account, type ActionName, type Hands } from './billing/account.ts';
import { differences } from './billing/agree.ts';
import { runOnClock, type ClockRuntime } from './billing/clock-runtime.ts';
import { randomOf } from '../scripts/demo/random.ts';
import { connect, inParallel } from './queue/http-client.ts';
import type { Measure } from './queue/measures.ts';

const IS_SMALL = process.argv.includes('--small');
const ACCOUNTS = IS_SMALL ? 40 : 1_000;
const DAYS = 365;
/**
 * Number of days at the end of the year without new actions. After these days all unpaid invoices are older than the
 * grace period, even if the product learned of a failed payment late.
 */
const QUIET_DAYS = 25;
const DAY_MS = 86_400_000;
const AT_ONCE = 8;
const SEED = 20_261_122;
/** First day of a whole week without sweeps. */
const WEEK_OUT_FROM_DAY = 40;
/** Number of differences that are printed. */
const SHOWN = 20;

await runOnClock(aYear);

async function aYear(on: ClockRuntime): Promise<Measure[]> {
  const done = new Map<ActionName, number>();
  const client = connect(on.origin, AT_ONCE);
  const hands: Hands = {
    client,
    origin: on.origin,
    count: (action) => void done.set(action, (done.get(action) ?? 0) + 1),
  };
  const weather = randomOf(SEED, 'weather');
  // The simulated clock is ahead of the real clock. The runtime fires alarms by the real clock, so all alarms would be
  // due at once if the simulated clock were behind.
  const begin = Math.ceil(Date.now() / DAY_MS) * DAY_MS + DAY_MS + 10 * 3_600_000;
  await on.setClock(begin, false);
  const numbers = Array.from({ length: ACCOUNTS }, (_, n) => n);
  const accounts = await inParallel(numbers, AT_ONCE, async (n) => {
    const owner = await on.addOwner(n, begin);
    return openAccount(hands, owner, randomOf(SEED, `account ${n}`), begin);
  });
  console.log(`${ACCOUNTS} accounts, seed ${SEED}`);
  let [daysOut, lostDays, outUntil] = [0, 0, 0];
  for (let day = 0; day < DAYS; day += 1) {
    const now = begin + day * DAY_MS;
    const isQuiet = day >= DAYS - QUIET_DAYS;
    const losesWebhooks = !isQuiet && weather.chance(0.1);
    if (day >= outUntil && !isQuiet && weather.chance(0.02))
      outUntil = day + Math.ceil(weather.between(0, 3));
    if (day === WEEK_OUT_FROM_DAY) outUntil = day + 7;
    await on.setClock(now, losesWebhooks);
    await stayLoggedIn(on, now);
    await inParallel(accounts, AT_ONCE, (account) =>
      liveDay(hands, account, { now, isQuiet, losesWebhooks }),
    );
    if (losesWebhooks) lostDays += 1;
    if (day < outUntil) daysOut += 1;
    // In production a sweep runs every hour. The bench runs only one sweep a day, so each account is checked only every
    // twelve days. A lost webhook is noticed up to twelve days late.
    else await on.sweep();
    if (day % 30 === 29) console.log(`day ${day + 1}: ${JSON.stringify(Object.fromEntries(done))}`);
  }
  const found = await settle(on, client, accounts, begin + (DAYS - 1) * DAY_MS);
  for (const one of found.slice(0, SHOWN)) console.log(one);
  if (found.length > SHOWN) console.log(`and ${found.length - SHOWN} more`);
  console.log(found.length === 0 ? 'differences: none' : `differences: ${found.length}`);
  client.close();
  return measuresOf(accounts, done, { daysOut, lostDays, found: found.length });
}

/** Keeps owners logged in for the whole year. */
async function stayLoggedIn(on: ClockRuntime, now: number): Promise<void> {
  await on.rows(z.unknown(), 'UPDATE sessions SET created_at = ?1, last_used_at = ?1', now);
}

/** Runs sweeps on one more day until no account is due, then compares all data with the expected result. */
async function settle(
  on: ClockRuntime,
  client: Parameters<typeof differences>[1],
  accounts: Account[],
  lastDay: number,
): Promise<string[]> {
  const at = lastDay + DAY_MS / 2;
  await on.setClock(at, false);
  const due = 'SELECT count(*) AS n FROM billing_customers WHERE refresh_due_at <= ?';
  const left = async () => (await on.rows(z.object({ n: z.number() }), due, at))[0]?.n ?? 0;
  for (let sweeps = 0; (await left()) > 0 && sweeps < ACCOUNTS; sweeps += 1) await on.sweep();
  return differences(on, client, accounts);
}

function measuresOf(
  accounts: Account[],
  done: Map<ActionName, number>,
  { daysOut, lostDays, found }: { daysOut: number; lostDays: number; found: number },
): Measure[] {
  const actions = [
    'bought',
    'renewed',
    'failed',
    'recovered',
    'cancelled',
    'ended',
    'upgraded',
    'downgraded',
    'refused',
    'dropped',
  ] as const;
  return [
    { name: 'billing_accounts', value: accounts.length, unit: 'count' },
    { name: 'billing_days', value: DAYS, unit: 'count' },
    // Each kind of action must happen at least once, because otherwise the bench would not test this kind.
    ...actions.map((action) => ({
      name: `billing_${action}`,
      value: done.get(action) ?? 0,
      unit: 'count',
      goal: { is: '>=' as const, than: 1 },
    })),
    { name: 'billing_days_without_sweeps', value: daysOut, unit: 'count', goal: { is: '>=', than: 7 } },
    { name: 'billing_days_without_webhooks', value: lostDays, unit: 'count', goal: { is: '>=', than: 1 } },
    {
      name: 'billing_months_granted',
      value: accounts.reduce((sum, { months }) => sum + months.size, 0),
      unit: 'count',
    },
    { name: 'billing_differences', value: found, unit: 'count', goal: { is: '=', than: 0 } },
  ];
}
