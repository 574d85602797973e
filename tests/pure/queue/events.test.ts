/** The event log of a location, and the line rebuilt from it. */
import { expect, test } from 'vitest';
import {
  actor,
  actorInWord,
  replayLine,
  type EventKind,
  type VisitEvent,
} from '../../../src/shared/queue/events.ts';

type Told = Pick<VisitEvent, 'visitId' | 'kind' | 'position'>;

const told = (visitId: string, kind: EventKind, position: number): Told => ({ visitId, kind, position });
const joined = [told('a', 'joined', 1), told('b', 'added', 2), told('c', 'joined', 3)];

/** The line after these events. The test fails if an event contradicts the events before it. */
function lineAfter(...events: Told[]): string[] {
  const { line, contradictions } = replayLine([...joined, ...events]);
  expect(contradictions).toEqual([]);
  return line;
}

test('no events give an empty line', () => {
  expect(replayLine([])).toEqual({ line: [], contradictions: [] });
});

test('a new visit stands at the end', () => {
  expect(lineAfter()).toEqual(['a', 'b', 'c']);
});

test.each(['moved', 'more_time'] as const)('%s: a party stands at another place', (kind) => {
  expect(lineAfter(told('a', kind, 2))).toEqual(['b', 'a', 'c']);
  expect(lineAfter(told('c', kind, 1))).toEqual(['c', 'a', 'b']);
  expect(lineAfter(told('b', kind, 3))).toEqual(['a', 'c', 'b']);
});

test.each(['preference_changed', 'on_my_way', 'almost_there_told'] as const)(
  '%s: a party stays where it is',
  (kind) => {
    expect(lineAfter(told('b', kind, 2))).toEqual(['a', 'b', 'c']);
    // An event of this kind can be about a visit that is not in line.
    expect(lineAfter(told('x', kind, 0))).toEqual(['a', 'b', 'c']);
  },
);

test.each([
  'admitted',
  'called_again',
  'hold_ended',
  'arrived',
  'no_show',
  'auto_resolved',
  'left',
  'removed',
] as const)('%s: a party is not in line any more', (kind) => {
  expect(lineAfter(told('b', kind, 0))).toEqual(['a', 'c']);
  expect(lineAfter(told('x', kind, 0))).toEqual(['a', 'b', 'c']);
});

test.each(['put_back', 'undone', 'recalled', 'more_time'] as const)(
  '%s: a party is in line again',
  (kind) => {
    expect(lineAfter(told('b', 'admitted', 0), told('b', kind, 1))).toEqual(['b', 'a', 'c']);
  },
);

test('a removed party that does not know of it yet and asks for more time stands nowhere', () => {
  expect(lineAfter(told('b', 'removed', 0), told('b', 'more_time', 0))).toEqual(['a', 'c']);
});

test.each<[string, Told]>([
  ['goes and has a place', told('a', 'left', 1)],
  ['is placed beyond the end', told('a', 'moved', 9)],
  ['stays at a place where it does not stand', told('a', 'on_my_way', 2)],
  ['stays and is told to be nowhere', told('a', 'on_my_way', 0)],
  ['stays and was never in line', told('x', 'almost_there_told', 1)],
  ['joins before the end', told('d', 'joined', 2)],
  ['joins without a position', told('d', 'joined', 0)],
])('an event contradicts the others where its party %s', (_, event) => {
  expect(replayLine([...joined, event]).contradictions).toEqual([event]);
});

test('a party that is moved to no position is not in line any more', () => {
  const unnamed = told('a', 'moved', 0);
  expect(replayLine([...joined, unnamed])).toEqual({ line: ['b', 'c'], contradictions: [] });
});

test('after a contradiction the other events are still applied', () => {
  const wrong = told('a', 'moved', 9);
  const { line, contradictions } = replayLine([...joined, wrong, told('b', 'admitted', 0)]);
  expect({ line, contradictions }).toEqual({ line: ['c', 'a'], contradictions: [wrong] });
});

test.each([
  [{ kind: 'owner' }, 'owner'],
  [{ kind: 'member', id: 'b2c1' }, 'member:b2c1'],
] as const)('the log keeps %j in one word', (who, word) => {
  expect(actorInWord(who)).toBe(word);
});

test('actors of an account are named, the others are not', () => {
  for (const kind of ['guest', 'owner', 'operator', 'provider', 'system'])
    expect(actor.parse({ kind })).toEqual({ kind });
  expect(actor.parse({ kind: 'member', id: 'b2c1' })).toEqual({ kind: 'member', id: 'b2c1' });
  expect(actor.safeParse({ kind: 'member' }).success).toBe(false);
  expect(actor.safeParse({ kind: 'member', id: 1 }).success).toBe(false);
  expect(actor.safeParse({ kind: 'burglar' }).success).toBe(false);
});
