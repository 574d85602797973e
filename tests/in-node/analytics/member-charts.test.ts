/** Charts by member. A location has charts by member only after the owner has switched them on. */
import { runInDurableObject } from 'cloudflare:test';
import { expect, test, vi } from 'vitest';
import { memberCharts } from '../../../src/shared/contracts/analytics.ts';
import { brokenObject, callWith } from '../../worker/support/broken.ts';
import { call, read } from '../../worker/support/factories.ts';
import { newMember } from '../../worker/support/members.ts';
import {
  acted,
  anOwnersLocation,
  joinNamed,
  objectOf,
  patch,
  refused,
  type OwnedLocation,
} from '../../worker/support/owner-calls.ts';
import { moveClock } from '../../worker/support/queue-factories.ts';
import { success } from '../../worker/support/security-calls.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

const pathOf = ({ location }: OwnedLocation) => `/auth/locations/${location.id}/analytics/members`;

/** Returns the location with the cookie of a member instead of the owner's. */
const by = (place: OwnedLocation, { cookie }: { cookie: string }): OwnedLocation => ({
  ...place,
  owner: { ...place.owner, cookie },
});

async function chartsOf(place: OwnedLocation) {
  const { status, body } = await read(await call('GET', pathOf(place), { cookie: place.owner.cookie }));
  expect(status).toBe(200);
  return memberCharts.parse(body);
}

test('they count the parties that each member admitted last, and what came of them', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  vi.setSystemTime(Date.UTC(2026, 10, 20, 9));
  const place = await anOwnersLocation();
  const sari = await newMember(place.owner, 'host');
  const host = by(place, sari);
  const [ada, budi, cleo] = [
    await joinNamed(place, 'Ada'),
    await joinNamed(place, 'Budi'),
    await joinNamed(place, 'Cleo'),
  ];
  moveClock(4 * MINUTE_MS);
  await acted(host, ada, 'admit');
  await acted(host, ada, 'arrived');
  moveClock(4 * MINUTE_MS);
  await acted(host, budi, 'admit');
  await acted(host, budi, 'no-show');
  await acted(host, cleo, 'admit');
  await acted(place, cleo, 'put-back');
  await acted(place, cleo, 'admit');
  expect(await chartsOf(place)).toEqual({ today: [], week: [] });
  expect(await patch(place, { memberCharts: true })).toMatchObject({ status: 200 });
  const ofHost = {
    actor: `member:${sari.user.id}`,
    admitted: 2,
    served: 1,
    noShows: 1,
    medianWaitMinutes: 6,
  };
  const ofOwner = { actor: 'owner', admitted: 1, served: 1, noShows: 0, medianWaitMinutes: 8 };
  const figures = [{ ...ofHost, actorName: 'The host' }, ofOwner];
  expect(await chartsOf(place)).toEqual({ today: figures, week: figures });
  moveClock(DAY_MS);
  expect(
    await read(await call('DELETE', `/auth/team/members/${sari.user.id}`, { cookie: place.owner.cookie })),
  ).toEqual(success);
  expect(await chartsOf(place)).toEqual({ today: [], week: [ofHost, ofOwner] });
});

test('the owner has one row, also where an earlier release logged the owner without an id', async () => {
  const place = await anOwnersLocation();
  for (const name of ['Ada', 'Budi']) await acted(place, await joinNamed(place, name), 'admit');
  await patch(place, { memberCharts: true });
  await runInDurableObject(objectOf(place)(), (_, { storage }) =>
    storage.sql.exec(
      "UPDATE event SET actor = 'owner' WHERE n = (SELECT max(n) FROM event WHERE kind = 'admitted')",
    ),
  );
  const { week } = await chartsOf(place);
  expect(week).toMatchObject([{ actor: 'owner', admitted: 2, served: 2 }]);
});

test('a manager reads them and cannot switch them on; a host does neither', async () => {
  const place = await anOwnersLocation();
  const manager = by(place, await newMember(place.owner, 'manager'));
  const host = by(place, await newMember(place.owner, 'host'));
  expect(await patch(manager, { memberCharts: true, paused: true })).toEqual(refused('not_your_role'));
  expect(await patch(manager, { paused: true })).toMatchObject({ status: 200 });
  expect(await chartsOf(manager)).toEqual({ today: [], week: [] });
  expect(await read(await call('GET', pathOf(place), { cookie: host.owner.cookie }))).toEqual(
    refused('not_your_role'),
  );
});

test('an object of an earlier release, which has no such figures yet, is asked again later', async () => {
  vi.spyOn(console, 'log').mockImplementation(() => {});
  const place = await anOwnersLocation();
  const error = new TypeError('The RPC receiver does not implement the method "figuresByActor".');
  const earlier = brokenObject(place.location.id, 'figuresByActor', error);
  const response = await callWith(earlier, 'GET', pathOf(place), { cookie: place.owner.cookie });
  expect(await read(response)).toEqual(refused('try_again'));
});
