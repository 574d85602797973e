/** The object stores a location's time zone. D1 has a copy, which gets the same value even after failures. */
import { env } from 'cloudflare:workers';
import { expect, test, vi } from 'vitest';
import { brokenDatabase, brokenObject, callWith, expectComplaints } from '../support/broken.ts';
import { anOwnersLocation, patch, setUp, viewOf, type OwnedLocation } from '../support/owner-calls.ts';

test('the database’s copy of the time zone follows', async () => {
  const place = await anOwnersLocation();
  expect(await storedZone(place)).toBe('Asia/Jakarta');
  await setUp(place, { timezone: 'Europe/Berlin' });
  expect(await storedZone(place)).toBe('Europe/Berlin');
  await setUp(place, { paused: true });
  expect(await storedZone(place)).toBe('Europe/Berlin');
});

function storedZone({ location }: OwnedLocation): Promise<unknown> {
  return env.DB.prepare('select timezone from locations where id = ?').bind(location.id).first('timezone');
}

test('a change that the object refuses to make leaves both time zones as they are', async () => {
  const place = await anOwnersLocation();
  const complaints = expectComplaints();
  const broken = brokenObject(place.location.id, 'change-settings', new Error('The object broke'));
  const change = { cookie: place.owner.cookie, body: { timezone: 'Europe/Berlin' } };
  const response = await callWith(broken, 'PATCH', `/auth/locations/${place.location.id}`, change);
  expect(response.status).toBe(500);
  expect(complaints()).toHaveLength(1);
  expect([(await viewOf(place)).timezone, await storedZone(place)]).toEqual(['Asia/Jakarta', 'Asia/Jakarta']);
});

test('a copy that could not be written is written at the next look', async () => {
  const place = await anOwnersLocation();
  const away = brokenDatabase('D1_ERROR: D1 DB is overloaded.', (sql) =>
    sql.startsWith('update "locations"'),
  );
  const change = { cookie: place.owner.cookie, body: { timezone: 'Europe/Berlin' } };
  const log = vi.spyOn(console, 'log').mockImplementation(() => undefined);
  const response = await callWith(away, 'PATCH', `/auth/locations/${place.location.id}`, change);
  expect(await response.json()).toMatchObject({ locations: [{ timezone: 'Europe/Berlin' }] });
  expect(log.mock.calls.flat().join('\n')).toContain('{"event":"timezone_not_copied"');
  expect(await storedZone(place)).toBe('Asia/Jakarta');
  expect((await viewOf(place)).timezone).toBe('Europe/Berlin');
  expect(await storedZone(place)).toBe('Europe/Berlin');
});

test('two tablets that choose a time zone at once leave one, here and there', async () => {
  const place = await anOwnersLocation();
  const zones = ['Europe/Berlin', 'Asia/Tokyo', 'Pacific/Kiritimati', 'America/New_York'];
  await Promise.all(zones.map((timezone) => patch(place, { timezone })));
  const { timezone } = await viewOf(place);
  expect(zones).toContain(timezone);
  expect(await storedZone(place)).toBe(timezone);
});
