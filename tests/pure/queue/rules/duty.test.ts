/**
 * Members on duty. The number of members on duty is the number of servers; a member who begins or ends duty causes an
 * event.
 */
import { expect, test } from 'vitest';
import type { OpeningHours } from '../../../../src/shared/time/opening-hours.ts';
import { decide } from '../../../../src/shared/queue/decide.ts';
import { MemoryStorage, snapshotOf } from '../../../../src/shared/queue/memory-storage.ts';
import { acceptingView, project } from '../../../../src/shared/queue/project.ts';
import { beginDuty, endDuty } from '../../../../src/shared/queue/rules/duty.ts';
import { dutyEndsAt, isOpenAt } from '../../../../src/shared/queue/rules/opening-hours.ts';
import { serversOnDuty, setServers } from '../../../../src/shared/queue/rules/servers.ts';
import type { Location } from '../../../../src/shared/queue/state.ts';
import { aLocation, alwaysOpen, aVisit, everyDay, main, neverOpen, NOW } from '../../support/factories.ts';

const sari = { actor: { kind: 'member', id: 'sari' }, name: 'Sari' } as const;
const owner = { actor: { kind: 'owner' }, name: null } as const;
const context = { now: NOW, dutyEndsAt: () => NOW + 1 };

const begin = (location: Location, who: typeof sari | typeof owner) =>
  beginDuty(location, main, who, context);

test('the servers are the people on duty, and after the last one nobody tells their number', () => {
  const { location: told } = setServers(aLocation(), main, { servers: 5, actor: owner.actor }, NOW);
  const one = begin(told, sari);
  const two = begin(one.location, owner);
  const again = begin(two.location, sari);
  const left = endDuty(two.location, main, sari, NOW);
  const nobody = endDuty(left.location, main, owner, NOW);
  const locations = [one, two, again, left, nobody].map(({ location }) => location);
  expect(locations.map((location) => serversOnDuty(location, main))).toEqual([1, 2, 2, 1, null]);
  expect(locations.map(({ version }) => version)).toEqual([2, 3, 3, 4, 5]);
  const event = { visitId: null, at: NOW, reason: null };
  const events = [one, two, again, left, nobody].flatMap((changed) => changed.events);
  expect(events).toEqual([
    { ...event, kind: 'duty_began', actor: sari.actor },
    { ...event, kind: 'duty_began', actor: owner.actor },
    { ...event, kind: 'duty_ended', actor: sari.actor },
    { ...event, kind: 'duty_ended', actor: owner.actor },
  ]);
  expect(endDuty(nobody.location, main, owner, NOW)).toEqual({ location: nobody.location, events: [] });
});

test('the number that was told by hand has a new version when it is that of the people', () => {
  const { location } = setServers(aLocation(), main, { servers: 1, actor: owner.actor }, NOW);
  expect(begin(location, sari).location.version).toBe(location.version + 1);
});

test('while people are on duty, no number is told by hand', () => {
  const { location } = begin(aLocation(), sari);
  const state = new MemoryStorage('location', snapshotOf(location));
  const command = { kind: 'set-servers', servers: 3, actor: owner.actor } as const;
  const asked = { ...context, readNumber: () => null, isOpenAt };
  expect(decide(state, command, asked)).toEqual({ ok: false, code: 'people_on_duty' });
});

test('staff see the names; a guest sees none, in line and before the join', () => {
  const visit = aVisit();
  const { location } = begin(begin(aLocation(), sari).location, owner);
  const state = new MemoryStorage('location', snapshotOf(location, [visit]));
  expect(project.staff(state, NOW)).toMatchObject({
    servers: 2,
    onDuty: [{ actor: 'member:sari', name: 'Sari' }, { actor: 'owner' }],
  });
  const toGuests = [
    project.guest(state, location, visit, NOW),
    acceptingView(state, location, isOpenAt, NOW),
  ];
  expect(JSON.stringify(toGuests)).not.toMatch(/sari|onDuty/i);
});

test('a location that closes has nobody on duty', () => {
  const { location } = begin(aLocation(), sari);
  const state = new MemoryStorage('location', snapshotOf(location));
  const asked = { ...context, readNumber: () => null, isOpenAt };
  const outcome = decide(state, { kind: 'close', actor: owner.actor }, asked);
  expect(outcome).toMatchObject({ changes: { location: { services: { main: { onDuty: [] } } } } });
});

const daily = (...openings: [string, string][]): OpeningHours =>
  everyDay(...openings.map(([opens, closes]) => ({ opens, closes })));

// Columns: name, opening hours, the time at which a member goes on duty, and the time at which the duty ends (in
// Jakarta).
test.each<[string, OpeningHours | null, string, string]>([
  ['at the closing', daily(['09:00', '17:00']), '2026-06-05T10:00', '2026-06-05T17:00'],
  ['at the closing, before the opening', daily(['09:00', '17:00']), '2026-06-05T08:00', '2026-06-05T17:00'],
  ['with the day, after the closing', daily(['09:00', '17:00']), '2026-06-05T17:00', '2026-06-06T00:00'],
  [
    'not in a short break',
    daily(['08:00', '12:00'], ['13:00', '18:00']),
    '2026-06-05T09:00',
    '2026-06-05T18:00',
  ],
  ['across midnight', daily(['18:00', '02:00']), '2026-06-05T19:00', '2026-06-06T02:00'],
  ['with the day, without hours', null, '2026-06-05T10:00', '2026-06-06T00:00'],
  ['with the day, never closed', alwaysOpen, '2026-06-05T10:00', '2026-06-06T00:00'],
  ['with the day, never open', neverOpen, '2026-06-05T10:00', '2026-06-06T00:00'],
])('a duty ends by itself %s', (_, hours, from, until) => {
  const at = (local: string) => Date.parse(`${local}+07:00`);
  expect(dutyEndsAt(hours, 'Asia/Jakarta', at(from))).toBe(at(until));
});
