/**
 * Simulates one account for a year: the owner acts by calls of the product's API, and periods, payments and
 * cancellations change at the fake provider. Computes the expected result from the actions alone.
 */
import { checkoutAnswer } from '../../src/shared/contracts/billing.ts';
import { planChoiceOf, planKeyOf, plans, type PlanKey, type PlanName } from '../../src/shared/plans.ts';
import { monthOf, periodEndOf } from '../../src/worker/features/billing/periods.ts';
import type { Random } from '../../scripts/demo/random.ts';
import { expectStatus, type Answer, type HttpClient } from '../queue/http-client.ts';

const DAY_MS = 86_400_000;
/** Longest delay until sweeps find a change whose webhook was lost, including days without sweeps. */
const HEARD_WITHIN_MS = 16 * DAY_MS;

/**
 * A subscription at the provider. `recoversAt`: the time at which a failed payment is paid. Null if no payment has
 * failed, or if the failed payment is never paid.
 */
type Subscription = {
  id: string;
  planKey: PlanKey;
  status: 'active' | 'past_due' | 'canceled';
  periodStart: number;
  periodEnd: number;
  cancels: boolean;
  endedAt: number | null;
  recoversAt: number | null;
  /**
   * True if the plan was changed in this period. After a second change in one period, the bench would not know the
   * remaining credits.
   */
  isChanged: boolean;
};

export type ActionName =
  | 'bought'
  | 'renewed'
  | 'failed'
  | 'recovered'
  | 'cancelled'
  | 'ended'
  | 'upgraded'
  | 'downgraded'
  | 'refused'
  | 'dropped';

export type Account = {
  id: string;
  username: string;
  cookie: string;
  locations: number;
  buysAt: number | null;
  /** The newest subscription; null before the first purchase. */
  subscription: Subscription | null;
  /** `<subscription> <month's beginning>` of each paid month that has begun. */
  months: Set<string>;
  /** Time at which the product knows all changes whose webhooks were lost. */
  isHeardBy: number;
  random: Random;
};

export type Hands = { client: HttpClient; origin: string; count(action: ActionName): void };

/** Opens a location for an owner who has a new trial account. The owner buys a plan within the next 14 days. */
export async function openAccount(
  hands: Hands,
  owner: { id: string; username: string; cookie: string },
  random: Random,
  now: number,
): Promise<Account> {
  const body = { address: '14 Kemang Raya, Jakarta', timezone: 'Asia/Jakarta' };
  expectStatus(await ask(hands, owner.cookie, '/auth/locations', body), 201);
  const buysAt = now + Math.floor(random.between(0, 14)) * DAY_MS;
  return {
    ...owner,
    locations: 1,
    buysAt,
    subscription: null,
    months: new Set(),
    isHeardBy: 0,
    random,
  };
}

/**
 * `isQuiet`: on this day nobody starts a new action. Such days let the product learn of all changes before the year
 * ends.
 */
type Day = { now: number; isQuiet: boolean; losesWebhooks: boolean };

export async function liveDay(hands: Hands, account: Account, day: Day): Promise<void> {
  const { now, isQuiet, losesWebhooks } = day;
  const { subscription } = account;
  if (subscription === null || subscription.status === 'canceled') {
    if (account.buysAt === null || now < account.buysAt || isQuiet) return;
    return buy(hands, account, now);
  }
  const before = JSON.stringify(subscription);
  await dayOf(hands, account, subscription, day);
  if (losesWebhooks && JSON.stringify(subscription) !== before) account.isHeardBy = now + HEARD_WITHIN_MS;
  noteMonth(account, now);
}

async function dayOf(
  hands: Hands,
  account: Account,
  subscription: Subscription,
  { now, isQuiet }: Day,
): Promise<void> {
  const { random } = account;
  if (now === subscription.periodEnd) return endPeriod(hands, account, subscription);
  if (subscription.status === 'past_due') {
    if (subscription.recoversAt === null || now < subscription.recoversAt) return;
    await actAtStandIn(hands, subscription, 'recover');
    Object.assign(subscription, { status: 'active', recoversAt: null });
    return hands.count('recovered');
  }
  if (isQuiet || subscription.cancels) return;
  // A payment of a yearly plan can fail only at the plan's renewal, and the renewal is after the simulated year.
  const isMonthly = planChoiceOf(subscription.planKey).interval === 'Monthly';
  // A payment fails only after the product knows of the first payment of this period.
  if (isMonthly && now >= account.isHeardBy && random.chance(0.0028)) {
    await actAtStandIn(hands, subscription, 'fail');
    const days = Math.ceil(random.between(0, 14));
    const recoversAt = random.chance(0.8) ? now + days * DAY_MS : null;
    Object.assign(subscription, { status: 'past_due', recoversAt });
    return hands.count('failed');
  }
  if (random.chance(0.001)) {
    await actAtStandIn(hands, subscription, 'cancel');
    subscription.cancels = true;
    return hands.count('cancelled');
  }
  if (!subscription.isChanged && random.chance(0.004)) return changePlan(hands, account, subscription, now);
}

/** Buys a random plan, without opening the page that follows the checkout. */
async function buy(hands: Hands, account: Account, now: number): Promise<void> {
  const { random, cookie } = account;
  const interval = random.chance(0.8) ? 'Monthly' : 'Yearly';
  const plan: PlanName = account.locations > 1 || random.chance(0.5) ? 'Professional' : 'Starter';
  const planKey = planKeyOf(plan, interval);
  const opened = await ask(hands, cookie, '/stripe/create-checkout-session', { planKey, userId: account.id });
  const { pathname } = new URL(checkoutAnswer.parse(JSON.parse(expectStatus(opened, 200).body)).url);
  expectStatus(await press(hands, pathname, { action: 'pay' }), 303);
  account.buysAt = null;
  account.subscription = {
    id: (pathname.split('/').at(-1) ?? '').replace('cs_', 'sub_'),
    planKey,
    status: 'active',
    periodStart: now,
    periodEnd: periodEndOf(now, interval),
    cancels: false,
    endedAt: null,
    recoversAt: null,
    isChanged: false,
  };
  noteMonth(account, now);
  hands.count('bought');
  // The owner tries to buy again. Even if the webhook of the first purchase was lost, the product asks the provider and
  // refuses the second purchase.
  expectStatus(
    await ask(hands, cookie, '/stripe/create-checkout-session', { planKey, userId: account.id }),
    409,
  );
  if (plan === 'Starter' || account.locations > 1 || !random.chance(0.2)) return;
  expectStatus(
    await ask(hands, cookie, '/auth/locations', { address: '2 Jalan Sabang', timezone: 'Asia/Jakarta' }),
    201,
  );
  account.locations = 2;
}

async function endPeriod(hands: Hands, account: Account, subscription: Subscription): Promise<void> {
  await actAtStandIn(hands, subscription, 'advance');
  const { periodEnd, planKey, cancels, status } = subscription;
  if (cancels || status === 'past_due') {
    Object.assign(subscription, { status: 'canceled', endedAt: periodEnd });
    account.buysAt = account.random.chance(0.6)
      ? periodEnd + Math.ceil(account.random.between(0, 20)) * DAY_MS
      : null;
    return hands.count('ended');
  }
  const { interval } = planChoiceOf(planKey);
  Object.assign(subscription, {
    periodStart: periodEnd,
    periodEnd: periodEndOf(periodEnd, interval),
    isChanged: false,
  });
  hands.count('renewed');
}

async function changePlan(
  hands: Hands,
  account: Account,
  subscription: Subscription,
  now: number,
): Promise<void> {
  const { plan: held, interval } = planChoiceOf(subscription.planKey);
  const plan = held === 'Starter' ? 'Professional' : 'Starter';
  const change = () => ask(hands, account.cookie, '/auth/purchase-plan', { plan });
  const isUpgrade = plan === 'Professional';
  if (!isUpgrade && account.locations > plans[plan].maxLocations) {
    expectRefusal(await change(), 'too_many_locations');
    return hands.count('refused');
  }
  if (isUpgrade && account.random.chance(0.3)) {
    await actAtStandIn(hands, subscription, 'decline_card');
    expectRefusal(await change(), 'payment_pending');
    await actAtStandIn(hands, subscription, 'accept_card');
    // If the invoice stays unpaid, the owner closes the invoice's page, or the invoice expires.
    if (!account.random.chance(0.4)) {
      if (account.random.chance(0.5))
        expectStatus(await press(hands, `/dev/invoice/${subscription.id}`, { action: 'close' }), 303);
      return hands.count('dropped');
    }
    expectStatus(await press(hands, `/dev/invoice/${subscription.id}`, { action: 'pay' }), 303);
  } else {
    expectStatus(await change(), 200);
  }
  Object.assign(subscription, { planKey: planKeyOf(plan, interval), isChanged: true });
  if (isUpgrade) Object.assign(subscription, { periodStart: now, periodEnd: periodEndOf(now, interval) });
  hands.count(isUpgrade ? 'upgraded' : 'downgraded');
}

/** Adds the current month to the paid months. */
function noteMonth({ subscription, months }: Account, now: number): void {
  if (subscription?.status !== 'active') return;
  const { id, planKey, periodStart } = subscription;
  const { interval } = planChoiceOf(planKey);
  months.add(`${id} ${monthOf({ periodStart, interval }, now).start}`);
}

async function actAtStandIn(hands: Hands, { id }: Subscription, action: string): Promise<void> {
  expectStatus(await press(hands, '/dev/billing/x', { subscription: id, action }), 303);
}

function press({ client, origin }: Hands, path: string, fields: Record<string, string>): Promise<Answer> {
  return client.call({
    method: 'POST',
    path,
    headers: { 'content-type': 'application/x-www-form-urlencoded', origin },
    body: new URLSearchParams(fields).toString(),
  });
}

function ask({ client }: Hands, cookie: string, path: string, body: object): Promise<Answer> {
  return client.call({
    method: 'POST',
    path,
    headers: { 'content-type': 'application/json', cookie },
    body: JSON.stringify(body),
  });
}

function expectRefusal({ status, body }: Answer, code: string): void {
  if (status >= 400 && body.includes(`"${code}"`)) return;
  throw new Error(`Expected ${code}, but ${status} came: ${body.slice(0, 300)}`);
}
