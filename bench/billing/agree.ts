/** Compares provider, accounts, ledger and location objects with the expected result of the year. */
import { accountView } from '../../src/shared/contracts/account/view.ts';
import { planChoiceOf, plans } from '../../src/shared/plans.ts';
import * as z from 'zod/mini';
import { expectStatus, inParallel, type HttpClient } from '../queue/http-client.ts';
import type { Account } from './account.ts';
import type { ClockRuntime } from './clock-runtime.ts';

const subscriptionRow = z.object({
  id: z.string(),
  plan: z.string(),
  status: z.string(),
  period_start: z.number(),
  period_end: z.number(),
  cancels: z.number(),
});
const accountRow = z.object({
  id: z.string(),
  plan: z.string(),
  trial: z.number(),
  max_locations: z.number(),
  subscription_status: z.nullable(z.string()),
});
const grantRow = z.object({ id: z.string(), months: z.string() });

/** Returns one text line for each difference. */
export async function differences(
  runtime: ClockRuntime,
  client: HttpClient,
  accounts: Account[],
): Promise<string[]> {
  const provider = byId(
    await runtime.rows(
      subscriptionRow,
      `SELECT id, plan_key AS plan, status, period_start, period_end, cancel_at_period_end AS cancels FROM development_subscriptions`,
    ),
  );
  const followed = byId(
    await runtime.rows(
      subscriptionRow,
      `SELECT id, plan || ' ' || interval AS plan, status, period_start, period_end, cancel_at_period_end AS cancels FROM subscriptions`,
    ),
  );
  const rows = byId(
    await runtime.rows(
      accountRow,
      'SELECT id, plan, trial, max_locations, subscription_status FROM businesses',
    ),
  );
  const ledger = byId(
    await runtime.rows(
      grantRow,
      `SELECT business_id AS id, group_concat(month, ',') AS months FROM (
        SELECT business_id, subscription_id || ' ' || period_start AS month FROM credit_grants WHERE slot = 1
        ORDER BY subscription_id, period_start) GROUP BY business_id`,
    ),
  );
  const found = await inParallel(accounts, 8, async (account) => {
    const about: [string, unknown, unknown][] = [
      ['ledger', ledger.get(account.id)?.months.split(',').toSorted() ?? [], [...account.months].toSorted()],
      ['credits', await creditsOf(client, account), creditsDue(account)],
    ];
    const { subscription } = account;
    if (subscription !== null) {
      const { id, planKey, status, periodStart, periodEnd, cancels } = subscription;
      const due = {
        id,
        plan: planKey,
        status,
        period_start: periodStart,
        period_end: periodEnd,
        cancels: Number(cancels),
      };
      const { plan } = planChoiceOf(planKey);
      about.push(
        ['provider', provider.get(id), due],
        ['followed', followed.get(id), due],
        [
          'account',
          rows.get(account.id),
          {
            id: account.id,
            plan,
            trial: 0,
            max_locations: plans[plan].maxLocations,
            subscription_status: status,
          },
        ],
      );
    }
    return about
      .map(([what, is, wanted]) => [what, JSON.stringify(is), JSON.stringify(wanted)])
      .filter(([, is, wanted]) => is !== wanted)
      .map(([what, is, wanted]) => `${account.username} ${what}: ${is}, not ${wanted}`);
  });
  return found.flat();
}

/**
 * Returns the expected credits. No credit is used in this year. So with an active plan each location has all credits of
 * a month. Without an active plan each location has no credits.
 */
function creditsDue({ subscription, locations }: Account): number[][] {
  if (subscription === null) return Array.from({ length: locations }, () => [0, 0]);
  const { customerCredits, smsCredits } = plans[planChoiceOf(subscription.planKey).plan];
  // At the end of the year, all unpaid invoices are older than the grace period.
  const due = subscription.status === 'active' ? [customerCredits, smsCredits] : [0, 0];
  return Array.from({ length: locations }, () => due);
}

async function creditsOf(client: HttpClient, { cookie }: Account): Promise<number[][]> {
  const answer = await client.call({ method: 'GET', path: '/auth/me', headers: { cookie } });
  const { locations } = accountView.parse(JSON.parse(expectStatus(answer, 200).body));
  return locations.map(({ customerCredits, smsCredits }) => [customerCredits, smsCredits]);
}

function byId<Row extends { id: string }>(rows: Row[]): Map<string, Row> {
  return new Map(rows.map((row) => [row.id, row]));
}
