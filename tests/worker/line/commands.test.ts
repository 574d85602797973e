/** A location's object refuses unknown commands, wrong fields, and commands to a location that does not exist. */
import { runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { CLOSED_RETENTION_MS } from '../../../src/shared/limits.ts';
import type { OutsideCommand } from '../../../src/shared/queue/commands.ts';
import { isMigrated } from '../../../src/worker/location/store/migrate.ts';
import { close } from '../support/commands.ts';
import {
  aJoin,
  alarmUntil,
  granted,
  joinAs,
  moveClock,
  openLocation,
  stopClock,
  username,
} from '../support/queue-factories.ts';

const owner = { kind: 'owner' } as const;
const guest = { kind: 'guest' } as const;
const visit = { id: 'nobody' };
const { address: _, ...party } = aJoin();
const profile = { businessName: 'Blue Door Café', address: '14 Kemang Raya, Jakarta' };
const set = { customerCredits: 1, smsCredits: 1, revision: 1 };

const commands: Record<OutsideCommand['kind'], OutsideCommand> = {
  join: {
    kind: 'join',
    actor: guest,
    username,
    party,
    language: 'en',
    idempotencyKey: null,
    sender: null,
    heldSecret: null,
  },
  'add-walk-in': { kind: 'add-walk-in', actor: owner, party, idempotencyKey: null },
  admit: { kind: 'admit', actor: owner, visit },
  remove: { kind: 'remove', actor: owner, visit },
  discard: { kind: 'discard', actor: owner, visit },
  arrived: { kind: 'arrived', actor: owner, visit },
  'no-show': { kind: 'no-show', actor: owner, visit },
  'put-back': { kind: 'put-back', actor: owner, visit },
  move: { kind: 'move', actor: owner, visit, position: 1 },
  skip: { kind: 'skip', actor: owner, visit },
  edit: { kind: 'edit', actor: owner, visit, change: { note: 'VIP' } },
  'call-again': { kind: 'call-again', actor: owner, visit },
  undo: { kind: 'undo', actor: owner, visit },
  recall: { kind: 'recall', actor: owner, visit },
  leave: { kind: 'leave', actor: guest, visit },
  'erase-guest': { kind: 'erase-guest', actor: guest, visit },
  'on-my-way': { kind: 'on-my-way', actor: guest, visit },
  'cannot-come': { kind: 'cannot-come', actor: guest, visit },
  'more-time': { kind: 'more-time', actor: guest, visit, position: 1 },
  'change-preference': {
    kind: 'change-preference',
    actor: guest,
    visit,
    waitingPreference: 'on_premises',
    phoneNumber: '',
    language: 'en',
  },
  'change-language': { kind: 'change-language', actor: guest, visit, language: 'en' },
  'answer-by-text': { kind: 'answer-by-text', actor: guest, visit, from: '+6281234567890', said: 'leave' },
  'change-settings': { kind: 'change-settings', actor: owner, change: { paused: true } },
  'change-profile': { kind: 'change-profile', from: profile, to: profile, actor: { kind: 'system' } },
  'set-servers': { kind: 'set-servers', actor: owner, servers: 2 },
  'set-duty': { kind: 'set-duty', actor: owner, on: true, name: null },
  'set-credits': { kind: 'set-credits', actor: { kind: 'operator' }, set },
  'follow-billing': {
    kind: 'follow-billing',
    actor: { kind: 'system' },
    news: { billingRevision: 1, creditsEndAt: null, grant: null, ceiling: null },
  },
  'confirm-mailbox': { kind: 'confirm-mailbox', actor: { kind: 'system' }, trialEndedAt: null },
  close: { kind: 'close', actor: { kind: 'system' } },
};
const everyCommand = Object.entries(commands);

const notFound = { ok: false, code: 'not_found' };

test.each(everyCommand)(
  'an object that was never opened does not know what to %s',
  async (_kind, command) => {
    const location = env.LOCATION_QUEUE.get(env.LOCATION_QUEUE.newUniqueId());
    expect(await location.execute(command)).toEqual(notFound);
    expect(await runInDurableObject(location, (_object, { storage }) => isMigrated(storage))).toBe(false);
  },
);

test('a location that was erased answers nothing that is asked of it', async () => {
  stopClock();
  const location = await openLocation();
  granted(await close(location()));
  moveClock(CLOSED_RETENTION_MS);
  const isLeft = () => runInDurableObject(location(), (_object, { storage }) => isMigrated(storage));
  await alarmUntil(location, async () => !(await isLeft()));
  for (const [kind, command] of everyCommand)
    expect([kind, await location().execute(command)]).toEqual([kind, notFound]);
  expect(await isLeft()).toBe(false);
});

test('a visit that there is not is found by no command', async () => {
  const location = await openLocation();
  const ofVisits = everyCommand.filter(([, command]) => 'visit' in command);
  expect(ofVisits).toHaveLength(20);
  for (const [kind, command] of ofVisits)
    expect([kind, await location().execute(command)]).toEqual([kind, notFound]);
});

test.each([
  ['a kind that this release does not know', { ...commands.admit, kind: 'seat' }],
  ['what the object does by itself', { ...commands.admit, kind: 'end-hold' }],
  ['no kind', { actor: owner, visit }],
  ['nobody who asks', { kind: 'admit', visit }],
  ['an actor that is none', { ...commands.admit, actor: { kind: 'thief' } }],
  ['a member without an id', { ...commands.admit, actor: { kind: 'member' } }],
  ['no visit', { kind: 'admit', actor: owner }],
  ['a visit by nothing', { ...commands.admit, visit: {} }],
  ['a place that is no number', { ...commands.move, position: 'first' }],
  ['a half of a party', { ...commands.join, party: { ...party, numGuests: 1.5 } }],
  [
    'one setting that is right and one that is wrong',
    { ...commands['change-settings'], change: { paused: true, holdMs: 1 } },
  ],
  [
    'a setting that there is not',
    { ...commands['change-settings'], change: { paused: true, colour: 'red' } },
  ],
  ['no change', { ...commands['change-settings'], change: {} }],
  ['half of a pair of credits', { ...commands['set-credits'], set: { customerCredits: 5, revision: 1 } }],
])('a command with %s is refused whole', async (_what, malformed) => {
  const location = await openLocation();
  const { customer } = await joinAs(location);
  const before = granted(await location().view());
  await runInDurableObject(location(), async (queue) => {
    const asked = JSON.parse(JSON.stringify(malformed).replace('nobody', customer.id));
    await expect(queue.execute(asked)).rejects.toBeInstanceOf(z.core.$ZodError);
    expect(queue.view()).toEqual(before);
  });
});
