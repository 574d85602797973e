import { expect, test } from 'vitest';
import { habitsOf } from '../../../scripts/demo/guests.ts';
import { nextStep, type PartyThere, type Rush, type Step } from '../../../scripts/demo/next-step.ts';
import { randomOf } from '../../../scripts/demo/random.ts';
import { aVisit, anAdmittedVisit, NOW } from '../support/factories.ts';

const rush: Rush = { least: 4, most: 9, joinEveryMs: 60_000, admitEveryMs: 60_000 };
/** Nobody joins, and nobody is admitted. */
const calm: Rush = { least: 0, most: 9, joinEveryMs: Infinity, admitEveryMs: Infinity };
const demoGuest = { firstName: 'Dewi', lastName: 'Lestari' };
const stranger = { firstName: 'Grace', lastName: 'Hopper' };

function stepOf(parties: PartyThere[], about: { rush?: Rush; now?: number; possible?: boolean } = {}) {
  const { now = NOW, possible = true } = about;
  const look = { now, sinceMs: 60_000 };
  return nextStep(parties, about.rush ?? calm, look, randomOf(1, 'test'), () => possible);
}

/**
 * Finds a join time at which the demo guest has habits that `holds` accepts. A guest's habits depend on the name and
 * the join time.
 */
function joinedAtBy(holds: (habits: ReturnType<typeof habitsOf>) => boolean): number {
  const times = Array.from({ length: 2_000 }, (_, n) => NOW - 3_600_000 - n);
  const joinedAt = times.find((joinedAt) => holds(habitsOf({ ...demoGuest, joinedAt })));
  if (joinedAt === undefined) throw new Error('nobody has these habits');
  return joinedAt;
}

test('guests come and go for a day, and the line stays within its bounds', () => {
  const random = randomOf(7, 'a day');
  let there: PartyThere[] = [];
  const kinds = new Set<Step['kind']>();
  const lengths = new Set<number>();
  for (let [at, n] = [NOW, 0]; at < NOW + 86_400_000; at += 6_000, n += 1) {
    there = there.map((party) => ({ ...party, holdExpired: at - (party.admittedAt ?? at) >= 300_000 }));
    const step = nextStep(there, rush, { now: at, sinceMs: 6_000 }, random, () => true);
    if (step === null) continue;
    kinds.add(step.kind);
    there = after(there, step, at, `visit ${n}`);
    const length = there.filter(({ status }) => status === 'waiting').length;
    // The lengths during the first minute are not recorded, because the line is empty at the start.
    if (at > NOW + 60_000) lengths.add(length);
    expect(there.length - length).toBeLessThan(12);
  }
  expect(lengths).toEqual(new Set([4, 5, 6, 7, 8, 9]));
  expect([...kinds].toSorted()).toEqual(
    ['admit', 'arrived', 'join', 'leave', 'more-time', 'no-show', 'on-my-way', 'remove'].toSorted(),
  );
});

function after(there: PartyThere[], step: Step, at: number, id: string): PartyThere[] {
  if (step.kind === 'join') return [...there, aVisit({ ...step.party, id, joinedAt: at })];
  const change: Partial<PartyThere> | null = {
    admit: { status: 'admitted', admittedAt: at } as const,
    'on-my-way': { onMyWayAt: at },
    'more-time': { moreTimeAt: at },
    arrived: null,
    'no-show': null,
    leave: null,
    remove: null,
  }[step.kind];
  return there.flatMap((party) => {
    if (party.id !== step.visitId) return [party];
    return change === null ? [] : [{ ...party, ...change }];
  });
}

test('nobody joins twice while the name is in line', () => {
  const line = Array.from({ length: 8 }, (_, n) =>
    aVisit({ id: `${n}`, firstName: 'Made', lastName: 'Suardana' }),
  );
  for (let seed = 0; seed < 300; seed += 1) {
    const step = nextStep(
      line,
      { ...rush, joinEveryMs: 1 },
      { now: NOW, sinceMs: 1 },
      randomOf(seed, 'names'),
      () => false,
    );
    expect(step).toMatchObject({ kind: 'join' });
    expect(step).not.toMatchObject({ party: { firstName: 'Made' } });
  }
});

test('whoever tries the product is admitted in turn, and nobody says for them that they came or not', () => {
  const waiting = [aVisit({ ...stranger, id: 'first' }), ...line(5)];
  expect(stepOf(waiting, { rush: { ...calm, admitEveryMs: 1 } })).toEqual({
    kind: 'admit',
    visitId: 'first',
  });
  const admitted = anAdmittedVisit({ ...stranger, admittedAt: NOW - 3_600_000, holdExpired: true });
  expect(stepOf([admitted])).toBeNull();
  const longAgo = joinedAtBy(({ givesUpAfterMs }) => givesUpAfterMs !== null);
  expect(stepOf([aVisit({ ...stranger, joinedAt: longAgo })])).toBeNull();
});

function line(length: number): PartyThere[] {
  return Array.from({ length }, (_, n) => aVisit({ id: `in line ${n}`, ...stranger }));
}

test('a demo guest arrives after a while, or is a no-show once the hold is over', () => {
  const comes = joinedAtBy(({ arrivesAfterMs }) => arrivesAfterMs !== null && arrivesAfterMs > 60_000);
  const at = (ms: number) =>
    anAdmittedVisit({ ...demoGuest, id: 'she', joinedAt: comes, admittedAt: NOW - ms });
  expect(stepOf([at(60_000)])).toBeNull();
  expect(stepOf([at(120_000)])).toEqual({ kind: 'arrived', visitId: 'she' });

  const stays = joinedAtBy(({ arrivesAfterMs }) => arrivesAfterMs === null);
  const held = { ...at(299_000), joinedAt: stays };
  expect(stepOf([held])).toBeNull();
  expect(stepOf([{ ...held, holdExpired: true }])).toEqual({ kind: 'no-show', visitId: 'she' });
});

test('a line that is too short is joined before anything else happens', () => {
  const due = anAdmittedVisit({ ...demoGuest, admittedAt: NOW - 3_600_000, holdExpired: true });
  expect(stepOf([...line(3), due], { rush: { ...calm, least: 4 } })).toMatchObject({ kind: 'join' });
  expect(stepOf([...line(4), due], { rush: { ...calm, least: 4 } })).not.toMatchObject({ kind: 'join' });
});

test('who waits elsewhere answers the call, or asks for more time before it, where that is a habit', () => {
  const answers = joinedAtBy(
    ({ answersAfterMs, arrivesAfterMs }) => answersAfterMs !== null && arrivesAfterMs === null,
  );
  const admitted = anAdmittedVisit({
    ...demoGuest,
    id: 'she',
    joinedAt: answers,
    admittedAt: NOW - 60_000,
    waitingPreference: 'wait_anywhere',
  });
  expect(stepOf([admitted])).toEqual({ kind: 'on-my-way', visitId: 'she' });
  expect(stepOf([{ ...admitted, onMyWayAt: NOW }])).toBeNull();
  expect(stepOf([{ ...admitted, waitingPreference: 'on_premises' }])).toBeNull();

  const asks = joinedAtBy(
    ({ asksForMoreTime, givesUpAfterMs }) => asksForMoreTime && givesUpAfterMs === null,
  );
  const waiting = { ...admitted, status: 'waiting', joinedAt: asks, admittedAt: null } as const;
  expect(stepOf([waiting, ...line(3)])).toEqual({ kind: 'more-time', visitId: 'she', position: 4 });
  expect(stepOf([...line(3), waiting])).toBeNull();
  expect(stepOf([{ ...waiting, moreTimeAt: NOW }, ...line(3)])).toBeNull();
});

test('who gives up leaves, where the line is longer than it has to be and the step is possible', () => {
  const there = aVisit({
    ...demoGuest,
    id: 'she',
    joinedAt: joinedAtBy(({ givesUpAfterMs }) => givesUpAfterMs !== null),
  });
  expect(stepOf([there])).toEqual({ kind: 'leave', visitId: 'she' });
  expect(stepOf([there], { possible: false })).toBeNull();
  expect(stepOf([there], { rush: { ...calm, least: 1 } })).toBeNull();
});
