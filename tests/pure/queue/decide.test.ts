/** `decide`: which rule decides each command, and the resulting decision. */
import { expect, test } from 'vitest';
import type { Command, OutsideCommand } from '../../../src/shared/queue/commands.ts';
import { decide } from '../../../src/shared/queue/decide.ts';
import type { DecideContext } from '../../../src/shared/queue/decision.ts';
import type { Accepted, Changes, Decision, Outcome, TextRecord } from '../../../src/shared/queue/decision.ts';
import type { Actor, EventReason } from '../../../src/shared/queue/events.ts';
import { MemoryStorage, snapshotOf, type Snapshot } from '../../../src/shared/queue/memory-storage.ts';
import {
  admit,
  arrive,
  callAgain,
  endHold,
  noShow,
  putBack,
  autoResolve,
} from '../../../src/shared/queue/rules/admission.ts';
import { maskedNumber } from '../../../src/shared/queue/masked-number.ts';
import { confirmMailbox, followBilling, setCredits } from '../../../src/shared/queue/rules/credits.ts';
import { unknownPace } from '../../../src/shared/queue/rules/estimate/estimate.ts';
import { RANK_STEP } from '../../../src/shared/queue/rules/line.ts';
import { changeProfile } from '../../../src/shared/queue/rules/profile.ts';
import { notifyAlmostThere } from '../../../src/shared/queue/rules/texts/almost-there.ts';
import { dutyEndsAt, isOpenAt } from '../../../src/shared/queue/rules/opening-hours.ts';
import {
  addWalkIn,
  changePreference,
  join,
  leave,
  move,
  remove,
  skip,
} from '../../../src/shared/queue/rules/queue.ts';
import { reminderAfter } from '../../../src/shared/queue/rules/texts/reminders.ts';
import { reply } from '../../../src/shared/queue/rules/texts/replies.ts';
import { setServers } from '../../../src/shared/queue/rules/servers.ts';
import { changeSettings } from '../../../src/shared/queue/rules/settings.ts';
import { offerUndo, undo } from '../../../src/shared/queue/rules/undo.ts';
import type { Location, TextNumber, Visit } from '../../../src/shared/queue/state.ts';
import {
  aLocation,
  anAdmittedVisit,
  aNewcomer,
  aTextedVisit,
  aVisit,
  lineOf,
  main,
  neverOpen,
  NOW,
} from '../support/factories.ts';

const MINUTE_MS = 60_000;
const owner: Actor = { kind: 'owner' };
const guest: Actor = { kind: 'guest' };
const system: Actor = { kind: 'system' };
const provider: Actor = { kind: 'provider' };
const operator: Actor = { kind: 'operator' };

const singaporean: TextNumber = { e164: '+6591234567', country: 'SG' };
/** Returns null if the country is unknown or the number is empty. Accepts every other number. */
const readNumber: DecideContext['readNumber'] = (typed, country) =>
  country === null || typed === '' ? null : { e164: `${country}:${typed}`, country };
const at = (now: number): DecideContext => ({ now, readNumber, isOpenAt, dutyEndsAt });

function stateOf(location: Location | null, visits: readonly Visit[] = [], about: Partial<Snapshot> = {}) {
  return new MemoryStorage('location', { ...snapshotOf(location, visits), ...about });
}

const waiting = aTextedVisit({ rank: 10 });
const others = [aVisit({ id: 'b', rank: 20 }), aVisit({ id: 'c', rank: 30 })];
const { waitingPreference, phoneNumber, textNumber } = waiting;
const admitted = anAdmittedVisit({ waitingPreference, phoneNumber, textNumber });
const HOLD_ENDS_AT = NOW + 4 * MINUTE_MS;
const held = anAdmittedVisit({ holdExpired: true });
const line = lineOf(waiting, ...others);
const rest = lineOf(...others);
const location = offerUndo(aLocation({ settings: { undo: true } }), admitted, 'admit', NOW);
const near = aLocation({
  settings: { nearlyAt: 1 },
  service: { almostThere: { movedAt: NOW, near: ['visit'], admits: [NOW], told: [] } },
});
const id = 'visit';
const preference = { waitingPreference: 'on_premises', phoneNumber: '0811', language: 'es' } as const;

const noChanges = { visits: [], ranks: [], joined: null, text: null, erased: [] } satisfies Partial<Changes>;

/** The decision of a command that changes only the location. */
const ofLocation = (after: Location, about: Partial<Accepted> = {}): Accepted => ({
  ok: true,
  visitId: null,
  changes: { location: after, ...noChanges },
  events: [],
  effects: [],
  ...about,
});

const nameless = (visit: Visit): Visit => ({
  ...visit,
  firstName: '',
  lastName: '',
  phoneNumber: '',
  textNumber: null,
  note: '',
  earlierNames: [],
  onMyWayAt: null,
  moreTimeAt: null,
});

const unchanged = (before: Location, visitId: string | null): Accepted => ofLocation(before, { visitId });

type Row = [Command, Location, Visit, number, Decision | null];

test.each<Row>([
  [
    { kind: 'admit', visit: { id }, actor: owner },
    location,
    waiting,
    NOW,
    admit(location, waiting, line, NOW),
  ],
  [
    { kind: 'remove', visit: { id }, actor: owner },
    location,
    waiting,
    NOW,
    remove(location, waiting, line, NOW),
  ],
  [
    { kind: 'move', visit: { id }, position: 3, actor: owner },
    location,
    waiting,
    NOW,
    move(location, waiting, line, 3),
  ],
  [{ kind: 'skip', visit: { id }, actor: owner }, location, waiting, NOW, skip(location, waiting, line)],
  [
    { kind: 'arrived', visit: { id }, actor: owner },
    location,
    admitted,
    NOW,
    arrive(location, admitted, NOW),
  ],
  [
    { kind: 'no-show', visit: { id }, actor: owner },
    location,
    admitted,
    NOW,
    noShow(location, admitted, NOW),
  ],
  [
    { kind: 'put-back', visit: { id }, actor: owner },
    location,
    admitted,
    NOW,
    putBack(location, admitted, rest, NOW),
  ],
  [
    { kind: 'call-again', visit: { id }, actor: owner },
    location,
    admitted,
    NOW,
    callAgain(location, admitted, NOW),
  ],
  [
    { kind: 'undo', visit: { id }, actor: owner },
    location,
    admitted,
    NOW,
    undo(location, admitted, rest, NOW),
  ],
  [
    { kind: 'leave', visit: { id }, actor: guest },
    location,
    waiting,
    NOW,
    leave(location, waiting, line, NOW),
  ],
  [
    { kind: 'on-my-way', visit: { id }, actor: guest },
    location,
    waiting,
    NOW,
    reply(location, waiting, line, { reply: 'on_my_way' }, NOW),
  ],
  [
    { kind: 'more-time', visit: { id }, position: 2, actor: guest },
    location,
    admitted,
    NOW,
    reply(location, admitted, rest, { reply: 'more_time', position: 2 }, NOW),
  ],
  [
    { kind: 'change-preference', visit: { id }, ...preference, actor: guest },
    location,
    waiting,
    NOW,
    changePreference(
      location,
      waiting,
      line,
      { ...preference, textNumber: { e164: 'ID:0811', country: 'ID' } },
      NOW,
    ),
  ],
  [
    { kind: 'change-language', visit: { id }, language: 'es', actor: guest },
    location,
    waiting,
    NOW,
    changePreference(location, waiting, line, { ...waiting, language: 'es' }, NOW),
  ],
  [
    { kind: 'end-hold', visit: { id }, actor: system },
    location,
    admitted,
    HOLD_ENDS_AT,
    endHold(location, admitted, HOLD_ENDS_AT),
  ],
  [
    { kind: 'auto-resolve', visit: { id }, actor: system },
    location,
    held,
    HOLD_ENDS_AT + 30 * MINUTE_MS,
    autoResolve(location, held, HOLD_ENDS_AT + 30 * MINUTE_MS),
  ],
  [
    { kind: 'notify-almost-there', visit: { id }, actor: system },
    near,
    waiting,
    NOW,
    notifyAlmostThere(near, waiting, { position: 1, networks: [] }, NOW),
  ],
])(
  '%j is decided by its rule, and its event names who acted and why',
  (command, before, visit, now, decision) => {
    if (decision === null || !decision.ok || decision.event === null) throw new Error('nothing is decided');
    const outcome = decide(stateOf(before, [visit, ...others]), command, at(now));
    expect(outcome).toEqual({
      ok: true,
      visitId: id,
      changes: { ...noChanges, location: decision.location, visits: [decision.visit], ranks: decision.ranks },
      events: [
        {
          visitId: id,
          kind: decision.event,
          at: now,
          position: decision.position,
          ...('fromPosition' in decision && { fromPosition: decision.fromPosition }),
          actor: command.actor,
          reason: decision.reason,
        },
      ],
      effects: [...decision.effects, reminderAfter(decision, now)].flatMap((effect) =>
        effect === null ? [] : [{ visitId: id, ...effect }],
      ),
    });
  },
);

test('an admission queues the text, the history row and the reminder of its visit', () => {
  const before = aLocation();
  expect(
    decide(stateOf(before, [waiting]), { kind: 'admit', visit: { id }, actor: owner }, at(NOW)),
  ).toMatchObject({
    effects: [
      {
        kind: 'turn_text',
        visitId: id,
        to: '+6281234567890',
        credits: 1,
        dueAt: NOW,
        expiresAt: NOW + 300_000,
      },
      { kind: 'history', visitId: id },
      { kind: 'remind', visitId: id, call: 1, dueAt: NOW, expiresAt: NOW + 300_000 },
    ],
  });
});

test('new ranks of the others are among the changes', () => {
  const tight = [aVisit({ id: 'a', rank: 1 }), aVisit({ id: 'b', rank: 2 }), aVisit({ rank: 3 })];
  const outcome = decide(
    stateOf(aLocation({ service: { lastRank: 3 } }), tight),
    { kind: 'move', visit: { id }, position: 2, actor: owner },
    at(NOW),
  );
  expect(outcome).toMatchObject({
    changes: {
      visits: [{ id, rank: 3 + 2 * RANK_STEP }],
      ranks: [
        { id: 'a', rank: 3 + RANK_STEP },
        { id: 'b', rank: 3 + 3 * RANK_STEP },
      ],
    },
    events: [{ position: 2 }],
  });
});

test('a command refused by its rule changes nothing, and says why', () => {
  const command: Command = { kind: 'arrived', visit: { id }, actor: owner };
  expect(decide(stateOf(location, [waiting]), command, at(NOW))).toEqual({ ok: false, code: 'not_admitted' });
});

test('nobody is sent further back than the place that was accepted', () => {
  const command: Command = { kind: 'more-time', visit: { id }, position: 1, actor: guest };
  const state = stateOf(location, [waiting, ...others]);
  expect(decide(state, command, at(NOW))).toEqual({ ok: false, code: 'line_moved' });
});

test('a command without effect is accepted, and nothing changes', () => {
  const left = aVisit({ status: 'left', endedAt: NOW - 1 });
  const command: Command = { kind: 'leave', visit: { id }, actor: guest };
  expect(decide(stateOf(location, [left]), command, at(NOW))).toEqual(unchanged(location, id));
});

test.each<Command>([
  { kind: 'end-hold', visit: { id }, actor: system },
  { kind: 'auto-resolve', visit: { id }, actor: system },
  { kind: 'notify-almost-there', visit: { id }, actor: system },
])('$kind of a visit that is not due changes nothing', (command) => {
  for (const visit of [waiting, admitted])
    expect(decide(stateOf(location, [visit]), command, at(HOLD_ENDS_AT - 1))).toEqual(
      unchanged(location, id),
    );
});

test('a place that comes near is told as it stands in line', () => {
  const command: Command = { kind: 'notify-almost-there', visit: { id }, actor: system };
  const behind = stateOf(near, [aVisit({ id: 'first', rank: 1 }), waiting]);
  expect(decide(behind, command, at(NOW))).toEqual(unchanged(near, id));
});

const one = { visit: { id } };
const profile = { businessName: 'Blue Door Café', address: '14 Kemang Raya, Jakarta' };
const everyKind: Command[] = Object.values<Command>({
  join: { kind: 'join', ...aJoin(), actor: guest },
  'add-walk-in': { kind: 'add-walk-in', party: aJoin().party, idempotencyKey: null, actor: owner },
  admit: { kind: 'admit', ...one, actor: owner },
  remove: { kind: 'remove', ...one, actor: owner },
  discard: { kind: 'discard', ...one, actor: owner },
  arrived: { kind: 'arrived', ...one, actor: owner },
  'no-show': { kind: 'no-show', ...one, actor: owner },
  'put-back': { kind: 'put-back', ...one, actor: owner },
  move: { kind: 'move', ...one, position: 1, actor: owner },
  skip: { kind: 'skip', ...one, actor: owner },
  edit: { kind: 'edit', ...one, change: { note: 'VIP' }, actor: owner },
  'call-again': { kind: 'call-again', ...one, actor: owner },
  undo: { kind: 'undo', ...one, actor: owner },
  recall: { kind: 'recall', ...one, actor: owner },
  leave: { kind: 'leave', ...one, actor: guest },
  'on-my-way': { kind: 'on-my-way', ...one, actor: guest },
  'cannot-come': { kind: 'cannot-come', ...one, actor: guest },
  'more-time': { kind: 'more-time', ...one, position: 1, actor: guest },
  'change-preference': { kind: 'change-preference', ...one, ...preference, actor: guest },
  'change-language': { kind: 'change-language', ...one, language: 'es', actor: guest },
  'answer-by-text': { kind: 'answer-by-text', ...one, from: '+6281234567890', said: 'leave', actor: guest },
  'change-settings': { kind: 'change-settings', change: { paused: true }, actor: owner },
  'set-servers': { kind: 'set-servers', servers: 2, actor: owner },
  'set-duty': { kind: 'set-duty', on: true, name: null, actor: owner },
  'end-duty': { kind: 'end-duty', reason: 'day_over', actor: owner },
  'set-credits': {
    kind: 'set-credits',
    set: { customerCredits: 1, smsCredits: 1, revision: 1 },
    actor: operator,
  },
  'follow-billing': {
    kind: 'follow-billing',
    news: { billingRevision: 1, creditsEndAt: null, grant: null, ceiling: null },
    actor: provider,
  },
  'change-profile': { kind: 'change-profile', from: profile, to: profile, actor: system },
  'confirm-mailbox': { kind: 'confirm-mailbox', trialEndedAt: null, actor: system },
  close: { kind: 'close', actor: owner },
  'end-hold': { kind: 'end-hold', ...one, actor: system },
  'auto-resolve': { kind: 'auto-resolve', ...one, actor: system },
  'end-wait': { kind: 'end-wait', ...one, actor: system },
  'notify-almost-there': { kind: 'notify-almost-there', ...one, actor: system },
  'erase-guest': { kind: 'erase-guest', ...one, actor: operator },
  'end-undo': { kind: 'end-undo', ...main, actor: system },
  'page-opened': { kind: 'page-opened', ...one, actor: guest },
  'record-text': {
    kind: 'record-text',
    text: { id: 't', visitId: id, call: 1, credits: 1 },
    to: 'sent',
    actor: provider,
  },
  'record-health': { kind: 'record-health', health: {}, shouldAnnounce: true, actor: system },
} satisfies { [Kind in Command['kind']]: Command & { kind: Kind } });

test.each(everyKind)('$kind finds nothing where no location was opened', (command) => {
  const refusal = { ok: false, code: 'not_found' };
  expect(decide(stateOf(null, [waiting]), command, at(NOW))).toEqual(refusal);
});

test.each(everyKind.filter((command) => 'visit' in command || command.kind === 'record-text'))(
  '$kind of a visit that is not there finds nothing',
  (command) => {
    expect(decide(stateOf(location, others), command, at(NOW))).toEqual({ ok: false, code: 'not_found' });
  },
);

test.each([
  ['change-settings', 'not_found'],
  ['set-servers', 'location_closed'],
  ['set-duty', 'location_closed'],
  ['end-duty', 'location_closed'],
  ['set-credits', 'location_closed'],
  ['follow-billing', 'location_closed'],
  ['change-profile', 'location_closed'],
  ['confirm-mailbox', 'location_closed'],
  ['add-walk-in', 'location_closed'],
  ['join', 'location_closed'],
] as const)('%s at a location that has closed is refused: %s', (kind, code) => {
  const closed = aLocation({ profile: { closedAt: NOW - 1 } });
  const commands = everyKind.filter((command) => command.kind === kind);
  expect(commands).toHaveLength(1);
  for (const command of commands)
    expect(decide(stateOf(closed), command, arriving('new'))).toEqual({ ok: false, code });
});

const first = { tokenHash: 'token', requestHash: 'request', networks: ['sender'] };

test('a join is decided by its rule; the visit and its keys are stored', () => {
  const party = aNewcomer({ phoneNumber: '0811', waitingPreference: 'wait_anywhere', language: 'es' });
  const newcomer = { ...party, textNumber: { e164: 'ID:0811', country: 'ID' } as const };
  const decision = join(location, newcomer, { line, refusalOfSender: () => null, isOpenAt }, NOW);
  if (!decision.ok) throw new Error(decision.code);
  const command = { kind: 'join', ...aJoin(party), actor: guest } as const;
  expect(decide(stateOf(location, [waiting, ...others]), command, arriving('new'))).toEqual({
    ok: true,
    visitId: 'new',
    changes: { ...noChanges, location: decision.location, visits: [decision.visit], joined: first },
    events: [{ visitId: 'new', kind: 'joined', at: NOW, position: 4, actor: guest, reason: null }],
    effects: [{ kind: 'consent', visitId: 'new' }],
  });
});

test('a walk-in is decided by its rule, reads English, and is not bound by what binds guests', () => {
  const place = aLocation({ settings: { paused: true, hours: neverOpen } });
  const party = aNewcomer({ phoneNumber: '0811' });
  const newcomer = { ...party, textNumber: { e164: 'ID:0811', country: 'ID' } as const };
  const decision = addWalkIn(place, newcomer, line, NOW);
  if (!decision.ok) throw new Error(decision.code);
  expect(decision.visit.language).toBe('en');
  const command = {
    kind: 'add-walk-in',
    party: aJoin(party).party,
    idempotencyKey: null,
    actor: owner,
  } as const;
  expect(decide(stateOf(place, [waiting, ...others]), command, arriving('new'))).toEqual({
    ok: true,
    visitId: 'new',
    changes: { ...noChanges, location: decision.location, visits: [decision.visit], joined: first },
    events: [{ visitId: 'new', kind: 'added', at: NOW, position: 4, actor: owner, reason: null }],
    effects: [],
  });
});

test('guests are bound by the opening hours', () => {
  const closed = stateOf(aLocation({ settings: { hours: neverOpen } }));
  const command = { kind: 'join', ...aJoin(), actor: guest } as const;
  expect(decide(closed, command, arriving('new'))).toEqual({ ok: false, code: 'outside_hours' });
});

test('a guest is bound by the limits of the sender, the last of all; a walk-in and an unknown sender are not', () => {
  const many = Array.from({ length: 75 }, (_, n) =>
    aVisit({ id: `v${n}`, rank: n, joinedAt: NOW - 1_800_000 + n * 20_000 }),
  );
  const keys = new Map(many.map((visit) => [visit.id, { ...first, tokenHash: visit.id }]));
  const command = { kind: 'join', ...aJoin(), actor: guest } as const;
  const state = stateOf(aLocation(), many, { keys });
  expect(decide(state, command, arriving('new'))).toEqual({
    ok: false,
    code: 'sender_limit',
    retryAfterSeconds: 1_800,
  });
  expect(decide(state, { ...command, humanCheck: 'possible' }, arriving('new'))).toEqual({
    ok: false,
    code: 'human_check',
  });
  const paused = stateOf(aLocation({ settings: { paused: true } }), many, { keys });
  expect(decide(paused, command, arriving('new'))).toEqual({ ok: false, code: 'joining_paused' });
  for (const taken of [
    decide(state, { ...command, humanCheck: 'passed' }, arriving('new')),
    decide(state, command, arriving('new', { networks: ['other'] })),
    decide(state, command, arriving('new', { networks: [] })),
    decide(
      state,
      { kind: 'add-walk-in', party: aJoin().party, idempotencyKey: null, actor: owner },
      arriving('new'),
    ),
  ])
    expect(taken).toMatchObject({ ok: true });
});

test('a guest without a bot check who left again and again waits before the next join', () => {
  const left = Array.from({ length: 5 }, (_, n) =>
    aVisit({ id: `v${n}`, status: 'left', joinedAt: NOW - 60_000 + n, endedAt: NOW - 30_000 }),
  );
  const keys = new Map(left.map((visit) => [visit.id, { ...first, tokenHash: visit.id }]));
  const command = { kind: 'join', ...aJoin(), actor: guest } as const;
  expect(decide(stateOf(aLocation(), left, { keys }), command, arriving('new'))).toEqual({
    ok: false,
    code: 'rejoin_later',
    retryAfterSeconds: 60,
  });
});

const repeated: OutsideCommand[] = [
  { kind: 'join', ...aJoin(), actor: guest },
  { kind: 'add-walk-in', party: aJoin().party, idempotencyKey: 'key', actor: owner },
];

test.each(repeated)('$kind repeated answers the earlier visit, also where nobody may join', (command) => {
  const full = aLocation({
    settings: { paused: true, capacity: 1 },
    credits: { customerCredits: 0, endAt: NOW },
  });
  for (const visit of [aVisit(), admitted, aVisit({ status: 'left', endedAt: NOW })]) {
    const state = stateOf(full, [visit], { keys: new Map([[id, first]]) });
    expect(decide(state, command, arriving('new', { networks: ['other'] }))).toEqual(unchanged(full, id));
  }
});

test.each(repeated)('$kind with a key that stands for another request is refused', (command) => {
  const state = stateOf(aLocation(), [aVisit()], { keys: new Map([[id, first]]) });
  const other = arriving('new', { requestHash: 'another request' });
  expect(decide(state, command, other)).toEqual({ ok: false, code: 'idempotency_key_reused' });
});

test.each(repeated)(
  '$kind repeated once the location has closed is refused, whatever it asked for',
  (command) => {
    const closed = aLocation({ profile: { closedAt: NOW - 1 } });
    const state = stateOf(closed, [aVisit({ status: 'removed' })], { keys: new Map([[id, first]]) });
    const refusal = { ok: false, code: 'location_closed' };
    expect(decide(state, command, arriving('new'))).toEqual(refusal);
    expect(decide(state, command, arriving('new', { requestHash: 'another request' }))).toEqual(refusal);
  },
);

test.each(repeated)('$kind without an id for the visit is a mistake of the caller', (command) => {
  expect(() => decide(stateOf(aLocation()), command, at(NOW))).toThrow('without an id');
});

const ofSettings = { visitId: null, at: NOW, actor: owner } as const;

test('settings are changed by their rule; the log has pausing, and the names of the others', () => {
  const change = { paused: true, timezone: 'Asia/Beirut', capacity: null };
  const command: Command = { kind: 'change-settings', change, actor: owner };
  const after = changeSettings(location, main, change);
  expect(decide(stateOf(location, [waiting]), command, at(NOW))).toEqual(
    ofLocation(after, {
      events: [
        { ...ofSettings, kind: 'paused' },
        { ...ofSettings, kind: 'settings_changed', settings: ['timezone'] },
      ],
    }),
  );
  expect(decide(stateOf(after), command, at(NOW))).toMatchObject({ events: [] });
  const resumed: Command = { ...command, change: { paused: false } };
  expect(decide(stateOf(after), resumed, at(NOW))).toMatchObject({
    events: [{ ...ofSettings, kind: 'resumed' }],
  });
});

test('another country reads the numbers of those who wait again, and of nobody else', () => {
  const change = { country: 'SG' } as const;
  const silent = aVisit({ id: 'silent', rank: 20 });
  const state = stateOf(location, [waiting, silent, { ...admitted, id: 'in' }]);
  const command: Command = { kind: 'change-settings', change, actor: owner };
  const read: TextNumber = { e164: `SG:${phoneNumber}`, country: 'SG' };
  expect(decide(state, command, at(NOW))).toEqual(
    ofLocation(changeSettings(location, main, change), {
      changes: {
        ...noChanges,
        location: changeSettings(location, main, change),
        visits: [{ ...waiting, textNumber: read }],
      },
      events: [{ ...ofSettings, kind: 'settings_changed', settings: ['country'] }],
    }),
  );
  const same: Command = { kind: 'change-settings', change: { country: 'ID' }, actor: owner };
  expect(decide(state, same, at(NOW))).toMatchObject({ changes: { visits: [] } });
});

test('another country tells a number that reads as before and gets texts from now on', () => {
  const abroad: Visit = { ...waiting, phoneNumber: '+6591234567', textNumber: singaporean };
  const home: Visit = { ...waiting, id: 'home', rank: 20, phoneNumber: '+6281', textNumber: null };
  const silent = aVisit({ id: 'silent', rank: 30 });
  const asTyped: DecideContext = {
    ...at(NOW),
    readNumber: (typed) => {
      if (typed === '') throw new Error('nothing was typed');
      return typed === '+6591234567' ? singaporean : null;
    },
  };
  const command: Command = { kind: 'change-settings', change: { country: 'SG' }, actor: owner };
  expect(decide(stateOf(location, [abroad, home, silent]), command, asTyped)).toMatchObject({
    changes: { visits: [abroad] },
  });
});

test.each<[string, Visit, 'leave' | 'no-show', Partial<Visit>]>([
  ['who waits leaves', waiting, 'leave', { status: 'left', endedAt: NOW, revision: 1 }],
  ['whose spot is held does not come', admitted, 'no-show', { status: 'no_show', endedAt: NOW, revision: 2 }],
])('a guest is erased: %s, and nothing tells who it was', (_, visit, like, ended) => {
  const same = decide(
    stateOf(location, [visit, ...others]),
    { kind: like, visit: { id }, actor: operator },
    at(NOW),
  );
  if (!same.ok) throw new Error('nothing is decided');
  const command: Command = { kind: 'erase-guest', visit: { id }, actor: operator };
  expect(decide(stateOf(location, [visit, ...others]), command, at(NOW))).toMatchObject({
    changes: {
      location: { version: 1, credits: same.changes.location.credits, services: { main: { undos: [] } } },
      visits: [{ ...nameless(visit), ...ended }],
      erased: [id],
    },
    events: same.events.map((event) => ({ ...event, reason: 'person_erased' })),
    effects: [{ kind: 'history' }, { kind: 'delete_reminders', at: NOW }],
  });
});

test('a guest whose visit is over is erased with one event, once, and no undo brings the visit back', () => {
  const gone = aVisit({
    status: 'removed',
    endedAt: NOW,
    note: 'VIP',
    onMyWayAt: NOW,
    earlierNames: ['MayaP'],
  });
  const offered = offerUndo(aLocation(), gone, 'remove', NOW - MINUTE_MS);
  for (const visit of [gone, held]) {
    const command: Command = { kind: 'erase-guest', visit: { id }, actor: guest };
    const before = visit === gone ? offered : aLocation();
    expect(decide(stateOf(before, [visit]), command, at(HOLD_ENDS_AT))).toEqual(
      ofLocation(aLocation(), {
        visitId: id,
        changes: {
          ...noChanges,
          location: aLocation({ version: 1 }),
          visits: [nameless(visit)],
          erased: [id],
        },
        events: [
          {
            visitId: id,
            kind: 'erased',
            at: HOLD_ENDS_AT,
            position: 0,
            actor: guest,
            reason: null,
          },
        ],
      }),
    );
    expect(decide(stateOf(before, [nameless(visit)]), command, at(HOLD_ENDS_AT))).toMatchObject({
      events: [],
    });
  }
});

test('a wait that is over ends as a removal by the system, which nobody can undo', () => {
  const command: Command = { kind: 'end-wait', visit: { id }, actor: system };
  const outcome = decide(stateOf(aLocation(), [waiting, ...others]), command, at(NOW));
  const removal = decide(stateOf(aLocation(), [waiting, ...others]), { ...command, kind: 'remove' }, at(NOW));
  if (!outcome.ok || !removal.ok) throw new Error('nothing is decided');
  const { credits, services } = removal.changes.location;
  expect(outcome).toMatchObject({
    changes: {
      location: { credits, services: { main: { pace: services['main']?.pace, undos: [] } } },
      visits: removal.changes.visits.map((visit) => ({ ...visit, waitExpired: true })),
    },
    events: removal.events.map((event) => ({ ...event, reason: 'wait_over' })),
    effects: [{ kind: 'history' }, { kind: 'delete_reminders', at: NOW }],
  });
  expect(decide(stateOf(aLocation(), [admitted]), command, at(NOW))).toEqual(unchanged(aLocation(), id));
});

test('the masked number of a link, sent back, is the number that is known', () => {
  const command: Command = {
    kind: 'change-preference',
    visit: { id },
    waitingPreference: 'on_premises',
    phoneNumber: maskedNumber(waiting.phoneNumber),
    language: 'en',
    actor: guest,
  };
  expect(decide(stateOf(aLocation(), [waiting]), command, at(NOW))).toMatchObject({
    changes: { visits: [{ phoneNumber: waiting.phoneNumber }] },
  });
});

test('credits are set, and payments followed, by their rules', () => {
  const set = { customerCredits: 5, smsCredits: 6, revision: 7 };
  const creditsSet = (actor: Actor) => ({ visitId: null, kind: 'credits_set', at: NOW, actor });
  expect(decide(stateOf(location), { kind: 'set-credits', set, actor: operator }, at(NOW))).toEqual({
    ...ofLocation(setCredits(location, set)),
    events: [creditsSet(operator)],
  });
  const news = { billingRevision: 3, creditsEndAt: NOW, grant: set, ceiling: null };
  expect(decide(stateOf(location), { kind: 'follow-billing', news, actor: provider }, at(NOW))).toEqual({
    ...ofLocation(followBilling(location, news)),
    events: [creditsSet(provider)],
  });
  const noCredits = { ...news, grant: null };
  expect(
    decide(stateOf(location), { kind: 'follow-billing', news: noCredits, actor: provider }, at(NOW)),
  ).toEqual(ofLocation(followBilling(location, noCredits)));
});

test('the number of servers is told once, by its rule, with its actor in the log', () => {
  const command: Command = { kind: 'set-servers', servers: 2, actor: owner };
  const told = setServers(location, main, command, NOW);
  expect(decide(stateOf(location), command, at(NOW))).toEqual({
    ...ofLocation(told.location),
    events: [{ visitId: null, kind: 'servers_set', at: NOW, actor: owner, servers: 2 }],
  });
  expect(decide(stateOf(told.location), command, at(NOW))).toEqual(ofLocation(told.location));
});

test('a new name and address, and the confirmation of the mailbox, are taken over by their rules', () => {
  const named = { businessName: 'Blue Door', address: '2 Kemang Raya, Jakarta' };
  const renamed = decide(
    stateOf(location),
    { kind: 'change-profile', from: profile, to: named, actor: system },
    at(NOW),
  );
  const events = [{ visitId: null, kind: 'address_changed', at: NOW, actor: system }];
  expect(renamed).toEqual({ ...ofLocation(changeProfile(location, { from: profile, to: named })), events });
  expect(renamed).toMatchObject({ changes: { location: { profile: named } } });
  const to = { ...profile, businessName: 'Blue Door' };
  const name: Command = { kind: 'change-profile', from: profile, to, actor: system };
  expect(decide(stateOf(location), name, at(NOW))).toMatchObject({ ok: true, events: [] });
  const unproven = aLocation({ credits: { guestsLeft: 3 } });
  const command: Command = { kind: 'confirm-mailbox', trialEndedAt: NOW, actor: system };
  expect(decide(stateOf(unproven), command, at(NOW))).toEqual(ofLocation(confirmMailbox(unproven, NOW)));
});

test('an offer to undo runs out; before that nothing changes', () => {
  const command: Command = { kind: 'end-undo', ...main, actor: system };
  expect(decide(stateOf(location), command, at(NOW + 10_000))).toEqual(
    ofLocation(aLocation({ settings: { undo: true }, version: 1 })),
  );
  expect(decide(stateOf(location), command, at(NOW + 9_999))).toEqual(ofLocation(location));
});

test('the page of a recalled guest is open again; an open one changes nothing', () => {
  const command: Command = { kind: 'page-opened', visit: { id }, actor: guest };
  const recalled = { ...waiting, pageGone: true };
  expect(decide(stateOf(aLocation(), [recalled]), command, at(NOW))).toEqual(
    ofLocation(aLocation({ version: 1 }), {
      changes: { ...noChanges, location: aLocation({ version: 1 }), visits: [waiting] },
    }),
  );
  expect(decide(stateOf(aLocation(), [waiting]), command, at(NOW))).toEqual(ofLocation(aLocation()));
  expect(decide(stateOf(aLocation()), command, at(NOW))).toEqual({ ok: false, code: 'not_found' });
});

test('what is known of deliveries is noted; pages hear of it where it is news', () => {
  const textBreaker = { reason: 'away', since: NOW, probeAt: NOW + 5 } as const;
  const before = aLocation({ health: { databaseAwaySince: 7 } });
  const noted = (shouldAnnounce: boolean): Outcome =>
    decide(
      stateOf(before),
      { kind: 'record-health', health: { textBreaker }, shouldAnnounce, actor: system },
      at(NOW),
    );
  const health = { databaseAwaySince: 7, textBreaker };
  expect(noted(true)).toEqual(ofLocation(aLocation({ health, version: 1 })));
  expect(noted(false)).toEqual(ofLocation(aLocation({ health })));
});

test('closing removes everybody who waits and erases all guests', () => {
  const before = aLocation({ service: { undos: [anOffer('c')] } });
  const state = stateOf(before, [...others, admitted]);
  const outcome = decide(state, { kind: 'close', actor: owner }, at(NOW));
  const removal = (visitId: string) => ({
    visitId,
    kind: 'removed',
    at: NOW,
    position: 0,
    actor: owner,
    reason: 'location_closed',
  });
  expect(outcome).toMatchObject({
    ok: true,
    visitId: null,
    changes: {
      location: {
        profile: { closedAt: NOW },
        credits: { customerCredits: 12 },
        services: { main: { undos: [] } },
        version: 2,
      },
      visits: [
        { id: 'b', status: 'removed', endedAt: NOW, revision: 1 },
        { id: 'c', status: 'removed', endedAt: NOW, revision: 1 },
      ],
      joined: null,
      text: null,
      erased: 'all',
    },
  });
  expect(outcome).toMatchObject({
    events: [removal('b'), removal('c')],
    effects: [
      { kind: 'history', visitId: 'b' },
      { kind: 'delete_reminders', visitId: 'b', at: NOW },
      { kind: 'history', visitId: 'c' },
      { kind: 'delete_reminders', visitId: 'c', at: NOW },
    ],
  });
});

test('closing an empty line tells that it is closed; closing again changes nothing more', () => {
  const command: Command = { kind: 'close', actor: owner };
  const closed = aLocation({ profile: { closedAt: NOW } });
  const erased = { location: closed, ...noChanges, erased: 'all' } as const;
  expect(decide(stateOf(aLocation()), command, at(NOW))).toEqual(ofLocation(closed, { changes: erased }));
  expect(decide(stateOf(closed), command, at(NOW + 5))).toEqual(ofLocation(closed, { changes: erased }));
});

test('a text that the provider took is known with its name there and its day', () => {
  const { outcome } = recorded({ to: 'sent', providerId: 'SM1' });
  expect(outcome).toEqual({
    ok: true,
    visitId: id,
    changes: {
      ...noChanges,
      location: aLocation({ version: 1 }),
      visits: [{ ...texted, text: { status: 'sent' } }],
      // NOW is on 21 November in Jakarta.
      text: { ...text, progress: 'sent', fault: null, providerId: 'SM1', sentOn: '2026-11-21' },
    },
    events: [],
    effects: [],
  });
});

test.each([
  ['sending', null],
  ['unknown', null],
  ['refused', null],
  ['expired', null],
  ['failed', null],
  ['sent', '2026-11-21'],
  ['delivered', '2026-11-21'],
  ['undelivered', '2026-11-21'],
] as const)('of a text that is %s the day on which it was taken is %s', (to, sentOn) => {
  expect(recorded({ to }).record).toEqual({ ...text, progress: to, fault: null, providerId: null, sentOn });
});

test('what is known of a text stays: its name at the provider and its day', () => {
  const known: TextRecord = {
    ...text,
    progress: 'sent',
    fault: null,
    providerId: 'SM1',
    sentOn: '2026-11-19',
  };
  expect(recorded({ to: 'delivered', providerId: 'SM2' }, known).record).toEqual({
    ...known,
    progress: 'delivered',
  });
  const unnamed: TextRecord = { ...known, providerId: null };
  expect(recorded({ to: 'delivered', providerId: 'SM2' }, unnamed).record).toEqual({
    ...known,
    progress: 'delivered',
    providerId: 'SM2',
  });
});

test('why a text failed is shown, and its credit comes back', () => {
  expect(recorded({ to: 'refused', why: 'phone_off' }).outcome).toMatchObject({
    changes: {
      location: { credits: { smsCredits: 11 } },
      visits: [{ text: { status: 'failed', error: 'phone_off' } }],
    },
  });
});

test.each([
  [
    'was held until it expired: for what it was held',
    { to: 'expired' },
    'account_hour',
    { status: 'failed', error: 'account_hour' },
  ],
  [
    'was held and is refused for a reason: that reason',
    { to: 'refused', why: 'phone_off' },
    'phone_off',
    { status: 'failed', error: 'phone_off' },
  ],
  [
    'was held and is refused without a reason: none',
    { to: 'refused' },
    null,
    { status: 'failed', error: 'refused' },
  ],
  ['was held and is delivered: none', { to: 'delivered' }, null, { status: 'delivered' }],
] as const)(
  'why a text failed is the same on the visit and in its history, if it %s',
  (_, news, fault, shown) => {
    const held: TextRecord = {
      ...text,
      progress: 'queued',
      fault: 'account_hour',
      providerId: null,
      sentOn: null,
    };
    const { outcome, record } = recorded(news, held);
    expect(record).toMatchObject({ progress: news.to, fault });
    expect(outcome).toMatchObject({ changes: { visits: [{ text: shown }] } });
  },
);

test('a text that is charged again keeps what it paid, for a later return', () => {
  const twoCredits = { ...text, credits: 2 };
  const known: TextRecord = {
    ...twoCredits,
    progress: 'not_taken',
    fault: null,
    providerId: null,
    sentOn: null,
  };
  const command: Command = { kind: 'record-text', text: twoCredits, to: 'sent', actor: provider };
  const location = aLocation({ credits: { smsCredits: 1 } });
  const state = stateOf(location, [texted], { texts: new Map([[known.id, known]]) });
  expect(decide(state, command, at(NOW))).toMatchObject({
    changes: { location: { credits: { smsCredits: 0 } }, text: { credits: 1, progress: 'sent' } },
  });
});

test('older news of a text change nothing', () => {
  const known: TextRecord = {
    ...text,
    progress: 'delivered',
    fault: null,
    providerId: 'SM1',
    sentOn: '2026-11-20',
  };
  expect(recorded({ to: 'sent' }, known).outcome).toEqual({ ok: false, code: 'not_found' });
});

test('what a guest answers by text is decided by its rule, and its event says so', () => {
  const answer = (said: 'on_my_way' | 'leave', visit = waiting, from = '+6281234567890') =>
    decide(
      stateOf(aLocation(), [visit]),
      { kind: 'answer-by-text', visit: { id }, from, said, actor: guest },
      at(NOW),
    );
  const event = (kind: string, position: number, reason: EventReason) => ({
    events: [{ visitId: id, kind, at: NOW, position, actor: guest, reason }],
  });
  expect(answer('on_my_way')).toMatchObject({
    ...event('on_my_way', 1, 'by_text'),
    changes: { visits: [{ onMyWayAt: NOW }] },
  });
  expect(answer('leave')).toMatchObject({
    ...event('left', 0, 'by_text'),
    changes: { visits: [{ status: 'left' }] },
  });
  expect(answer('leave', admitted)).toEqual({ ok: false, code: 'already_admitted' });
  const notFound = { ok: false, code: 'not_found' };
  expect(answer('leave', waiting, '+6281234567891')).toEqual(notFound);
  expect(answer('leave', { ...waiting, textNumber: singaporean })).toEqual(notFound);
  expect(answer('leave', { ...waiting, textNumber: null })).toEqual(notFound);
});

test('another way to wait is read by the country of the location', () => {
  const place = aLocation({ settings: { country: 'SG' } });
  const command: Command = {
    kind: 'change-preference',
    visit: { id },
    waitingPreference: 'wait_anywhere',
    phoneNumber: '91234567',
    language: 'en',
    actor: guest,
  };
  expect(decide(stateOf(place, [aVisit()]), command, at(NOW))).toMatchObject({
    changes: {
      visits: [{ phoneNumber: '91234567', textNumber: { e164: 'SG:91234567', country: 'SG' } }],
    },
    effects: [{ kind: 'consent', visitId: id }],
  });
});

test('another language alone changes neither the number nor the way to wait', () => {
  const command: Command = { kind: 'change-language', visit: { id }, language: 'es', actor: guest };
  expect(decide(stateOf(aLocation(), [waiting]), command, at(NOW))).toMatchObject({
    changes: { visits: [{ ...waiting, language: 'es' }] },
    effects: [],
  });
});

const text = { id: 'text', visitId: id, call: 1, credits: 1 };
const texted = anAdmittedVisit({ text: { status: 'queued' } });

/** Records one step of a text. Returns the decision, and the record of the text after the step. */
function recorded(
  news: Pick<Extract<Command, { kind: 'record-text' }>, 'to' | 'why' | 'providerId'>,
  known?: TextRecord,
): { outcome: Outcome; record: TextRecord | null } {
  const texts = new Map(known && [[known.id, known]]);
  const command: Command = { kind: 'record-text', text, ...news, actor: provider };
  const outcome = decide(stateOf(aLocation(), [texted], { texts }), command, at(NOW));
  return { outcome, record: outcome.ok ? outcome.changes.text : null };
}

function anOffer(visitId: string) {
  return { visitId, of: 'remove', until: NOW + 1, rank: 1, charged: false, pace: unknownPace } as const;
}

function aJoin({ firstName, lastName, ...party } = aNewcomer()) {
  return {
    username: 'blue-door',
    party: {
      firstName,
      lastName,
      phoneNumber: party.phoneNumber,
      numGuests: party.numGuests,
      waitingPreference: party.waitingPreference,
    },
    language: party.language,
    idempotencyKey: 'key',
    sender: '203.0.113.7',
    heldSecret: null,
  };
}

/** The context of a command for a new visit. `keys` replaces single keys of `first`. */
function arriving(visitId: string, keys: Partial<typeof first> = {}): DecideContext {
  return { ...at(NOW), newcomer: { id: visitId, keys: { ...first, ...keys } } };
}
