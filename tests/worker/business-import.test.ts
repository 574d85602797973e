/** What an import makes of a file: the account and its locations as they were, and what has to be other here (decision 64). */
import { runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { beforeEach, expect, test, vi } from 'vitest';
import { newReceiver } from '../push-receiver.ts';
import { call, goodPassword } from './factories.ts';
import { aFile, anEnd, begun, inTable, withCells } from './import-factories.ts';
import { aPlace, join, objectOf } from './owner-calls.ts';
import { endpoint } from './push-service.ts';
import { exported, imported } from './transfer-calls.ts';

beforeEach(() => {
  vi.spyOn(console, 'log').mockImplementation(() => {});
});

test('nobody finds an import before it is finished: no name, no log-in', async () => {
  const { post, importId } = await begun();
  expect(await env.DB.prepare('select name, email, password_hash from businesses').all()).toMatchObject({
    results: [{ name: '', email: '', password_hash: '' }],
  });
  expect((await call('GET', '/auth/business/moved-door/addresses')).status).toBe(404);
  expect(
    (await call('POST', '/auth/login', { body: { emailOrUsername: 'moved-door', password: 'x' } })).status,
  ).toBe(401);
  await post('/admin/import/finish', anEnd(importId));
  expect((await call('GET', '/auth/business/moved-door/addresses')).status).toBe(200);
});

test('what was in the way of the old place, of its texts and of its database, is not in the way here', async () => {
  const { file, place } = await aFile();
  const troubled = inTable(file, 'location', (line) =>
    withCells(line, { texts_held: '{}', database_away_since: 1 }),
  );
  expect(troubled).not.toEqual(file);
  await imported(troubled);
  const row = await runInDurableObject(objectOf(place)(), (_, { storage }) =>
    storage.sql.exec('SELECT texts_held, database_away_since FROM location').one(),
  );
  expect(row).toEqual({ texts_held: null, database_away_since: null });
});

test('a location has the name and username of its account, whatever its rows say', async () => {
  const { file, place } = await aFile();
  await imported(
    inTable(file, 'location', (line) =>
      withCells(line, { username: 'green-door', business_name: 'Another' }),
    ),
  );
  const { username, name } = place.owner.business;
  const row = await runInDurableObject(objectOf(place)(), (_, { storage }) =>
    storage.sql.exec('SELECT username, business_name FROM location').one(),
  );
  expect(row).toEqual({ username, business_name: name });
});

test('of the reminders of a file only those of services of push are kept', async () => {
  const place = await aPlace({ username: 'blue-door' });
  const { queueToken } = await join(place);
  const other = `${endpoint}-2`;
  for (const each of [endpoint, other]) {
    const path = `/auth/business/blue-door/queue/token/${queueToken}/reminder`;
    const body = { endpoint: each, keys: newReceiver(each).subscription.keys };
    expect((await call('PUT', path, { body })).status).toBe(200);
  }
  const file = await exported('blue-door');
  await call('POST', '/auth/delete-account', { ...place.owner, body: { password: goodPassword } });
  await imported(inTable(file, 'reminder', (line) => line.replace(other, 'https://169.254.169.254/')));
  const rows = await runInDurableObject(objectOf(place)(), (_, { storage }) =>
    storage.sql.exec('SELECT endpoint FROM reminder').toArray(),
  );
  expect(rows).toEqual([{ endpoint }]);
});
