import { expect, test } from 'vitest';
import { endHold, holdHasEnded, isLive, autoResolve } from '../../../../src/shared/queue/rules/admission.ts';
import { offerUndo } from '../../../../src/shared/queue/rules/undo.ts';
import type { Visit } from '../../../../src/shared/queue/state.ts';
import { aLocation, anAdmittedVisit, aVisit, NOW } from '../../support/factories.ts';

const MINUTE_MS = 60_000;
const HOLD_ENDS_AT = NOW + 240_000;

test('the hold ends at its very millisecond, once', () => {
  const held = anAdmittedVisit();
  expect(endHold(aLocation(), held, HOLD_ENDS_AT - 1)).toBeNull();
  expect(endHold(aLocation(), held, HOLD_ENDS_AT)).toEqual({
    ok: true,
    location: aLocation({ version: 1 }),
    visit: { ...held, holdExpired: true },
    effects: [],
    event: 'hold_ended',
    reason: 'hold_over',
    position: 0,
    ranks: [],
  });
  expect(endHold(aLocation(), { ...held, holdExpired: true }, HOLD_ENDS_AT)).toBeNull();
  expect(endHold(aLocation(), { ...held, holdEndsAt: null }, HOLD_ENDS_AT)).toBeNull();
});

test.each(['waiting', 'arrived', 'no_show', 'left', 'removed'] as const)(
  'a visit that is %s has no hold to end and nothing to resolve',
  (status) => {
    const past = aVisit({ status, holdEndsAt: NOW - 100 * MINUTE_MS });
    expect(endHold(aLocation(), past, NOW)).toBeNull();
    expect(autoResolve(aLocation(), { ...past, holdExpired: true }, NOW)).toBeNull();
  },
);

test('half an hour after the hold an open visit stands as served', () => {
  const visit = anAdmittedVisit({ holdExpired: true });
  const then = HOLD_ENDS_AT + 30 * MINUTE_MS;
  expect(autoResolve(aLocation(), visit, then - 1)).toBeNull();
  expect(autoResolve(aLocation(), visit, then)).toEqual({
    ok: true,
    location: aLocation({ version: 1 }),
    visit: { ...visit, autoResolved: true },
    effects: [],
    event: 'auto_resolved',
    reason: 'unresolved',
    position: 0,
    ranks: [],
  });
});

test('or as a no-show, where the owner wants that', () => {
  const visit = anAdmittedVisit({ holdExpired: true });
  const location = aLocation({ settings: { afterHold: 'no_show' } });
  const then = HOLD_ENDS_AT + 30 * MINUTE_MS;
  expect(autoResolve(location, visit, then)).toEqual({
    ok: true,
    location: { ...location, version: 1 },
    visit: { ...visit, autoResolved: true, status: 'no_show', endedAt: then, revision: 2 },
    effects: [{ kind: 'history' }],
    event: 'no_show',
    reason: 'unresolved',
    position: 0,
    ranks: [],
  });
});

test.each<[string, Partial<Visit>]>([
  ['it is resolved already', { autoResolved: true }],
  ['the end of its hold was not noted', { holdExpired: false }],
  ['it has no hold', { holdEndsAt: null }],
])('nothing resolves itself when %s', (_, about) => {
  const visit = anAdmittedVisit({ holdExpired: true, ...about });
  expect(autoResolve(aLocation(), visit, NOW + 1_000 * MINUTE_MS)).toBeNull();
});

test('the clock ends a hold; the mark only says that it was told', () => {
  expect(holdHasEnded(anAdmittedVisit(), HOLD_ENDS_AT - 1)).toBe(false);
  expect(holdHasEnded(anAdmittedVisit(), HOLD_ENDS_AT)).toBe(true);
  expect(holdHasEnded(anAdmittedVisit({ holdExpired: true }), 0)).toBe(true);
  expect(holdHasEnded(aVisit(), NOW)).toBe(false);
});

test('a visit is live while it waits, while its spot is held, and while its removal is hidden', () => {
  const held = anAdmittedVisit();
  const location = aLocation();
  expect(isLive(location, aVisit(), NOW)).toBe(true);
  expect(isLive(location, held, HOLD_ENDS_AT - 1)).toBe(true);
  expect(isLive(location, held, HOLD_ENDS_AT)).toBe(false);
  for (const status of ['arrived', 'no_show', 'left', 'removed'] as const) {
    expect(isLive(location, { ...held, status }, NOW)).toBe(false);
  }
  const removed = aVisit({ status: 'removed' });
  const hiding = offerUndo(aLocation({ settings: { undo: true } }), removed, 'remove', NOW);
  expect(isLive(hiding, removed, NOW + 9_999)).toBe(true);
  expect(isLive(hiding, removed, NOW + 10_000)).toBe(false);
});
