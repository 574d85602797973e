/**
 * Acts that one operator alone cannot do at once: the export of one business, and erasures. The first call only records
 * the request, and the owners get a mail. The act can be done after another operator has approved it, or after a day.
 * The link "This was not me" in an owner's mail stops the act, but it does not stop the erasure of a guest
 * (`docs/decisions/0035-the-admin-area.md`). All queries on `asked_acts` are here.
 */
import { and, desc, eq, gt, isNull, lte, ne, not, sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import type { AskedActList, AskedOf, PersonRequest } from '../../../shared/contracts/operator.ts';
import { ASKED_ACT_MS, ASKED_ACT_WAIT_MS } from '../../../shared/limits.ts';
import { database, type Database } from '../../db/client.ts';
import { retryable } from '../../db/errors.ts';
import { askedActs } from '../../db/schema/admin.ts';
import { mailPerson } from '../../deliveries/mail/send-mail.ts';
import { findAccount, type Account } from '../../identity/accounts.ts';
import { findByUsername } from '../../identity/businesses.ts';
import type { Config } from '../../platform/config.ts';
import { hmacSha256 } from '../../platform/hashing.ts';
import { log } from '../../platform/log.ts';
import { askedMail } from '../account/account-mails.ts';
import { notMeLink } from '../account/not-me.ts';
import type { Refusal } from '../../../shared/queue/decision.ts';
import { recordActIfChanged, wasManagedSince, type Act } from '../admin/audit-log.ts';

const usernames = z.array(z.string());

/** The act that an operator asks for. */
export type AskedAct = { kind: 'export'; username: string } | ({ kind: 'erase' } & PersonRequest);

/**
 * The refusal of an act that must wait. `owners`: the owners who get a mail about the act; empty if this call is a
 * repeat.
 */
export type MustWait = {
  ok: false;
  code: 'approval_needed';
  retryAfterSeconds: number;
  what: AskedOf;
  owners: Account[];
};

/**
 * Returns whether an act may be done now, and the accounts that the act concerns. The first call for an act records the
 * request. `key`: `phoneHashKey`.
 */
export async function mayDo(
  env: Env,
  key: string,
  { operator, act }: { operator: string; act: AskedAct },
  now: number,
): Promise<{ ok: true; owners: Account[] } | MustWait | Refusal> {
  const db = database(env);
  const owners = await retryable(ownersOf(db, act));
  if (owners === null) return { ok: false, code: 'unknown_business' };
  const what = whatOf(act);
  if (what !== 'guest' && owners.some(({ user }) => now < (user.changesHeldUntil ?? 0)))
    return { ok: false, code: 'changes_held' };
  const subject = subjectOf(key, act);
  const kind = act.kind === 'export' ? 'export_asked' : 'erasure_asked';
  const [, added, , [asked]] = await db.batch([
    deleteEndedAsks(db, now),
    db
      .insert(askedActs)
      .values({ subject, operator, at: now, what, businesses: JSON.stringify(usernamesOf(act)) })
      .onConflictDoNothing()
      .returning(),
    recordActIfChanged(db, { at: now, operator, kind, ...aboutFirst(owners) }),
    db.select().from(askedActs).where(eq(askedActs.subject, subject)),
  ]);
  const waitsUntil = (asked?.at ?? now) + ASKED_ACT_WAIT_MS;
  const isApproved = asked !== undefined && asked.approvedBy !== null;
  if (isApproved || now >= waitsUntil) return { ok: true, owners };
  const retryAfterSeconds = Math.ceil((waitsUntil - now) / 1000);
  const isFirst = added.length === 1;
  if (isFirst) log({ event: 'admin_action', action: kind });
  return { ok: false, code: 'approval_needed', retryAfterSeconds, what, owners: isFirst ? owners : [] };
}

/**
 * Approves an act that another operator asked for. Refused if one of the two operators was added or changed after the
 * request, or less than a day before the request. The reason: one person could have added the second operator only for
 * this act.
 */
export async function approve(
  env: Env,
  key: string,
  { operator, act }: { operator: string; act: AskedAct },
  now: number,
): Promise<{ ok: true } | Refusal> {
  const db = database(env);
  const owners = (await retryable(ownersOf(db, act))) ?? [];
  const isAsked = eq(askedActs.subject, subjectOf(key, act));
  const kind = act.kind === 'export' ? 'export_approved' : 'erasure_approved';
  const dayBefore = sql`${askedActs.at} - ${ASKED_ACT_WAIT_MS}`;
  const mayCount = and(
    ne(askedActs.operator, operator),
    not(wasManagedSince(operator, dayBefore)),
    not(wasManagedSince(askedActs.operator, dayBefore)),
  );
  const [, approved, , [asked]] = await db.batch([
    deleteEndedAsks(db, now),
    db
      .update(askedActs)
      .set({ approvedBy: operator })
      .where(and(isAsked, isNull(askedActs.approvedBy), mayCount))
      .returning(),
    recordActIfChanged(db, { at: now, operator, kind, ...aboutFirst(owners) }),
    db.select().from(askedActs).where(isAsked),
  ]);
  if (asked === undefined) return { ok: false, code: 'not_found' };
  if (asked.approvedBy === null)
    return { ok: false, code: asked.operator === operator ? 'asked_yourself' : 'operator_is_new' };
  if (approved.length === 1) log({ event: 'admin_action', action: kind });
  return { ok: true };
}

/** The acts that wait for approval or can be done now, the newest first. */
export async function listAskedActs(env: Env, now: number): Promise<AskedActList> {
  const rows = await database(env)
    .select()
    .from(askedActs)
    .where(gt(askedActs.at, now - ASKED_ACT_MS))
    .orderBy(desc(askedActs.at))
    .all();
  return {
    acts: rows.flatMap(({ subject, operator, at, what, businesses, approvedBy }) =>
      what === null || businesses === null
        ? []
        : [
            {
              id: subject,
              operator,
              what,
              businesses: usernames.parse(JSON.parse(businesses)),
              waitsUntil: new Date(at + ASKED_ACT_WAIT_MS).toISOString(),
              endsAt: new Date(at + ASKED_ACT_MS).toISOString(),
              approvedBy,
            },
          ],
    ),
  };
}

/**
 * Withdraws an act for the operator who asked for the act, even if the act is already approved. After the withdrawal,
 * the same act needs a new request.
 */
export async function withdraw(
  env: Env,
  operator: string,
  id: string,
  now: number,
): Promise<{ ok: true } | { ok: false; code: 'not_found' | 'not_yours' }> {
  const db = database(env);
  const isAsked = and(eq(askedActs.subject, id), gt(askedActs.at, now - ASKED_ACT_MS));
  const asked = await retryable(db.select().from(askedActs).where(isAsked).get());
  if (asked === undefined) return { ok: false, code: 'not_found' };
  if (asked.operator !== operator) return { ok: false, code: 'not_yours' };
  const kind = asked.what === 'export' ? 'export_withdrawn' : 'erasure_withdrawn';
  const [username] = usernames.parse(JSON.parse(asked.businesses ?? '[]'));
  const business = username === undefined ? null : await retryable(findByUsername(db, username));
  const [withdrawn] = await db.batch([
    db
      .delete(askedActs)
      .where(and(isAsked, eq(askedActs.operator, operator)))
      .returning(),
    recordActIfChanged(db, { at: now, operator, kind, ...(business && { business }) }),
  ]);
  // Meanwhile the act was withdrawn in another window.
  if (withdrawn.length === 0) return { ok: false, code: 'not_found' };
  log({ event: 'admin_action', action: kind });
  return { ok: true };
}

/**
 * Mails the owners about an act that was asked for. Call this function after the response, with the time of the
 * request.
 */
export async function mailOwners(
  env: Env,
  config: Config,
  { what, owners }: MustWait,
  now: number,
): Promise<void> {
  for (const { user } of owners)
    await mailPerson(env, 'operator_act', user, (say) => askedMail(notMeLink(config, user, now), what, say));
}

/** Sweep: deletes asked acts that can no longer be done, because they were asked for too long ago. */
export async function sweepAskedActs(env: Env, now: number): Promise<void> {
  await deleteEndedAsks(database(env), now);
}

function deleteEndedAsks(db: Database, now: number) {
  return db.delete(askedActs).where(lte(askedActs.at, now - ASKED_ACT_MS));
}

function usernamesOf(act: AskedAct): string[] {
  return act.kind === 'export' ? [act.username] : act.businesses;
}

function whatOf(act: AskedAct): AskedOf {
  if (act.kind === 'export') return 'export';
  return act.who.includes('@') ? 'account' : 'guest';
}

/** The accounts that an act concerns; null if one of the businesses does not exist. */
export async function ownersOf(db: Database, act: AskedAct): Promise<Account[] | null> {
  if (act.kind === 'erase' && act.who.includes('@')) {
    const account = await findAccount(db, { email: act.who });
    return account === null ? [] : [account];
  }
  const found = await Promise.all(usernamesOf(act).map((username) => findAccount(db, { username })));
  const owners = found.filter((account) => account !== null);
  return owners.length === found.length ? owners : null;
}

function aboutFirst([first]: Account[]): Pick<Act, 'business'> {
  return first === undefined ? {} : { business: first.business };
}

/** A keyed hash of an act. All spellings of a number or name have the same hash. */
function subjectOf(key: string, act: AskedAct): string {
  const about =
    act.kind === 'export'
      ? [act.username]
      : [
          act.who.includes('@') ? act.who : act.who.replaceAll(/^00|\D/g, ''),
          ...act.businesses.map((name) => name.toLowerCase()).toSorted(),
        ];
  return hmacSha256(key, `asked ${act.kind} ${JSON.stringify(about).toLowerCase()}`, 'base64url');
}
