/**
 * An admin sets the credits of a business: base credits, balances, open pages and audit log (`docs/spec.md` 10.14,
 * 10.15, 10.24).
 */
import { createExecutionContext, runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { expect, test, vi } from 'vitest';
import { createApp } from '../../../src/worker/app.ts';
import { setCredits } from '../support/commands.ts';
import { acts, creditsLog, findBusiness, newAdmin, readText, updateCredits } from '../support/admin-calls.ts';
import { brokenDatabase, expectComplaints, interceptCommands } from '../support/broken.ts';
import { call, joinParty, me, newLocation, origin, read } from '../support/factories.ts';
import { anotherLocation, anOwnersLocation, objectOf } from '../support/owner-calls.ts';
import { granted, moveClock, openLocation, stopClock } from '../support/queue-factories.ts';
import { ownerPage, toldOwner } from '../support/sockets.ts';

const success = { status: 200, body: { success: true } };

async function balancesIn(place: Parameters<typeof objectOf>[0]) {
  const { customerCredits, smsCredits } = granted(await objectOf(place)().balances());
  return { customerCredits, smsCredits };
}

test('the base credits and the balances of every location are set, and its owner hears of it at once', async () => {
  const now = stopClock();
  const place = await anOwnersLocation({ username: 'Blue-Door', maxLocations: 2 });
  const other = await anotherLocation(place);
  await joinParty(place.owner, place.location);
  const page = await ownerPage(place);
  const cookie = await newAdmin();
  expect(await read(await updateCredits(cookie, { username: ' @blue-DOOR ' }))).toEqual(success);

  const after = { customerCredits: 500, smsCredits: 400 };
  expect([await balancesIn(place), await balancesIn(other)]).toEqual([after, after]);
  const [told] = await toldOwner(page);
  expect(told).toMatchObject({ type: 'change', version: 2, credits: after });
  expect((await me(place.owner)).locations.map(({ customerCredits }) => customerCredits)).toEqual([500, 500]);
  expect(await findBusiness(cookie, 'BLUE-door')).toEqual({
    name: 'Blue Door Café',
    username: 'Blue-Door',
    nameWaits: false,
    plan: 'Starter',
    trialEndsAt: new Date(now + 14 * 86_400_000).toISOString(),
    subscriptionStatus: null,
    createdAt: new Date(now).toISOString(),
    maxLocations: 2,
    baseCustomerCredits: 500,
    baseSMSCredits: 400,
    locations: [
      { id: place.location.id, address: place.location.address, now: { ...after, waiting: 1 } },
      { id: other.location.id, address: other.location.address, now: { ...after, waiting: 0 } },
    ],
    serverNow: new Date(now).toISOString(),
  });
  expect(await acts(cookie, '?kind=credits_changed')).toEqual([
    {
      id: 1,
      at: new Date(now).toISOString(),
      operator: 'admin',
      kind: 'credits_changed',
      username: 'Blue-Door',
      about: null,
      credits: {
        before: { baseCustomerCredits: 300, baseSMSCredits: 300 },
        after: { baseCustomerCredits: 500, baseSMSCredits: 400 },
        locations: [
          {
            id: place.location.id,
            address: place.location.address,
            set: { before: { customerCredits: 299, smsCredits: 300 }, after },
          },
          {
            id: other.location.id,
            address: other.location.address,
            set: { before: { customerCredits: 300, smsCredits: 300 }, after },
          },
        ],
      },
    },
  ]);
});

test.each([
  [{ username: '' }, 400, 'Please fill in all fields'],
  [{ username: ' @ ' }, 400, 'Please fill in all fields'],
  [{ username: undefined }, 400, 'Please fill in all fields'],
  [{ baseCustomerCredits: undefined }, 400, 'Please fill in all fields'],
  [{ baseCustomerCredits: null }, 400, 'Please fill in all fields'],
  [{ baseSMSCredits: '' }, 400, 'Please fill in all fields'],
  [{ baseCustomerCredits: -1 }, 400, 'Enter a whole number from 0 to 1,000,000'],
  [{ baseSMSCredits: -1 }, 400, 'Enter a whole number from 0 to 1,000,000'],
  [{ baseCustomerCredits: 1_000_001 }, 400, 'Enter a whole number from 0 to 1,000,000'],
  [{ baseSMSCredits: 2 ** 53 }, 400, 'Enter a whole number from 0 to 1,000,000'],
  [{ baseCustomerCredits: 0.5 }, 400, 'Enter a whole number from 0 to 1,000,000'],
  [{ baseCustomerCredits: '500' }, 400, 'Enter a whole number from 0 to 1,000,000'],
  [{ username: 'nobody' }, 404, 'That business username does not exist'],
  [{ username: 'x'.repeat(300) }, 400, 'That business username does not exist'],
  [{ username: "blue-door' or 1=1 --" }, 404, 'That business username does not exist'],
] as const)('%j is refused as plain text, and nothing is changed', async (wrong, status, text) => {
  const place = await anOwnersLocation({ username: 'blue-door' });
  const cookie = await newAdmin();
  expect(await readText(await updateCredits(cookie, wrong))).toEqual({ status, text });
  expect(await balancesIn(place)).toEqual({ customerCredits: 300, smsCredits: 300 });
  expect((await findBusiness(cookie, 'blue-door')).baseCustomerCredits).toBe(300);
  expect(await creditsLog(cookie)).toEqual([]);
});

test('an account that is being deleted is not found, and keeps its credits', async () => {
  const place = await anOwnersLocation({ username: 'blue-door' });
  const cookie = await newAdmin();
  await env.DB.exec('update businesses set deletion_begun_at = 1');
  expect((await call('GET', '/admin/businesses/blue-door', { cookie })).status).toBe(404);
  expect(await readText(await updateCredits(cookie))).toEqual({
    status: 404,
    text: 'That business username does not exist',
  });
  expect(await balancesIn(place)).toEqual({ customerCredits: 300, smsCredits: 300 });
  expect(await creditsLog(cookie)).toEqual([]);
});

test('both ends of the range are taken', async () => {
  const place = await anOwnersLocation({ username: 'blue-door' });
  const cookie = await newAdmin();
  await updateCredits(cookie, { baseCustomerCredits: 0, baseSMSCredits: 1_000_000 });
  expect(await balancesIn(place)).toEqual({ customerCredits: 0, smsCredits: 1_000_000 });
});

test('nobody but the admin changes credits', async () => {
  const place = await anOwnersLocation({ username: 'blue-door' });
  expect(await readText(await updateCredits(place.owner.cookie))).toEqual({
    status: 401,
    text: 'Please sign in to continue.',
  });
  expect(await balancesIn(place)).toEqual({ customerCredits: 300, smsCredits: 300 });
});

test('ten updates at once: one row each, and base and every location end at the last of them', async () => {
  const place = await anOwnersLocation({ username: 'blue-door', maxLocations: 3 });
  const places = [place, await anotherLocation(place), await anotherLocation(place)];
  const cookie = await newAdmin();
  const wanted = Array.from({ length: 10 }, (_, n) => 1000 + n);
  const answers = await Promise.all(
    wanted.map((n) => updateCredits(cookie, { baseCustomerCredits: n, baseSMSCredits: n })),
  );
  expect(answers.map(({ status }) => status)).toEqual(wanted.map(() => 200));

  const rows = (await creditsLog(cookie)).toReversed();
  expect(rows.map(({ after }) => after.baseCustomerCredits).toSorted((a, b) => a - b)).toEqual(wanted);
  // No change is lost: each change begins with the value that the previous change has set.
  const begins = [300, ...rows.map(({ after }) => after.baseCustomerCredits)].slice(0, -1);
  expect(rows.map(({ before }) => before.baseCustomerCredits)).toEqual(begins);
  const last = rows.at(-1)?.after.baseCustomerCredits;
  const balances = await Promise.all(places.map(balancesIn));
  expect(balances).toEqual(places.map(() => ({ customerCredits: last, smsCredits: last })));
  expect((await findBusiness(cookie, 'blue-door')).baseCustomerCredits).toBe(last);
});

test('a change that arrives late or twice at a location changes nothing there', async () => {
  const location = await openLocation({ customerCredits: 7, smsCredits: 8 });
  const later = { customerCredits: 50, smsCredits: 60, revision: 9 };
  expect(await setCredits(location(), later)).toEqual({
    ok: true,
    to: 'account',
    before: { customerCredits: 7, smsCredits: 8 },
    after: { customerCredits: 50, smsCredits: 60 },
    revision: 9,
    guestsLeft: null,
    customerDebt: 0,
  });
  const balances = { customerCredits: 50, smsCredits: 60 };
  const unchanged = {
    ok: true,
    to: 'account',
    before: balances,
    after: balances,
    revision: 9,
    guestsLeft: null,
    customerDebt: 0,
  };
  expect(await setCredits(location(), { customerCredits: 1, smsCredits: 1, revision: 8 })).toEqual(unchanged);
  expect(await setCredits(location(), { customerCredits: 1, smsCredits: 1, revision: 9 })).toEqual(unchanged);
  expect(await location().balances()).toEqual({ ok: true, ...balances, waiting: 0 });
});

test('an object that was never opened stays empty', async () => {
  const never = () => env.LOCATION_QUEUE.get(env.LOCATION_QUEUE.idFromString(never.id));
  never.id = env.LOCATION_QUEUE.newUniqueId().toString();
  const notFound = { ok: false, code: 'not_found' };
  expect(await setCredits(never(), { customerCredits: 1, smsCredits: 1, revision: 1 })).toEqual(notFound);
  expect(await never().balances()).toEqual(notFound);
  const tables = await runInDurableObject(never(), (_, { storage }) =>
    storage.sql.exec("SELECT name FROM sqlite_master WHERE name = 'location'").toArray(),
  );
  expect(tables).toEqual([]);
});

test('a location that is added later, or in a freed slot, starts with what was set', async () => {
  const place = await anOwnersLocation({ username: 'blue-door', maxLocations: 2 });
  const cookie = await newAdmin();
  await call('DELETE', `/auth/locations/${place.location.id}`, { cookie: place.owner.cookie });
  await updateCredits(cookie);
  const inFreedSlot = await newLocation(place.owner);
  const inNewSlot = await newLocation(place.owner, 'The other address 2');
  expect([inFreedSlot, inNewSlot]).toMatchObject([
    { customerCredits: 500, smsCredits: 400 },
    { customerCredits: 500, smsCredits: 400 },
  ]);
  // The row of the log lists only locations that existed when the credits were changed.
  expect((await creditsLog(cookie))[0]?.locations).toEqual([]);
});

test('after a trial the balances are kept, but cannot be used before a payment', async () => {
  stopClock();
  const place = await anOwnersLocation({ username: 'blue-door' });
  moveClock(14 * 86_400_000);
  const cookie = await newAdmin();
  expect(await read(await updateCredits(cookie))).toEqual(success);
  expect(await balancesIn(place)).toEqual({ customerCredits: 0, smsCredits: 0 });
  expect((await creditsLog(cookie))[0]?.locations?.[0]?.set?.after).toEqual({
    customerCredits: 500,
    smsCredits: 400,
  });
});

test('a location that does not answer is named in the log, and sending the same again finishes the change', async () => {
  const place = await anOwnersLocation({ username: 'blue-door', maxLocations: 2 });
  const other = await anotherLocation(place);
  const cookie = await newAdmin();
  let asked = 0;
  interceptCommands('set-credits', (goOn) => {
    asked += 1;
    return asked === 1 ? Promise.resolve({ ok: false, code: 'not_found' }) : goOn();
  });
  expect(await readText(await updateCredits(cookie))).toEqual({
    status: 500,
    text: 'Saved, but not every location has the new credits yet. Please send the same figures again.',
  });
  const [broken] = await creditsLog(cookie);
  expect(broken?.locations?.map(({ set }) => set === null).toSorted()).toEqual([false, true]);
  expect(await read(await updateCredits(cookie))).toEqual(success);
  const after = { customerCredits: 500, smsCredits: 400 };
  expect([await balancesIn(place), await balancesIn(other)]).toEqual([after, after]);
  expect(await creditsLog(cookie)).toHaveLength(2);
});

/** Makes the database refuse this operation. */
async function refuseTo(
  what: 'INSERT ON admin_changes' | 'UPDATE ON businesses' | 'UPDATE ON admin_changes',
) {
  await env.DB.exec(`CREATE TRIGGER refuse BEFORE ${what} BEGIN SELECT RAISE(ABORT, 'no'); END`);
}

test.each(['INSERT ON admin_changes', 'UPDATE ON businesses'] as const)(
  'where the database refuses %s, nothing is changed and nothing says that it was',
  async (what) => {
    const place = await anOwnersLocation({ username: 'blue-door' });
    const cookie = await newAdmin();
    await refuseTo(what);
    const complaints = expectComplaints();
    expect(await readText(await updateCredits(cookie))).toEqual({
      status: 500,
      text: 'Something went wrong on our side. Please try again.',
    });
    expect(complaints()).toEqual([expect.stringContaining('"event":"unexpected_error"')]);
    expect(await balancesIn(place)).toEqual({ customerCredits: 300, smsCredits: 300 });
    expect((await findBusiness(cookie, 'blue-door')).baseCustomerCredits).toBe(300);
    expect(await creditsLog(cookie)).toEqual([]);
  },
);

test('a change whose effects could not be noted keeps its row, which says so', async () => {
  const place = await anOwnersLocation({ username: 'blue-door' });
  const cookie = await newAdmin();
  await refuseTo('UPDATE ON admin_changes');
  const lines = vi.spyOn(console, 'log');
  expect(await read(await updateCredits(cookie))).toEqual(success);
  expect(await balancesIn(place)).toEqual({ customerCredits: 500, smsCredits: 400 });
  expect((await creditsLog(cookie))[0]).toMatchObject({
    after: { baseCustomerCredits: 500, baseSMSCredits: 400 },
    locations: null,
  });
  expect(String(lines.mock.calls)).toContain('"event":"audit_incomplete","changeId":1');
});

test('if the database is down from the start, the answer says so as plain text', async () => {
  const place = await anOwnersLocation({ username: 'blue-door' });
  const cookie = await newAdmin();
  const request = new Request(`${origin}/admin/update-credits`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Cookie: cookie },
    body: JSON.stringify({ username: 'blue-door', baseCustomerCredits: 500, baseSMSCredits: 400 }),
  });
  const broken = { ...env, ...brokenDatabase('D1_ERROR: D1 DB is overloaded.') };
  const answer = await createApp().fetch(request, broken, createExecutionContext());
  expect(answer.headers.get('Retry-After')).toBe('2');
  expect(await readText(answer)).toEqual({
    status: 503,
    text: 'We could not do that right now. Nothing was changed. Please try again.',
  });
  expect(await balancesIn(place)).toEqual({ customerCredits: 300, smsCredits: 300 });
});
