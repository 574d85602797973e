import { expect, test } from 'vitest';
import type { InsideCommand } from '../../../src/shared/queue/commands.ts';
import { decide } from '../../../src/shared/queue/decide.ts';
import { dueCommands, earliest, nextDueAt } from '../../../src/shared/queue/due-commands.ts';
import { MemoryStorage, snapshotOf } from '../../../src/shared/queue/memory-storage.ts';
import { unknownPace } from '../../../src/shared/queue/rules/estimate/estimate.ts';
import { dutyEndsAt, isOpenAt, reopensAt } from '../../../src/shared/queue/rules/opening-hours.ts';
import type { Undo, Visit } from '../../../src/shared/queue/state.ts';
import {
  aLocation,
  anAdmittedVisit,
  aTextedVisit,
  aVisit,
  everyDay,
  main,
  NOW,
  stateOf,
} from '../support/factories.ts';

const MINUTE_MS = 60_000;
const HALF_AN_HOUR_MS = 30 * MINUTE_MS;
const DAY_MS = 24 * 60 * MINUTE_MS;
const actor = { kind: 'system' } as const;
const almostThere = { movedAt: NOW, near: ['v1', 'v2', 'waits'], admits: [NOW], told: [] };
const near = aLocation({ settings: { nearlyAt: 2 }, service: { almostThere } });
const offer: Undo = {
  visitId: 'visit',
  of: 'remove',
  until: NOW,
  rank: 1,
  charged: false,
  pace: unknownPace,
};

const held = (id: string, holdEndsAt: number, about: Partial<Visit> = {}) =>
  anAdmittedVisit({ id, holdEndsAt, ...about });
const unresolved = (id: string, holdEndsAt: number) => held(id, holdEndsAt, { holdExpired: true });

/** Executes the due commands one after the other. Returns the commands in order. */
function executed(state: MemoryStorage, now: number): InsideCommand[] {
  const done: InsideCommand[] = [];
  for (const command of dueCommands(state, now, reopensAt)) {
    done.push(command);
    const outcome = decide(state, command, { now, readNumber: () => null, isOpenAt, dutyEndsAt });
    if (!outcome.ok) throw new Error(outcome.code);
    state.commit(outcome);
  }
  return done;
}

test('nothing is due, now or later, if nothing has an end', () => {
  const quiet = stateOf(aLocation(), aVisit({ id: 'b', status: 'left', endedAt: NOW }));
  for (const state of [stateOf(null), quiet])
    expect([[...dueCommands(state, NOW, reopensAt)], nextDueAt(state, NOW, reopensAt)]).toEqual([[], null]);
});

test('holds end at their millisecond, the earliest first', () => {
  const state = stateOf(aLocation(), held('later', NOW), held('coming', NOW + 1), held('earlier', NOW - 1));
  expect([...dueCommands(state, NOW, reopensAt)]).toEqual([
    { kind: 'end-hold', visit: { id: 'earlier' }, actor },
    { kind: 'end-hold', visit: { id: 'later' }, actor },
  ]);
  expect(nextDueAt(state, NOW, reopensAt)).toBe(NOW - 1);
  expect(nextDueAt(stateOf(aLocation(), held('coming', NOW + 1)), NOW, reopensAt)).toBe(NOW + 1);
});

test('unresolved visits are resolved half an hour after their hold', () => {
  const ended = NOW - HALF_AN_HOUR_MS;
  const state = stateOf(
    aLocation(),
    unresolved('coming', ended + 1),
    unresolved('due', ended),
    { ...unresolved('auto_resolved', ended - 1), autoResolved: true },
    { ...unresolved('arrived', ended - 1), status: 'arrived' },
  );
  expect([...dueCommands(state, NOW, reopensAt)]).toEqual([
    { kind: 'auto-resolve', visit: { id: 'due' }, actor },
  ]);
  expect(nextDueAt(state, NOW, reopensAt)).toBe(NOW);
  expect(nextDueAt(stateOf(aLocation(), unresolved('coming', NOW)), NOW, reopensAt)).toBe(
    NOW + HALF_AN_HOUR_MS,
  );
});

test('an offer to undo runs out at its millisecond', () => {
  const state = stateOf(aLocation({ service: { undos: [offer] } }));
  expect([...dueCommands(state, NOW - 1, reopensAt)]).toEqual([]);
  expect([...dueCommands(state, NOW, reopensAt)]).toEqual([{ kind: 'end-undo', ...main, actor }]);
  expect(nextDueAt(state, NOW - 1, reopensAt)).toBe(NOW);
});

test('a duty ends by itself at its millisecond, for each person on duty', () => {
  const person = (id: string, until: number) => ({ actor: { kind: 'member', id }, name: id, until }) as const;
  const onDuty = [person('sari', NOW), person('budi', NOW + 1), person('cleo', NOW)];
  const state = stateOf(aLocation({ service: { onDuty } }));
  expect(nextDueAt(state, NOW - 1, reopensAt)).toBe(NOW);
  expect(executed(state, NOW - 1)).toEqual([]);
  const end = { kind: 'end-duty', reason: 'day_over' };
  expect(executed(state, NOW)).toEqual([
    { ...end, actor: { kind: 'member', id: 'sari' } },
    { ...end, actor: { kind: 'member', id: 'cleo' } },
  ]);
  expect(state.location()?.services['main']?.onDuty).toEqual([person('budi', NOW + 1)]);
  expect(nextDueAt(state, NOW, reopensAt)).toBe(NOW + 1);
});

test('guests who came near are told at once; none beyond the chosen place, and none twice', () => {
  const [first, second, third] = [1, 2, 3].map((rank) => aTextedVisit({ id: `v${rank}`, rank }));
  if (!first || !second || !third) throw new Error('three visits');
  const state = stateOf(near, third, second, first);
  expect([...dueCommands(state, NOW, reopensAt)]).toEqual([
    { kind: 'notify-almost-there', visit: { id: 'v1' }, actor },
    { kind: 'notify-almost-there', visit: { id: 'v2' }, actor },
  ]);
  expect(nextDueAt(state, NOW, reopensAt)).toBe(NOW);
  const told = stateOf(
    near,
    { ...first, almostThereNotified: true },
    { ...second, almostThereNotified: true },
    third,
  );
  // No almost-there text is due, so the next due time is the time at which the first guest's wait ends.
  const waitsUntil = first.joinedAt + DAY_MS;
  expect([[...dueCommands(told, NOW, reopensAt)], nextDueAt(told, NOW, reopensAt)]).toEqual([[], waitsUntil]);
  const unreachable = stateOf(near, aVisit());
  expect([[...dueCommands(unreachable, NOW, reopensAt)], nextDueAt(unreachable, NOW, reopensAt)]).toEqual([
    [],
    waitsUntil,
  ]);
  const notWanted = stateOf(aLocation(), first);
  expect([[...dueCommands(notWanted, NOW, reopensAt)], nextDueAt(notWanted, NOW, reopensAt)]).toEqual([
    [],
    waitsUntil,
  ]);
});

test('without the almost-there text no visits are read for it', () => {
  class Unasked extends MemoryStorage {
    override almostThereUnnotified = (): Visit[] => {
      throw new Error('asked for nothing');
    };
  }
  const state = new Unasked('location', snapshotOf(aLocation({ settings: { nearlyAt: 0 } }), [aVisit()]));
  expect([...dueCommands(state, NOW, reopensAt)]).toEqual([]);
});

test('of several the earliest is next', () => {
  const next = (undoUntil: number, holdEnds: number, unresolvedSince: number) =>
    nextDueAt(
      stateOf(
        aLocation({ service: { undos: [{ ...offer, until: undoUntil }] } }),
        held('held', holdEnds),
        unresolved('unresolved', unresolvedSince),
      ),
      NOW,
      reopensAt,
    );
  expect(next(NOW + 1, NOW + 2, NOW)).toBe(NOW + 1);
  expect(next(NOW + 3, NOW + 2, NOW)).toBe(NOW + 2);
  expect(next(NOW + 3, NOW + 2, NOW - HALF_AN_HOUR_MS + 1)).toBe(NOW + 1);
});

test('follow-up commands are due next, and afterwards nothing is due', () => {
  const long = NOW - HALF_AN_HOUR_MS;
  const visits = [held('held', long), aTextedVisit({ id: 'waits', rank: 9 })];
  // While an admit can be undone, no almost-there text is sent, so `end-undo` comes before the text.
  const state = stateOf(
    aLocation({ settings: { nearlyAt: 1 }, service: { undos: [offer], almostThere } }),
    ...visits,
  );
  expect(executed(state, NOW).map(({ kind }) => kind)).toEqual([
    'end-hold',
    'auto-resolve',
    'end-undo',
    'notify-almost-there',
  ]);
  expect(executed(state, NOW)).toEqual([]);
  expect(nextDueAt(state, NOW, reopensAt)).toBe(NOW - 10 * MINUTE_MS + DAY_MS);
});

test('without opening hours a wait ends a day after it began; one that came back, a day after that', () => {
  const waits = (since: number, about: Partial<Visit> = {}) =>
    aVisit({ id: `since ${since - NOW}`, rank: since, joinedAt: since, ...about });
  const over = waits(NOW - DAY_MS);
  const back = waits(NOW - 2 * DAY_MS, { returnedAt: NOW - 1 });
  const state = stateOf(aLocation(), waits(NOW - DAY_MS + 1), back, over);
  expect(nextDueAt(state, NOW - 1, reopensAt)).toBe(NOW);
  expect([...dueCommands(state, NOW - 1, reopensAt)]).toEqual([]);
  expect(executed(state, NOW)).toEqual([{ kind: 'end-wait', visit: { id: over.id }, actor }]);
  expect(state.visit({ id: over.id })).toMatchObject({ status: 'removed', waitExpired: true, endedAt: NOW });
  expect(nextDueAt(state, NOW, reopensAt)).toBe(NOW + 1);
  expect(executed(state, NOW)).toEqual([]);
});

test('a wait ends when the location opens again', () => {
  const hours = everyDay({ opens: '09:00', closes: '17:00' });
  const location = aLocation({ settings: { hours, timezone: 'Asia/Jakarta' } });
  const joinedAt = Date.parse('2026-06-05T16:50+07:00');
  const opens = Date.parse('2026-06-06T09:00+07:00');
  const state = stateOf(location, aVisit({ joinedAt }));
  expect(nextDueAt(state, joinedAt, reopensAt)).toBe(opens);
  expect([...dueCommands(state, opens - 1, reopensAt)]).toEqual([]);
  expect(executed(state, opens)).toEqual([{ kind: 'end-wait', visit: { id: 'visit' }, actor }]);
});

test('the earliest of several times; never, where none is known', () => {
  expect(earliest([])).toBeNull();
  expect(earliest([null, null])).toBeNull();
  expect(earliest([30, null, 20, 40])).toBe(20);
  expect(earliest([null, 0])).toBe(0);
  expect(earliest([0, 1])).toBe(0);
});
