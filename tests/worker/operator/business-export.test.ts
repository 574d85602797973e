/** The content of an export, and the locations that it may read (`docs/decisions/0064-a-business-as-a-file.md`). */
import { runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { expect, test } from 'vitest';
import { transferredTables } from '../../../src/shared/contracts/business-file.ts';
import { aSeal } from '../../support/business-files.ts';
import { newAdmin, readText } from '../support/admin-calls.ts';
import { call } from '../support/factories.ts';
import { anOwnersLocation, objectOf } from '../support/owner-calls.ts';
import { exported } from '../support/transfer-calls.ts';

test('a name that nobody has cannot be exported', async () => {
  await expect(exported('nobody')).rejects.toThrow('That business username does not exist');
});

test('an export goes on at no location of somebody else', async () => {
  const [place, other] = [await anOwnersLocation({ username: 'blue-door' }), await anOwnersLocation()];
  const cookie = await newAdmin();
  const cursor = { locations: [other.location.id], part: 'visit', after: -1 };
  const post = (body: object) => call('POST', '/admin/backup', { cookie, body: { seal: aSeal, ...body } });
  const notFound = { status: 404, text: 'We could not find that.' };
  const own = { ...cursor, locations: [place.location.id] };
  // The audit log has no row for this export, because the export has not begun.
  expect(await readText(await post({ username: 'blue-door', cursor: own }))).toEqual(notFound);
  expect((await post({ username: 'blue-door', cursor: null })).status).toBe(200);
  expect((await post({ username: 'blue-door', cursor: own })).status).toBe(200);
  expect(await readText(await post({ username: 'blue-door', cursor }))).toEqual(notFound);
  for (const wrong of [{ part: 'all' }, { locations: ['x'] }, { after: null }, { extra: 1 }]) {
    expect((await post({ username: 'blue-door', cursor: { ...cursor, ...wrong } })).status).toBe(400);
  }
});

test('every table and column of an account is in the file, or is left out for a reason', async () => {
  const columnsOf = async (table: string) => {
    const { results } = await env.DB.prepare(`select name from pragma_table_info(?)`)
      .bind(table)
      .all<{ name: string }>();
    return results.map(({ name }) => name);
  };
  const { results } = await env.DB.prepare(
    `select name from sqlite_master where type = 'table' and name not like 'sqlite_%' and name not like '_cf_%' and name not like 'd1_%'`,
  ).all<{ name: string }>();
  // Tables that are not in an export. Their data belongs to the installation or to people who are not owners, is
  // short-lived, is in the file's head, or can be computed.
  const notOfABusiness = [
    'admin_changes', 'admin_sessions', 'asked_acts', 'billing_events',
    // A device has a cookie of this installation, so the owner must enrol the device again.
    'devices', 'development_checkouts', 'development_messages',
    'development_subscriptions', 'disowned_mailboxes', 'email_verifications', 'ended_second_steps', 'feedback_messages', 'former_addresses', 'limit_windows',
    // The owner must invite the team again.
    'invitations', 'memberships', 'ownership_offers', 'operator_acts', 'operator_passkeys', 'operators',
    'password_resets',
    // A passkey works only at one host, so the owner logs in with the password.
    'passkey_challenges', 'passkeys', 'phone_codes', 'resting_usernames', 'sales_inquiries', 'sessions', 'text_budgets', 'text_opt_outs', 'text_peaks', 'texts', 'trial_marks', 'visit_hours',
  ]; // oxfmt-ignore
  const inTheFile: Record<string, string[]> = {
    // A proven number, an approved name and the deletion of an unused account belong to the installation.
    users: [
      'id',
      'email_key',
      'device_generation',
      'changes_held_until',
      'phone_proven_at',
      'phone_country',
      'logged_in_at',
      // A device has the language in a cookie of the old server, so the owner chooses the language again.
      'language',
    ],
    businesses: [
      'id',
      'approved_name',
      'idle_deletion_at',
      'username_key',
      'look_alike_key',
      'directory_revision',
      'deletion_begun_at',
      'deletion_tried_at',
      'erased_at',
    ],
    // Passkeys are not exported, so a second step by passkeys is not exported either.
    second_steps: ['user_id', 'kind'],
    recovery_codes: ['user_id'],
    // The file has only one fact about a trial reminder: whether the owner got it.
    deliveries: await columnsOf('deliveries'),
    locations: ['business_id', 'people_swept_at'],
    billing_customers: ['business_id', 'refresh_due_at'],
    subscriptions: ['business_id'],
    credit_grants: ['business_id', 'revision', 'ceiling_revision'],
    visit_history: ['business_id', 'location_id'],
  };
  expect(results.map(({ name }) => name).toSorted()).toEqual(
    [...notOfABusiness, ...Object.keys(inTheFile)].toSorted(),
  );
  await aStuffedAccount();
  const text = (await exported('blue-door')).join('\n');
  expect(text).toContain('"trialReminders":["on_the_day"]');
  for (const [table, leftOut] of Object.entries(inTheFile)) {
    for (const column of (await columnsOf(table)).filter((name) => !leftOut.includes(name))) {
      const camel = column.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
      const isThereToo =
        text.includes(`"${camel}":`) || (table === 'recovery_codes' && column === 'code_hash');
      expect([table, column, isThereToo]).toEqual([table, column, true]);
    }
  }
});

test('a second step by passkeys is not in the file, because passkeys work at one host only', async () => {
  await aStuffedAccount();
  await env.DB.prepare(`update second_steps set kind = 'passkey'`).run();
  expect((await exported('blue-door')).join('\n')).toMatch(/"secondStep":null,"recoveryCodes":\[\]/);
});

async function aStuffedAccount(): Promise<void> {
  const place = await anOwnersLocation({ username: 'blue-door' });
  const { id } = place.owner.business;
  const userId = place.owner.user.id;
  const run = (sql: string, ...values: unknown[]) =>
    env.DB.prepare(sql)
      .bind(...values)
      .run();
  await run(
    `insert into second_steps (user_id, secret, created_at, last_step) values (?, 'A', 1, 0)`,
    userId,
  );
  await run(`insert into recovery_codes (user_id, code_hash) values (?, 'h')`, userId);
  await run(
    `insert into deliveries (id, kind, business_id, payload, state, due_at, queued_at)
     values ('on_the_day-1', 'trial_mail', ?, '{"reminder":"on_the_day"}', 'sending', 1, 1)`,
    id,
  );
  await run(`insert into billing_customers (business_id, customer_id) values (?, 'cus_1')`, id);
  await run(
    `insert into subscriptions (id, business_id, plan, interval, status, period_start, period_end, cancel_at_period_end)
     values ('sub_1', ?, 'Starter', 'Monthly', 'active', 1, 2, 0)`,
    id,
  );
  await run(
    `insert into credit_grants (subscription_id, period_start, slot, business_id, revision, customer_credits, sms_credits, granted_at,
       fetch, plan) values ('sub_1', 5, 1, ?, 9, 300, 300, 6, 1, 'Starter')`,
    id,
  );
  await run(
    `insert into visit_history (visit_id, revision, business_id, location_id, outcome, num_guests, waiting_preference, joined_at,
       ended_at, promised_minutes, promised_low, promised_high, moved, timezone)
     values ('v', 1, ?, ?, 'left', 1, 'on_premises', 1, 2, 5, 4, 6, 0, 'UTC')`,
    id,
    place.location.id,
  );
}

test('every table of a location’s object is in the file, but for browsers that are reminded', async () => {
  const place = await anOwnersLocation();
  const names = await runInDurableObject(objectOf(place)(), (_, { storage }) =>
    storage.sql
      .exec<{ name: string }>(
        `SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name NOT LIKE '_cf_%'`,
      )
      .toArray()
      .map(({ name }) => name),
  );
  expect(names.toSorted()).toEqual(
    [...transferredTables, 'ended_session', 'reminder_subscription', 'schema_step', 'text_slice'].toSorted(),
  );
});
