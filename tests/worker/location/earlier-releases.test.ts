/** This release reads the data of earlier releases: rows in D1 and in an object, and recorded answers. */
import { applyD1Migrations, evictDurableObject, reset, runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { beforeEach, expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { delivered } from '../support/deliveries.ts';
import { call, cookieOf, read } from '../support/factories.ts';
import { alarmUntil, granted, historyRows, moveClock } from '../support/queue-factories.ts';

const files: Record<string, string> = import.meta.glob('../../releases/*/*', {
  query: '?raw',
  import: 'default',
  eager: true,
});
const releases = [...new Set(Object.keys(files).map((file) => file.split('/')[3] ?? ''))];

const toldSchema = z.object({
  at: z.number(),
  owner: z.object({
    username: z.string(),
    password: z.string(),
    cookie: z.string(),
    locationId: z.string(),
  }),
  me: z.looseObject({ locations: z.array(z.looseObject({ customerCredits: z.number() })) }),
  analytics: z.looseObject({}),
  guests: z.record(
    z.string(),
    z.object({ queueToken: z.string(), status: z.looseObject({ serverNow: z.string() }) }),
  ),
});

let location: () => ReturnType<typeof env.LOCATION_QUEUE.get>;
let told: z.infer<typeof toldSchema>;

/** Stores the rows of a release, and sets the clock to the time of its recorded answers. */
async function restore(release: string): Promise<void> {
  const id = env.LOCATION_QUEUE.newUniqueId();
  location = () => env.LOCATION_QUEUE.get(id);
  const raw = (name: string) => files[`../../releases/${release}/${name}`] ?? '';
  const { locationId } = toldSchema.parse(JSON.parse(raw('told.json'))).owner;
  // The recorded id of the object is replaced, because an id belongs to one Cloudflare account.
  const kept = (name: string) => raw(name).replaceAll(locationId, id.toString());
  told = toldSchema.parse(JSON.parse(kept('told.json')));
  vi.useFakeTimers({ toFake: ['Date'] });
  vi.setSystemTime(told.at);
  const rows = kept('database.sql')
    .split(';\n')
    .filter((line) => line.startsWith('INSERT'));
  const isApplied = (name: string) => rows.some((row) => row.includes(`'${name}'`));
  await reset();
  await applyD1Migrations(
    env.DB,
    env.TEST_MIGRATIONS.filter(({ name }) => isApplied(name)),
  );
  await env.DB.batch(
    [
      'PRAGMA defer_foreign_keys = true',
      ...rows.filter((row) => !/"(d1_migrations|sqlite_sequence)"/.test(row)),
    ].map((row) => env.DB.prepare(row)),
  );
  await applyD1Migrations(env.DB, env.TEST_MIGRATIONS);
  await runInDurableObject(location(), (_, { storage }) => {
    storage.sql.exec(kept('location.sql'));
  });
  await evictDurableObject(location());
}

beforeEach(() => {
  vi.useRealTimers();
});

test.for(releases)('what %s told of its rows, this release tells of them', async (release) => {
  await restore(release);
  const { cookie, locationId } = told.owner;
  const me = await read(await call('GET', '/auth/me', { cookie }));
  expect(me).toMatchObject({ status: 200, body: told.me });
  const analytics = await read(await call('GET', `/auth/locations/${locationId}/analytics`, { cookie }));
  expect(analytics).toMatchObject({ status: 200, body: told.analytics });
  for (const { queueToken, status } of Object.values(told.guests)) {
    const { serverNow: _, ...rest } = status;
    const path = `/auth/business/${told.owner.username}/queue/token/${queueToken}/status`;
    expect(await read(await call('GET', path))).toMatchObject({ status: 200, body: rest });
  }
});

test.for(releases)('who has an account in %s logs in, and the line goes on', async (release) => {
  await restore(release);
  const { username, password, locationId } = told.owner;
  const logIn = await call('POST', '/auth/login', { body: { emailOrUsername: username, password } });
  const cookie = cookieOf(logIn);
  const act = async (firstName: string, action: string) => {
    const { queue, admittedCustomers } = granted(await location().view()).view;
    const visit = [...queue, ...admittedCustomers].find((one) => one.firstName === firstName);
    return read(
      await call('POST', `/auth/locations/${locationId}/visits/${visit?.id}/${action}`, { cookie }),
    );
  };
  const joined = await call('POST', `/auth/business/${username}/queue`, {
    body: {
      address: '14 Kemang Raya, Jakarta',
      firstName: 'Nia',
      lastName: 'New',
      numGuests: 1,
      waitingPreference: 'on_premises',
    },
  });
  expect(await read(joined)).toMatchObject({ status: 201, body: { position: 3 } });
  expect(await act('Cleo', 'put-back')).toMatchObject({ status: 200 });
  expect(await act('Fay', 'admit')).toMatchObject({
    status: 200,
    body: { customer: { message: { status: 'queued' } } },
  });
  expect(await act("D'Arcyé", 'remove')).toMatchObject({ status: 200 });
  const { queue, customerCredits } = granted(await location().view()).view;
  expect(queue.map(({ firstName }) => firstName)).toEqual(['Cleo', 'Nia']);
  // The join of Nia has reserved a credit, and the removal of D'Arcyé has returned a credit. So the number of credits
  // is the recorded number.
  expect(customerCredits).toBe(told.me.locations[0]?.customerCredits);
  // Fay's text is sent after ten seconds, because an admit can be undone at this location.
  moveClock(10_000);
  await delivered(location);
  const { results } = await env.DB.prepare(
    `SELECT recipient FROM development_messages WHERE channel = 'sms'`,
  ).all();
  expect(results).toHaveLength(2);
  // Cleo waits again, so the outcome in Cleo's history row is `waiting`.
  expect(
    (await historyRows()).map(({ outcome }) => String(outcome)).toSorted((a, b) => (a < b ? -1 : 1)),
  ).toEqual(['admitted', 'arrived', 'left', 'no_show', 'removed', 'removed', 'waiting']);
});

test.for(releases)('a hold that began in %s ends at its time', async (release) => {
  await restore(release);
  moveClock(5 * 60_000);
  await alarmUntil(location, async () => {
    const { admittedCustomers } = granted(await location().view()).view;
    return admittedCustomers.find(({ firstName }) => firstName === 'Cleo')?.holdExpired;
  });
});
