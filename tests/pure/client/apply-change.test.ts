import { describe, expect, it } from 'vitest';
import { applyChange, placeVisits } from '../../../src/client/features/line/live/apply-change.ts';
import { arriving, recentlyLeft, undoable } from '../../../src/client/features/line/live/lists.ts';
import { afterMessage } from '../../../src/client/features/line/live/live-view.ts';
import type { LocationView, VisitView } from '../../../src/shared/contracts/queue-view.ts';
import { viewSettings } from '../support/view-factories.ts';

function visit(id: string, parts: Partial<VisitView> = {}): VisitView {
  return {
    id,
    firstName: id.toUpperCase(),
    lastName: 'Guest',
    numGuests: 1,
    waitingPreference: 'on_premises',
    joinedAt: '2026-06-10T08:00:00.000Z',
    address: '14 Kemang Raya, Jakarta',
    status: 'waiting',
    ...parts,
  };
}
const waiting = (...ids: string[]) => ids.map((id, index) => visit(id, { position: index + 1 }));
function view(parts: Partial<LocationView> = {}): LocationView {
  return {
    id: 'location',
    address: '14 Kemang Raya, Jakarta',
    businessName: 'Blue Door Café',
    timezone: 'Asia/Jakarta',
    customerCredits: 300,
    smsCredits: 300,
    queue: waiting('a', 'b', 'c'),
    admittedCustomers: [],
    removedCustomers: [],
    settings: viewSettings(),
    paused: false,
    ...parts,
  };
}
const line = (location: LocationView) => location.queue.map((each) => `${each.position}${each.id}`);
const change = { type: 'change', version: 2 } as const;

describe('a change of the queue', () => {
  it('adds who joined at the end and takes over the credits', () => {
    const next = applyChange(view(), {
      ...change,
      joined: [visit('d', { position: 4 })],
      credits: { customerCredits: 299, smsCredits: 300 },
    });
    expect(line(next)).toEqual(['1a', '2b', '3c', '4d']);
    expect([next.customerCredits, next.smsCredits]).toEqual([299, 300]);
  });

  it('takes over since when the database is down, and that it is back', () => {
    const awaySince = '2026-06-10T08:05:00.000Z';
    const away = applyChange(view(), { ...change, database: { awaySince } });
    expect(away.database).toEqual({ awaySince });
    expect(applyChange(away, change).database).toEqual({ awaySince });
    expect(applyChange(away, { ...change, database: {} }).database).toEqual({});
  });

  it('moves who was admitted out of the line and closes the gap', () => {
    const admitted = visit('a', { status: 'admitted', admittedAt: '2026-06-10T08:05:00.000Z' });
    const next = applyChange(view(), { ...change, updated: [admitted] });
    expect(line(next)).toEqual(['1b', '2c']);
    expect(next.admittedCustomers).toEqual([admitted]);
  });

  it('puts who left or was removed on top of the ended ones', () => {
    const earlier = visit('x', { status: 'removed', removedAt: '2026-06-10T07:00:00.000Z' });
    const left = visit('b', { status: 'left', leftAt: '2026-06-10T08:05:00.000Z' });
    const next = applyChange(view({ removedCustomers: [earlier] }), { ...change, updated: [left] });
    expect(line(next)).toEqual(['1a', '2c']);
    expect(next.removedCustomers).toEqual([left, earlier]);
  });

  it('updates an admitted visit where it stands', () => {
    const first = visit('x', { status: 'admitted', admittedAt: '2026-06-10T08:02:00.000Z' });
    const second = visit('y', { status: 'admitted', admittedAt: '2026-06-10T08:01:00.000Z' });
    const told: VisitView = { ...second, message: { status: 'sent' } };
    const next = applyChange(view({ admittedCustomers: [first, second] }), { ...change, updated: [told] });
    expect(next.admittedCustomers).toEqual([first, told]);
  });

  it('puts back at the front', () => {
    const admitted = visit('z', { status: 'admitted', admittedAt: '2026-06-10T08:02:00.000Z' });
    const next = applyChange(view({ admittedCustomers: [admitted] }), {
      ...change,
      updated: [visit('z', { position: 1 })],
    });
    expect(line(next)).toEqual(['1z', '2a', '3b', '4c']);
    expect(next.admittedCustomers).toEqual([]);
  });

  it('moves a waiting visit to its new place', () => {
    const next = applyChange(view(), { ...change, updated: [visit('a', { position: 3 })] });
    expect(line(next)).toEqual(['1b', '2c', '3a']);
  });

  it('takes several visits, whatever their order in the message', () => {
    const next = applyChange(view(), {
      ...change,
      joined: [visit('e', { position: 5 }), visit('d', { position: 4 })],
    });
    expect(line(next)).toEqual(['1a', '2b', '3c', '4d', '5e']);
  });

  it('forgets the ids that are gone from every list', () => {
    const ended = visit('x', { status: 'left', leftAt: '2026-06-10T07:00:00.000Z' });
    const next = applyChange(view({ removedCustomers: [ended] }), { ...change, gone: ['x', 'b'] });
    expect(line(next)).toEqual(['1a', '2c']);
    expect(next.removedCustomers).toEqual([]);
  });

  it('is the same when applied twice', () => {
    const message = { ...change, joined: [visit('d', { position: 4 })] };
    const once = applyChange(view(), message);
    expect(applyChange(once, message)).toEqual(once);
  });

  it('takes over settings and nothing else', () => {
    const next = applyChange(view(), { ...change, settings: { ...viewSettings(), holdMs: 60_000 } });
    expect(next).toEqual(view({ settings: { ...viewSettings(), holdMs: 60_000 } }));
  });

  it('leaves a view unchanged if no visit changed', () => {
    const before = view();
    expect(placeVisits(before, [])).toBe(before);
  });
});

describe('what the dashboard still shows of ended visits', () => {
  const now = Date.parse('2026-06-10T12:00:00.000Z');
  const held = (id: string, holdEndsAt: string, status: VisitView['status'] = 'admitted') =>
    visit(id, { status, admittedAt: '2026-06-10T11:00:00.000Z', holdEndsAt });

  it('arriving: the hold runs, or ended less than 30 minutes ago, soonest first', () => {
    const location = view({
      admittedCustomers: [
        held('later', '2026-06-10T12:04:00.000Z'),
        held('ended', '2026-06-10T11:30:00.001Z'),
        held('too-old', '2026-06-10T11:30:00.000Z'),
        held('came', '2026-06-10T12:04:00.000Z', 'arrived'),
        held('did-not', '2026-06-10T11:50:00.000Z', 'no_show'),
      ],
    });
    expect(arriving(location, now).map((each) => each.id)).toEqual(['ended', 'later']);
  });

  it('recently left: at most 5 of the past 24 hours, newest first', () => {
    const ended = (id: string, leftAt: string) => visit(id, { status: 'left', leftAt });
    const location = view({
      removedCustomers: [
        ended('g', '2026-06-10T11:00:00.000Z'),
        visit('f', { status: 'removed', removedAt: '2026-06-10T11:30:00.000Z' }),
        ended('e', '2026-06-10T10:00:00.000Z'),
        ended('d', '2026-06-10T09:00:00.000Z'),
        ended('c', '2026-06-10T08:00:00.000Z'),
        ended('b', '2026-06-10T07:00:00.000Z'),
      ],
    });
    expect(recentlyLeft(location, now).map((each) => each.id)).toEqual(['f', 'g', 'e', 'd', 'c']);
    const old = view({ removedCustomers: [ended('z', '2026-06-09T12:00:00.000Z')] });
    expect(recentlyLeft(old, now)).toEqual([]);
  });
});

describe('the messages of the live socket', () => {
  const whole = { type: 'queue', version: 7, ...view() } as const;
  const known = { view: view(), version: 7, atMs: 1 };

  it('begin with the whole view', () => {
    expect(afterMessage(undefined, whole, 5)).toEqual({ view: view(), version: 7, atMs: 5 });
  });

  it('go on with the change that follows', () => {
    const next = afterMessage(known, { type: 'change', version: 8, gone: ['a'] }, 5);
    expect(next).toEqual({ view: view({ queue: waiting('b', 'c') }), version: 8, atMs: 5 });
  });

  it('ask for the whole when a version is missing, or nothing is known yet', () => {
    const late = { type: 'change' as const, version: 9, gone: ['a'] };
    expect(afterMessage(known, late, 5)).toBe('gap');
    expect(afterMessage(undefined, late, 5)).toBe('gap');
  });

  it('are ignored if a whole view already had them', () => {
    expect(afterMessage(known, { type: 'change', version: 7, gone: ['a'] }, 5)).toBe(known);
  });
});

it('lists the visits that can be undone now by the end of their offers, on every device', () => {
  const at = (second: number) => `2026-06-10T09:00:0${second}.000Z`;
  const offering = view({
    admittedCustomers: [
      visit('came', { status: 'arrived', undoUntil: at(2) }),
      visit('held', { status: 'admitted' }),
      visit('over', { status: 'no_show', undoUntil: at(0) }),
    ],
    removedCustomers: [visit('removed', { status: 'removed', undoUntil: at(1) })],
  });
  expect(undoable(offering, Date.parse(at(0))).map(({ id }) => id)).toEqual(['removed', 'came']);
});
