/** The end of an import (decision 64): from its one transaction on the account is there, whatever breaks off behind it. */
import type { AccountLine } from '../../shared/business-file.ts';
import type { ImportFinish, ImportFinished } from '../../shared/operator.ts';
import { creditsEndAt } from '../accounts/businesses.ts';
import { trialMarkHashes } from '../accounts/trial-marks.ts';
import { customerLives } from '../billing/customer-lives.ts';
import { beforeAnyChange } from '../db/away.ts';
import { customerOf } from '../db/billing.ts';
import { database } from '../db/client.ts';
import { log, reasonOf } from '../log.ts';
import type { Refused } from '../queue/calls.ts';
import { locationById } from '../queue/locate.ts';
import { makeAccount } from './account-copies.ts';
import { haveArrived, importedLocations, importState, isCustomerOfSomebody } from './import-rows.ts';

/** What an installation has of its own. `payments`: `paymentAccountOf`. */
type Here = { payments: string | null; pushKey: string | null; phoneHashKey: string };

/**
 * Has each location become what was sent, then the account, in one transaction from which on it is there; then the locations
 * are released. Repeating it finishes what broke off. `late`: the locations that did not answer to that, and open by themselves;
 * `missing`: those that are not there, whatever took them away.
 */
export async function finishImport(
  env: Env,
  { importId, head, account, ...counts }: ImportFinish,
  here: Here,
  now: number,
): Promise<({ ok: true } & ImportFinished) | Refused> {
  const db = database(env);
  const state = await beforeAnyChange(importState(db, importId, now));
  if (state !== 'under_way' && state !== 'finished') return { ok: false, code: 'import_over' };
  const locations = await importedLocations(db, importId);
  const open = locations.filter(({ isOpen }) => isOpen).map(({ id }) => id);
  if (state === 'under_way') {
    const made = (await paymentsComeAlong(env, account, here)) ? account : withoutPayments(account);
    const withReminders = head.pushKey !== null && head.pushKey === here.pushKey;
    const loaded = await loadAll(env, { importId, made, withReminders, open, ...counts });
    if (!loaded.ok) return loaded;
    const marks = made.business.trial ? trialMarkHashes(made.business, here.phoneHashKey) : [];
    const done = await makeAccount(env, importId, made, { marks, sent: counts, now });
    if (!done.ok) return done;
    log({ event: 'admin_deed', deed: 'business_imported', businessId: importId });
  }
  // Only now does anything become due at them.
  const released = await Promise.all(open.map((id) => release(env, importId, id)));
  const those = (became: Released) => open.filter((_, n) => released[n] === became);
  const customer = await customerOf(env.DB, importId);
  const comeAlong = customer === null ? 'left_behind' : 'along';
  return {
    ok: true,
    payments: account.customer === null ? 'none' : comeAlong,
    late: those('late'),
    missing: those('missing'),
  };
}

type Loading = Pick<ImportFinish, 'importId' | 'lines' | 'visits' | 'grants'> & {
  made: AccountLine;
  withReminders: boolean;
  open: string[];
};

/** Has each location fill itself with what was sent. Refused where something of it is missing. */
async function loadAll(
  env: Env,
  { importId, made, withReminders, open, lines, visits, grants }: Loading,
): Promise<{ ok: true } | Refused> {
  // Before the work of loading; what counts is that it is so when the account is made.
  const isAll = await haveArrived(database(env), importId, { grants, visits });
  if (!isAll) return { ok: false, code: 'import_incomplete' };
  const { standing, username, name: businessName } = made.business;
  const setup = {
    businessId: importId,
    username,
    businessName,
    creditsEndAt: creditsEndAt(made.business),
    standing,
    withReminders,
  };
  for (const id of open) {
    const loaded = await locationById(env, id)?.loadCopy({ ...setup, pieces: lines[id] ?? 0 });
    if (!loaded?.ok) return loaded ?? { ok: false, code: 'not_found' };
  }
  return { ok: true };
}

type Released = 'open' | 'late' | 'missing';

async function release(env: Env, importId: string, id: string): Promise<Released> {
  try {
    return (await locationById(env, id)?.releaseCopy(importId)) === importId ? 'open' : 'missing';
  } catch (error) {
    log({ event: 'location_away', locationId: id, reason: reasonOf(error) });
    return 'late';
  }
}

/** Whether the same account of the payment provider is used here, and what the account was to it lives on. */
async function paymentsComeAlong(
  env: Env,
  { payments, customer }: AccountLine,
  here: Here,
): Promise<boolean> {
  if (payments === null || payments !== here.payments) return false;
  if (customer === null) return true;
  const { customerId } = customer;
  if (await beforeAnyChange(isCustomerOfSomebody(database(env), customerId))) return false;
  return customerLives(env, customerId);
}

/**
 * The account as one that begins anew with another account of the payment provider: what was paid counts to the end of its
 * period, and then no more.
 */
function withoutPayments(account: AccountLine): AccountLine {
  const { business, subscriptions } = account;
  const paidUntil = subscriptions
    .filter(({ status }) => status !== 'canceled')
    .map(({ periodEnd }) => periodEnd);
  const ends = [business.creditsEndAt, ...paidUntil].filter((at) => at !== null);
  return {
    ...account,
    business: {
      ...business,
      subscriptionStatus: business.subscriptionStatus === null ? null : 'canceled',
      creditsEndAt: ends.length === 0 ? null : Math.min(...ends),
      standing: 0,
    },
    customer: null,
    subscriptions: [],
  };
}
