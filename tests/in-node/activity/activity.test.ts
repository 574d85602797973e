/** The activity of a location: who did what. The list has pages and filters, and can also be downloaded as a file. */
import { runInDurableObject } from 'cloudflare:test';
import { expect, test, vi } from 'vitest';
import { activityPage, type ActivityPage } from '../../../src/shared/contracts/activity.ts';
import { customerKey, visitHistory } from '../../../src/shared/contracts/queue-view.ts';
import { sentenceOf } from '../../../src/shared/event-words.ts';
import { EVENTS_READ_MAX } from '../../../src/worker/location/store/event-log.ts';
import { brokenObject, callWith } from '../../worker/support/broken.ts';
import { call, cookieOf, goodPassword, read } from '../../worker/support/factories.ts';
import { newMember } from '../../worker/support/members.ts';
import {
  act,
  acted,
  anotherLocation,
  anOwnersLocation,
  join,
  joinNamed,
  objectOf,
  patch,
  refused,
  type OwnedLocation,
} from '../../worker/support/owner-calls.ts';
import { moveClock, stopClock } from '../../worker/support/queue-factories.ts';
import { success } from '../../worker/support/security-calls.ts';

const HOUR_MS = 3_600_000;

/** Returns the location with the cookie of a member instead of the owner's. */
const by = (place: OwnedLocation, { cookie }: { cookie: string }): OwnedLocation => ({
  ...place,
  owner: { ...place.owner, cookie },
});

async function ask({ owner, location }: OwnedLocation, query = '') {
  return read(await call('GET', `/auth/locations/${location.id}/activity${query}`, { cookie: owner.cookie }));
}

async function activityOf(place: OwnedLocation, query = ''): Promise<ActivityPage> {
  const { status, body } = await ask(place, query);
  expect(status).toBe(200);
  return activityPage.parse(body);
}

async function sentences(place: OwnedLocation, query = ''): Promise<string[]> {
  return (await activityOf(place, query)).events.map(sentenceOf);
}

function erase({ owner, location }: OwnedLocation, visitId: string) {
  const path = `/auth/locations/${location.id}/visits/${encodeURIComponent(visitId)}`;
  return call('DELETE', path, { cookie: owner.cookie }).then(read);
}

test('every act of a member has the member’s name: on a visit, the servers, the settings and an erasure', async () => {
  stopClock();
  const place = await anOwnersLocation();
  const manager = by(place, await newMember(place.owner, 'manager'));
  const { username } = place.owner.business;
  await joinNamed(place, 'Ada');
  const budi = await joinNamed(place, 'Budi');
  const cleo = await joinNamed(place, 'Cleo');
  await acted(manager, budi, 'move', { position: 1 });
  const key = encodeURIComponent(customerKey(budi.customer));
  const admit = `/auth/business/${username}/queue/${key}/admit`;
  const keyed = await call('POST', admit, { cookie: manager.owner.cookie });
  expect([keyed.status, await keyed.json()]).toMatchObject([200, { success: true }]);
  await acted(manager, cleo, 'remove');
  // After a minute the removal can no longer be undone, so the guest's page shows the removal.
  moveClock(60_000);
  expect(await erase(manager, cleo.customer.id)).toMatchObject({ status: 200 });
  const servers = `/auth/locations/${place.location.id}/servers`;
  await call('PUT', servers, { cookie: manager.owner.cookie, body: { servers: 2 } });
  expect(await patch(manager, { paused: true, holdMs: 240_000, capacity: null })).toMatchObject({
    status: 200,
  });
  expect(await patch(place, { paused: false })).toMatchObject({ status: 200 });
  expect(await sentences(place)).toEqual([
    'Owner resumed joining',
    'The manager changed settings: Hold length',
    'The manager paused joining',
    'The manager set 2 serving',
    'The manager erased the data of a guest',
    'The manager removed a guest',
    'The manager admitted Budi Lovelace',
    'The manager moved Budi Lovelace from 2 to 1',
    'A guest joined (#3)',
    'Budi Lovelace joined (#2)',
    'Ada Lovelace joined (#1)',
  ]);
});

test('a host reads in a visit’s history who did it, and a removed member has no name any more', async () => {
  const place = await anOwnersLocation();
  const host = await newMember(place.owner, 'host');
  const viewer = by(place, await newMember(place.owner, 'viewer'));
  await joinNamed(place, 'Ada');
  const budi = await joinNamed(place, 'Budi');
  await acted(by(place, host), budi, 'move', { position: 1 });
  const path = `/auth/locations/${place.location.id}/visits/${encodeURIComponent(budi.customer.id)}/history`;
  const lastOf = async (cookie: string) => {
    const { body } = await read(await call('GET', path, { cookie }));
    return visitHistory.parse(body).events.at(-1);
  };
  const event = { kind: 'moved', fromPosition: 2, position: 1, actor: `member:${host.user.id}` };
  expect(await lastOf(viewer.owner.cookie)).toMatchObject({ ...event, actorName: 'The host' });
  const removed = await call('DELETE', `/auth/team/members/${host.user.id}`, { cookie: place.owner.cookie });
  expect(await read(removed)).toEqual(success);
  expect(await lastOf(place.owner.cookie)).toMatchObject(event);
  expect(await lastOf(place.owner.cookie)).not.toHaveProperty('actorName');
  const page = await activityOf(place);
  expect(page.events.map(sentenceOf)).toContain('A former member moved Budi Lovelace from 2 to 1');
  expect(page.people.map(({ name }) => name)).toEqual(['The viewer']);
  expect(JSON.stringify(page)).not.toContain('The host');
});

test('the list is narrowed by person, by kind and by day of the location', async () => {
  const now = stopClock();
  vi.setSystemTime(Date.UTC(2026, 10, 20, 16));
  const place = await anOwnersLocation();
  await patch(place, { timezone: 'Asia/Jakarta' });
  await call('GET', '/auth/me', { cookie: place.owner.cookie });
  const host = await newMember(place.owner, 'host');
  const ada = await joinNamed(place, 'Ada');
  // In Jakarta the day begins at 17:00 UTC.
  moveClock(HOUR_MS);
  await joinNamed(place, 'Budi');
  await acted(by(place, host), ada, 'skip');
  await acted(place, ada, 'admit');
  expect(await sentences(place, `?actor=member:${host.user.id}`)).toEqual([
    'The host moved Ada Lovelace from 1 to 2',
  ]);
  expect(await sentences(place, '?actor=owner&kind=calls')).toEqual(['Owner admitted Ada Lovelace']);
  expect(await sentences(place, '?kind=joins')).toEqual([
    'Budi Lovelace joined (#2)',
    'Ada Lovelace joined (#1)',
  ]);
  expect(await sentences(place, '?kind=joins&day=2026-11-20')).toEqual(['Ada Lovelace joined (#1)']);
  expect(await sentences(place, '?kind=joins&day=2026-11-21')).toEqual(['Budi Lovelace joined (#2)']);
  for (const day of ['2026-11-19', '2026-11-22']) expect(await sentences(place, `?day=${day}`)).toEqual([]);
  for (const query of ['?kind=everything', '?day=today', '?before=0', `?actor=${'x'.repeat(101)}`])
    expect(await ask(place, query)).toMatchObject({ status: 400, body: { code: 'invalid_input' } });
  vi.setSystemTime(now);
});

test('former members are chosen together: of the team, and of this location', async () => {
  const place = await anOwnersLocation({ maxLocations: 2, emailVerifiedAt: 1 });
  const other = await anotherLocation(place);
  const hosts = [await newMember(place.owner, 'host'), await newMember(place.owner, 'host')];
  const [present, removed] = hosts;
  const elsewhere = await newMember(place.owner, 'host');
  for (const [n, host] of [...hosts, elsewhere].entries())
    await acted(by(place, host), await joinNamed(place, `Guest ${n}`), 'admit');
  const { cookie } = place.owner;
  await call('DELETE', `/auth/team/members/${removed?.user.id}`, { cookie });
  const from = { role: 'host', locationIds: null, mayReadNumbers: false };
  const body = { ...from, from, locationIds: [other.location.id], password: goodPassword };
  await call('PATCH', `/auth/team/members/${elsewhere.user.id}`, { cookie, body });
  const former = ['The host admitted Guest 2 Lovelace', 'A former member admitted Guest 1 Lovelace'];
  expect(await sentences(place, '?actor=former')).toEqual(former);
  expect(await sentences(place, `?actor=member:${present?.user.id}`)).toEqual([
    'The host admitted Guest 0 Lovelace',
  ]);
  const path = `/auth/locations/${place.location.id}/activity.csv?actor=former`;
  const file = await (await call('GET', path, { cookie })).text();
  expect(former.filter((sentence) => file.includes(sentence))).toEqual(former);
  expect(file.split('\r\n')).toHaveLength(4);
});

test('after a hand-over the acts of each owner stay those of the person', async () => {
  const place = await anOwnersLocation();
  const { user, cookie } = place.owner;
  const host = await newMember(place.owner, 'host');
  const ada = await joinNamed(place, 'Ada');
  const budi = await joinNamed(place, 'Budi');
  const cleo = await joinNamed(place, 'Cleo');
  await acted(place, ada, 'admit');
  await acted(by(place, host), budi, 'admit');
  expect(await patch(place, { memberCharts: true })).toMatchObject({ status: 200 });
  const password = goodPassword;
  const memberId = host.user.id;
  await call('POST', '/auth/team/ownership', { cookie, body: { memberId, password } });
  const accepted = await call('POST', '/auth/team/ownership/accept', { ...host, body: { password } });
  const next = by(place, { cookie: cookieOf(accepted) });
  await acted(next, cleo, 'admit');
  const owners = ['Owner admitted Cleo Lovelace', 'Owner admitted Budi Lovelace'];
  const ofFirst = ['A member admitted Ada Lovelace'];
  expect(await sentences(next, '?kind=calls')).toEqual([...owners, ...ofFirst]);
  expect(await sentences(next, '?kind=calls&actor=owner')).toEqual(owners);
  const first = `member:${user.id}`;
  expect((await activityOf(next)).people).toEqual([{ actor: first, name: '' }]);
  expect(await sentences(next, `?kind=calls&actor=${first}`)).toEqual(ofFirst);
  expect(await sentences(next, '?kind=calls&actor=former')).toEqual([]);
  const charts = `/auth/locations/${place.location.id}/analytics/members`;
  expect(await read(await call('GET', charts, next.owner))).toMatchObject({
    body: {
      today: [
        { actor: 'owner', admitted: 2 },
        { actor: first, admitted: 1 },
      ],
    },
  });
  await call('DELETE', `/auth/team/members/${user.id}`, next.owner);
  const gone = ['A former member admitted Ada Lovelace'];
  expect(await sentences(next, '?kind=calls&actor=former')).toEqual(gone);
  // An event of an earlier release has no id of the owner, so it is listed as an event of the present owner.
  await addEvents(next, 1, 'admitted');
  expect(await sentences(next, '?kind=calls&actor=owner')).toEqual(['Owner admitted a guest', ...owners]);
});

test('a changed address is an event of who changed it, credits of an admin one of support', async () => {
  const place = await anOwnersLocation();
  const manager = by(place, await newMember(place.owner, 'manager'));
  const path = `/auth/locations/${place.location.id}/address`;
  const { cookie } = manager.owner;
  expect((await call('PUT', path, { cookie, body: { address: '2 Kemang Raya' } })).status).toBe(200);
  const set = { customerCredits: 5, smsCredits: 6, revision: 7 };
  await objectOf(place)().execute({ kind: 'set-credits', set, actor: { kind: 'operator' } });
  expect(await sentences(place)).toEqual([
    'Holdline support set the credits',
    'The manager changed the address',
  ]);
});

/** Adds `count` events of this kind about a visit that does not exist. */
async function addEvents(place: OwnedLocation, count: number, kind: string): Promise<void> {
  await runInDurableObject(objectOf(place)(), (_, { storage }) =>
    storage.sql.exec(
      `INSERT INTO event (visit_id, kind, at, position, actor)
       WITH RECURSIVE n (i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < ?)
       SELECT 'x', ?, ?, 0, 'owner' FROM n`,
      count,
      kind,
      Date.now(),
    ),
  );
}

test('pages follow each other without a gap, and a rare event is found behind empty pages', async () => {
  const place = await anOwnersLocation();
  await joinNamed(place, 'Ada');
  await addEvents(place, 119, 'arrived');
  const numbers: number[] = [];
  let next: number | undefined = undefined;
  const lengths: number[] = [];
  do {
    const page: ActivityPage = await activityOf(place, next === undefined ? '' : `?before=${next}`);
    numbers.push(...page.events.map(({ n }) => n));
    lengths.push(page.events.length);
    next = page.next;
  } while (next !== undefined);
  expect(lengths).toEqual([50, 50, 20]);
  expect(numbers).toEqual(Array.from({ length: 120 }, (_, index) => 120 - index));
  await addEvents(place, EVENTS_READ_MAX, 'arrived');
  const empty = await activityOf(place, '?kind=joins');
  expect(empty).toMatchObject({ events: [], next: 121 });
  expect(await sentences(place, `?kind=joins&before=${empty.next}`)).toEqual(['Ada Lovelace joined (#1)']);
  const file = await call('GET', `/auth/locations/${place.location.id}/activity.csv?kind=joins`, {
    cookie: place.owner.cookie,
  });
  expect((await file.text()).split('\r\n')).toHaveLength(3);
});

test('the file has names and no numbers, and no cell that a spreadsheet runs', async () => {
  vi.setSystemTime(stopClock());
  const place = await anOwnersLocation();
  const guest = await join(place, {
    firstName: '=cmd()',
    lastName: 'Wijaya',
    waitingPreference: 'wait_anywhere',
    phoneNumber: '+62 812 3456 7890',
  });
  await acted(place, guest, 'admit');
  const response = await call('GET', `/auth/locations/${place.location.id}/activity.csv?kind=calls`, {
    cookie: place.owner.cookie,
  });
  expect(response.headers.get('Content-Type')).toBe('text/csv; charset=utf-8');
  expect(response.headers.get('Content-Disposition')).toMatch(
    /^attachment; filename="[\w.-]+-activity-14-Kemang-Raya-Jakarta-\d{4}-\d\d-\d\d\.csv"/,
  );
  const file = await response.text();
  const [head = '', line = '', ...rest] = file.split('\r\n');
  expect(head).toContain('"Time","Time Zone","Time (UTC)","Location","Who","Kind","Guest"');
  expect(rest).toEqual(['']);
  expect(line).toContain(
    `"14 Kemang Raya, Jakarta","Owner","Calls","'=cmd() Wijaya",,,"Owner admitted =cmd() Wijaya"`,
  );
  expect(file).not.toMatch(/812|3456/);
});

test('the file is in the language of the person, with the kinds of the list’s choice', async () => {
  const place = await anOwnersLocation();
  await joinNamed(place, 'Budi');
  await call('PATCH', '/auth/language', { cookie: place.owner.cookie, body: { language: 'id' } });
  const response = await call('GET', `/auth/locations/${place.location.id}/activity.csv`, place.owner);
  expect(response.headers.get('Content-Disposition')).toContain('-aktivitas-');
  const [head, line] = (await response.text()).split('\r\n');
  expect(head).toContain('"Waktu","Zona waktu","Waktu (UTC)","Lokasi","Siapa","Jenis","Tamu"');
  expect(line).toContain(
    '"Seorang tamu","Pendaftaran dan tamu langsung","Budi Lovelace",,1,"Budi Lovelace bergabung (#1)"',
  );
});

test('owners and managers read the activity of their own locations only', async () => {
  const place = await anOwnersLocation({ maxLocations: 2 });
  const elsewhere = await anotherLocation(place);
  const host = await newMember(place.owner, 'host', { locationIds: [place.location.id] });
  const manager = await newMember(place.owner, 'manager', { locationIds: [elsewhere.location.id] });
  await join(place);
  for (const suffix of ['', '.csv']) {
    const path = (id: string) => `/auth/locations/${id}/activity${suffix}`;
    const status = async (id: string, cookie: string) => (await call('GET', path(id), { cookie })).status;
    expect(await status(place.location.id, host.cookie)).toBe(403);
    expect(await status(place.location.id, manager.cookie)).toBe(404);
    expect(await status(elsewhere.location.id, manager.cookie)).toBe(200);
  }
  expect((await activityOf(by(elsewhere, manager))).people.map(({ name }) => name)).toEqual(['The manager']);
});

test('an object of an earlier release, which tells no activity yet, is asked again later', async () => {
  vi.spyOn(console, 'log').mockImplementation(() => {});
  const place = await anOwnersLocation();
  const error = new TypeError('The RPC receiver does not implement the method "activity".');
  const earlier = brokenObject(place.location.id, 'activity', error);
  for (const suffix of ['', '.csv']) {
    const path = `/auth/locations/${place.location.id}/activity${suffix}`;
    const response = await callWith(earlier, 'GET', path, { cookie: place.owner.cookie });
    expect(await read(response)).toEqual(refused('try_again'));
  }
});

test('an action that changes nothing is not in the list', async () => {
  const place = await anOwnersLocation();
  const { customer } = await join(place);
  await act(place, customer.id, 'move', { position: 1 });
  await patch(place, { paused: false });
  expect(await erase(place, customer.id)).toMatchObject({ status: 200 });
  expect(await erase(place, customer.id)).toMatchObject({ status: 200 });
  expect(await sentences(place)).toEqual([
    'Owner ended the visit of a guest, the guest asked to be erased',
    'A guest joined (#1)',
  ]);
});
