/**
 * The limits for joins of one sender, and for groups of joins. The limits depend on the usual number of admits in an
 * hour.
 */
import { describe, expect, test } from 'vitest';
import { noHours, recordHour, usualAnHour } from '../../../../src/shared/queue/rules/estimate/busy-hours.ts';
import { unknownPace, type PaceModel } from '../../../../src/shared/queue/rules/estimate/estimate.ts';
import { RecentJoins, type RecentJoin } from '../../../../src/shared/queue/rules/recent-joins.ts';
import { burstOf, refusalToSender } from '../../../../src/shared/queue/rules/senders.ts';
import { aVisit, NOW } from '../../support/factories.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const one = ['the /64', 'the /56', 'the /48'];

/** `count` joins with `everyMs` between two joins. The last join was one millisecond before NOW. */
function joins(count: number, everyMs: number, about: Partial<RecentJoin> = {}): RecentJoin[] {
  return Array.from({ length: count }, (_, n) => ({
    visitId: `v${n}`,
    joinedAt: NOW - 1 - (count - 1 - n) * everyMs,
    networks: one,
    leftAt: null,
    isGone: false,
    isGuest: false,
    ...about,
  }));
}

const paceOf = (usual: number): PaceModel => ({ ...unknownPace, hours: { hour: 0, admits: 0, usual } });

function refusal(
  recent: RecentJoin[],
  {
    networks = one,
    humanCheck = 'off',
    usual = 0,
    now = NOW,
  }: {
    networks?: string[];
    humanCheck?: 'passed' | 'possible' | 'off';
    usual?: number;
    now?: number;
  } = {},
) {
  const pace = paceOf(usual);
  return refusalToSender(new RecentJoins(recent, burstOf(pace)), { networks, humanCheck }, pace, now);
}

describe('the limits of one sender', () => {
  test('75 joins an hour from one network are taken; then the time to wait is told', () => {
    expect(refusal(joins(74, 40_000))).toBeNull();
    const full = joins(75, 40_000);
    expect(refusal(full)).toMatchObject({ code: 'sender_limit', retryAfterSeconds: 640 });
    expect(refusal(full, { now: NOW + 640_000 })).toBeNull();
  });

  test('15 joins a minute are taken, then it is refused for the rest of the minute', () => {
    expect(refusal(joins(14, 10))).toBeNull();
    expect(refusal(joins(15, 1_000))).toMatchObject({ code: 'sender_limit', retryAfterSeconds: 46 });
  });

  test.each(one)('%s alone counts, so that another address in it changes nothing', (network) => {
    expect(refusal(joins(15, 10, { networks: [network] }))).toMatchObject({ code: 'sender_limit' });
    expect(refusal(joins(15, 10, { networks: ['elsewhere'] }))).toBeNull();
  });

  test('a busy location takes half as many again as it usually admits', () => {
    expect(refusal(joins(149, 20_000), { usual: 100 })).toBeNull();
    expect(refusal(joins(150, 20_000), { usual: 100 })).toMatchObject({ code: 'sender_limit' });
  });

  test('the bot check is asked for first where it is possible; who passed it has three times as many', () => {
    const full = joins(75, 40_000);
    expect(refusal(full, { humanCheck: 'possible' })).toEqual({ ok: false, code: 'human_check' });
    expect(refusal(full, { humanCheck: 'passed' })).toBeNull();
    expect(refusal(joins(225, 10_000), { humanCheck: 'passed' })).toMatchObject({ code: 'sender_limit' });
  });

  test('a sender that is not known has no limits', () => {
    expect(refusal(joins(500, 10, { networks: [] }), { networks: [] })).toBeNull();
  });
});

describe('a line that grows faster than its pace', () => {
  const many = (count: number) =>
    joins(count, 10_000).map((join, n) => ({ ...join, networks: [`network ${n}`] }));

  test('asks newcomers for the bot check; without one it refuses them, and tells until when', () => {
    for (const humanCheck of ['possible', 'off'] as const) {
      expect(refusal(many(199), { humanCheck })).toBeNull();
      expect(refusal(many(200), { humanCheck, usual: 51 })).toBeNull();
    }
    expect(refusal(many(200), { humanCheck: 'possible' })).toEqual({ ok: false, code: 'human_check' });
    // The first of these 200 guests joined 1,990 seconds before NOW.
    expect(refusal(many(200))).toMatchObject({ code: 'line_surge', retryAfterSeconds: 1_610 });
    expect(refusal(many(200), { now: NOW + 1_610_000 })).toBeNull();
  });

  test('a passed bot check lets three times as many in', () => {
    const many = (count: number) =>
      joins(count, 1_000).map((join, n) => ({ ...join, networks: [`network ${n}`] }));
    expect(refusal(many(599), { humanCheck: 'passed' })).toBeNull();
    expect(refusal(many(600), { humanCheck: 'passed' })).toMatchObject({ code: 'line_surge' });
  });

  test('lets everybody in whose network a guest of the day had, and does not count them', () => {
    const [guest] = joins(1, 0, { networks: ['her /64', 'her /56', 'the Wi-Fi'], isGuest: true });
    if (!guest) throw new Error('no guest');
    const met = { ...guest, visitId: 'met', joinedAt: NOW - 20 * HOUR_MS };
    for (const humanCheck of ['possible', 'off'] as const) {
      const networks = ['another /64', 'another /56', 'the Wi-Fi'];
      expect(refusal([met, ...many(300)], { humanCheck, networks })).toBeNull();
      expect(refusal([{ ...met, isGuest: false }, ...many(300)], { humanCheck, networks })).not.toBeNull();
      const known = many(300).map((join, n) => (n < 150 ? { ...join, isGuest: true } : join));
      expect(refusal(known, { humanCheck })).toBeNull();
    }
  });

  test('with those who have left or were removed, it takes five times as many', () => {
    const many = (all: number, gone: number) =>
      joins(all, 1_000).map((join, n) => ({ ...join, networks: [`network ${n}`], isGone: n < gone }));
    expect(refusal(many(300, 101))).toBeNull();
    expect(refusal(many(300, 100))).toMatchObject({ code: 'line_surge' });
    expect(refusal(many(999, 900))).toBeNull();
    expect(refusal(many(1_000, 900))).toMatchObject({ code: 'line_surge' });
  });

  test('walk-ins do not count', () => {
    expect(refusal(joins(300, 1_000, { networks: [] }))).toBeNull();
  });

  test('the joins of a group do not count, so that one sender has no effect on others', () => {
    const group = joins(210, 100, { networks: ['a sender'] });
    expect(refusal(group, { humanCheck: 'possible' })).toBeNull();
  });
});

describe('groups of many senders', () => {
  /**
   * `count` groups of 12 joins each. The joins of a group have the same network, each group has another network, and
   * there is one join per second.
   */
  const groups = (count: number) =>
    joins(count * 12, 1_000).map((join, n) => ({ ...join, networks: [`proxy ${Math.floor(n / 12)}`] }));
  const eleven = joins(11, 10).map((join) => ({ ...join, visitId: `next ${join.visitId}` }));

  test('have together as many joins in an hour as one sender; after that no join may make a group', () => {
    expect(refusal([...groups(6), ...eleven])).toBeNull();
    const full = [...groups(7), ...eleven];
    expect(refusal(full)).toMatchObject({ code: 'sender_limit', retryAfterSeconds: 120 });
    expect(refusal(full, { now: NOW + 120_000 })).toBeNull();
    expect(refusal(full, { networks: ['another sender'] })).toBeNull();
    expect(refusal(full, { humanCheck: 'possible' })).toEqual({ ok: false, code: 'human_check' });
    expect(refusal(full, { humanCheck: 'passed' })).toBeNull();
  });

  test('a change of address inside a wide network is a group, too', () => {
    const hopping = eleven.map((join, n) => ({ ...join, networks: [`/64 ${n}`, `/56 ${n}`, 'the /48'] }));
    const networks = ['one more /64', 'one more /56', 'the /48'];
    expect(refusal([...groups(6), ...hopping], { networks })).toBeNull();
    expect(refusal([...groups(7), ...hopping], { networks })).toMatchObject({ code: 'sender_limit' });
  });

  test('the Wi-Fi that a guest of the day had may have a group, and does not count', () => {
    const [met] = joins(1, 0, { visitId: 'met', isGuest: true });
    if (!met) throw new Error('no guest');
    const guest = { ...met, joinedAt: NOW - 20 * HOUR_MS };
    expect(refusal([guest, ...groups(7), ...eleven])).toBeNull();
    const known = groups(7).map((join, n) => ({ ...join, isGuest: n % 12 === 0 && n < 12 }));
    expect(refusal([...known, ...eleven])).toBeNull();
  });
});

describe('joining and leaving in a loop', () => {
  const quick = (count: number) =>
    joins(count, 30_000).map((join) => ({ ...join, leftAt: join.joinedAt + 1_000 }));
  const soon = NOW + 1_000;

  test('the first four are free, then a minute and a half pass before the next join', () => {
    expect(refusal(quick(4), { now: soon })).toBeNull();
    for (const count of [5, 30])
      expect(refusal(quick(count), { now: soon })).toMatchObject({
        code: 'rejoin_later',
        retryAfterSeconds: 90,
      });
    expect(refusal(quick(30), { now: NOW + 91_000 })).toBeNull();
  });

  test('a passed bot check lifts the wait, and is asked for where it is possible', () => {
    expect(refusal(quick(5), { now: soon, humanCheck: 'passed' })).toBeNull();
    expect(refusal(quick(5), { now: soon, humanCheck: 'possible' })).toEqual({
      ok: false,
      code: 'human_check',
    });
  });

  test('a guest of another network at the same site or carrier does not wait', () => {
    expect(refusal(quick(30), { now: soon, networks: ['another /64', 'the /56', 'the /48'] })).toBeNull();
  });

  test('nobody waits while at least half of the joins from the network are no quick visits', () => {
    const guests = (count: number) =>
      joins(count, 60_000).map((join) => ({ ...join, visitId: `guest ${join.visitId}` }));
    expect(refusal([...guests(8), ...quick(8)], { now: soon })).toBeNull();
    expect(refusal([...guests(7), ...quick(8)], { now: soon })).toMatchObject({ code: 'rejoin_later' });
  });

  test('leaving after two minutes is no loop', () => {
    const slow = joins(20, 150_000).map((join) => ({ ...join, leftAt: join.joinedAt + 120_001 }));
    expect(refusal(slow)).toBeNull();
  });
});

describe('groups', () => {
  const groupsOf = (recent: RecentJoin[], burst = 12) => {
    const all = new RecentJoins(recent, burst);
    return recent.map(({ visitId }) => all.groupOf(visitId));
  };

  test('twelve joins within two minutes are a group with the name of its first visit, and those that follow', () => {
    expect(groupsOf(joins(11, 1_000))).toEqual(Array(11).fill(null));
    expect(groupsOf(joins(20, 1_000))).toEqual(Array(20).fill('v0'));
  });

  test('twelve joins that take longer are none; joins before and after a burst are not part of it', () => {
    expect(groupsOf(joins(60, 11_000))).toEqual(Array(60).fill(null));
    const before = joins(1, 0).map((join) => ({ ...join, visitId: 'before', joinedAt: NOW - HOUR_MS }));
    expect(groupsOf([...before, ...joins(12, 1_000)])).toEqual([null, ...Array(12).fill('v0')]);
  });

  test('the narrowest network counts: another guest of a wide network stays outside', () => {
    const guest = {
      visitId: 'guest',
      joinedAt: NOW - 30_000,
      networks: ['her /64', 'her /56', 'the /48'],
      leftAt: null,
      isGone: false,
      isGuest: false,
    };
    expect(groupsOf([guest, ...joins(12, 1_000)])).toEqual([null, ...Array(12).fill('v0')]);
  });

  test('a network with a change of address for each join is a group, too', () => {
    const hopping = joins(12, 1_000).map((join, n) => ({
      ...join,
      networks: [`/64 ${n}`, `/56 ${n}`, 'the /48'],
    }));
    expect(groupsOf(hopping)).toEqual(Array(12).fill('v0'));
  });

  test('the last join tells which visits came into a group with it', () => {
    const recent = joins(13, 1_000);
    const all = new RecentJoins(recent.slice(0, 11), 12);
    expect(all.lastGrouped).toEqual([]);
    for (const [index, count] of [
      [11, 12],
      [12, 1],
    ] as const) {
      const join = recent[index];
      if (join) all.add(join, 12);
      expect(all.lastGrouped).toHaveLength(count);
    }
  });

  test('a location with a full hour of guests on one Wi-Fi needs three times its pace for a group', () => {
    expect([0, 60, 120, 300].map((usual) => burstOf(paceOf(usual)))).toEqual([12, 12, 12, 30]);
  });
});

test('joins are forgotten after 23 hours', () => {
  const [old, young] = joins(2, 23 * HOUR_MS);
  if (!old || !young) throw new Error('no joins');
  const all = new RecentJoins([old], 1);
  expect(all.from('the /48', 0)).toHaveLength(1);
  all.add(young, 12);
  expect(all.from('the /48', 0)).toEqual([young]);
  expect(all.groupOf(old.visitId)).toBeNull();
});

test('a guest who leaves is followed, and a recalled one as well', () => {
  const [join] = joins(1, 0);
  if (!join) throw new Error('no join');
  const all = new RecentJoins([join], 12);
  const visit = aVisit({ id: join.visitId, status: 'left', endedAt: NOW });
  all.follow(visit);
  expect(all.from('the /64', 0)).toMatchObject([{ leftAt: NOW }]);
  all.follow({ ...visit, status: 'waiting', endedAt: null });
  expect(all.from('the /64', 0)).toMatchObject([{ leftAt: null }]);
  for (const [status, knows] of [
    ['admitted', true],
    ['no_show', false],
    ['arrived', true],
  ] as const) {
    all.follow({ ...visit, status, admittedAt: NOW });
    expect(all.knowsGuestOf(['elsewhere', 'the /48'])).toBe(knows);
  }
});

test('the busiest hour of admissions is learned and fades with a half-life of two weeks', () => {
  let hours = noHours;
  for (let n = 0; n < 60; n += 1) hours = recordHour(hours, 100 * HOUR_MS + n * MINUTE_MS);
  expect(usualAnHour(hours)).toBe(60);
  hours = recordHour(hours, 101 * HOUR_MS);
  expect(usualAnHour(hours)).toBeCloseTo(59.88, 2);
  expect(usualAnHour(recordHour(hours, (100 + 14 * 24 + 1) * HOUR_MS))).toBeCloseTo(29.94, 1);
});
