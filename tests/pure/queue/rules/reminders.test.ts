/** When a reminder is owed, taken back and forgotten; and what becomes of one that is due. */
import type { EventKind } from '../../../../src/shared/queue/events.ts';
import { expect, test } from 'vitest';
import { turnNotification } from '../../../../src/worker/deliveries/push/turn-notification.ts';
import type { PushReply } from '../../../../src/worker/deliveries/push/push-provider.ts';
import { drainReminders, type ReminderDeps } from '../../../../src/worker/deliveries/reminder-outbox.ts';
import { canBeReminded, reminderAfter } from '../../../../src/shared/queue/rules/reminders.ts';
import { withService, type Undo } from '../../../../src/shared/queue/state.ts';
import { unknownPace } from '../../../../src/shared/queue/rules/estimate.ts';
import type { PendingReminder } from '../../../../src/worker/deliveries/reminder-outbox.ts';
import { aLocation, aVisit, main } from '../../support/factories.ts';

const now = 1_000_000;
const visit = aVisit({ id: 'v', status: 'admitted', calls: 2, holdEndsAt: now + 300_000 });
const location = aLocation({ service: { undo: null } });
const offer: Undo = {
  visitId: 'v',
  of: 'admit',
  until: now + 10_000,
  rank: 1,
  charged: false,
  pace: unknownPace,
};

test.each(['admitted', 'called_again'] as const)(
  '%s: the call is owed at once, for as long as the hold',
  (event) => {
    expect(reminderAfter({ event, location, visit }, now)).toEqual({
      kind: 'remind',
      call: 2,
      dueAt: now,
      expiresAt: now + 300_000,
    });
  },
);

test('an admission that can be undone is owed when it no longer can; another visit’s offer holds nothing back', () => {
  const after = (undo: Undo) =>
    reminderAfter({ event: 'admitted', location: withService(location, main, { undo }), visit }, now);
  expect(after(offer)).toMatchObject({ kind: 'remind', dueAt: offer.until });
  expect(after({ ...offer, visitId: 'other' })).toMatchObject({ kind: 'remind', dueAt: now });
});

test.each(['put_back', 'undone', 'more_time'] as const)('%s: the call no longer holds', (event) => {
  expect(reminderAfter({ event, location, visit }, now)).toEqual({ kind: 'withdraw_reminder' });
});

test.each(['arrived', 'no_show', 'settled', 'left', 'removed'] as const)(
  '%s: the visit is over, and forgotten once that cannot be undone',
  (event) => {
    expect(reminderAfter({ event, location, visit }, now)).toEqual({ kind: 'forget_reminders', at: now });
    const undoable = withService(location, main, { undo: offer });
    expect(reminderAfter({ event, location: undoable, visit }, now)).toEqual({
      kind: 'forget_reminders',
      at: offer.until,
    });
  },
);

test.each<EventKind | null>([
  'joined',
  'added',
  'preference_changed',
  'moved',
  'on_my_way',
  'hold_ended',
  'told_nearly',
  null,
])('%s changes nothing about a reminder', (event) => {
  expect(reminderAfter({ event, location, visit }, now)).toBeNull();
});

test('a visit can be reminded in line and while nobody has said what became of its turn', () => {
  const can = (['waiting', 'admitted', 'arrived', 'no_show', 'left', 'removed'] as const).map((status) => [
    status,
    canBeReminded(aVisit({ status })),
  ]);
  expect(can).toEqual([
    ['waiting', true],
    ['admitted', true],
    ['arrived', false],
    ['no_show', false],
    ['left', false],
    ['removed', false],
  ]);
  expect(canBeReminded(aVisit({ status: 'admitted', settled: true }))).toBe(false);
});

const owed: PendingReminder = {
  visitId: 'v',
  endpoint: 'https://fcm.googleapis.com/one',
  keys: { p256dh: '', auth: '' },
  call: 1,
  attempts: 0,
  expiresAt: now + 300_000,
};

/** Drains one entry and tells what was done with it. */
async function drained(
  reply: PushReply,
  entry: Partial<PendingReminder> = {},
  standing: ReturnType<ReminderDeps['statusOf']> = 'wanted',
): Promise<unknown[]> {
  const done: unknown[] = [];
  await drainReminders({
    now: () => now,
    random: () => 0,
    due: () => [{ ...owed, ...entry }],
    statusOf: () => standing,
    send: async () => {
      done.push('send');
      return reply;
    },
    finish: () => done.push('settle'),
    postpone: (_, dueAt) => done.push(['postpone', dueAt - now]),
    unsubscribe: () => done.push('forget'),
    report: (failure) => done.push(failure),
  });
  return done;
}

const later = (afterMs: number): PushReply => ({ outcome: 'later', reason: 'http_503', afterMs });
const sent: PushReply = { outcome: 'sent' };

test('a reminder that was taken is settled', async () => {
  expect(await drained(sent)).toEqual(['send', 'settle']);
});

test('one that is not wanted any more is not sent, and of a visit that is over it is forgotten', async () => {
  expect(await drained(sent, {}, 'not_wanted')).toEqual(['settle']);
  expect(await drained(sent, {}, 'over')).toEqual(['forget']);
});

test('at the very end of the hold nothing is sent', async () => {
  expect(await drained(sent, { expiresAt: now })).toEqual(['settle']);
  expect(await drained(sent, { expiresAt: now + 1 })).toEqual(['send', 'settle']);
});

test('a subscription that is gone is forgotten, a refusal is settled, and both are told', async () => {
  expect(await drained({ outcome: 'gone', reason: 'http_410' })).toEqual([
    'send',
    { attempts: 0, reason: 'http_410' },
    'forget',
  ]);
  expect(await drained({ outcome: 'refused', reason: 'http_403' }, { attempts: 3 })).toEqual([
    'send',
    { attempts: 3, reason: 'http_403' },
    'settle',
  ]);
});

test('a try that failed waits longer each time, as long as the service asks at least, and ends with the hold', async () => {
  const told = (attempts: number) => ['send', { attempts, reason: 'http_503' }];
  expect(await drained(later(0))).toEqual([...told(0), ['postpone', 2_000]]);
  expect(await drained(later(0), { attempts: 3 })).toEqual([...told(3), ['postpone', 16_000]]);
  expect(await drained(later(60_000))).toEqual([...told(0), ['postpone', 60_000]]);
  expect(await drained(later(300_000))).toEqual([...told(0), 'settle']);
  expect(await drained(later(299_999))).toEqual([...told(0), ['postpone', 299_999]]);
});

test('at most fifty are asked for, and five are sent at a time', async () => {
  let [sending, most, asked] = [0, 0, 0];
  const settled: PendingReminder[] = [];
  await drainReminders({
    now: () => now,
    random: () => 0,
    due: (_, limit) => {
      asked = limit;
      return Array.from({ length: 12 }, (__, n) => ({ ...owed, visitId: `v${n}` }));
    },
    statusOf: () => 'wanted',
    send: async () => {
      sending += 1;
      most = Math.max(most, sending);
      await Promise.resolve();
      sending -= 1;
      return sent;
    },
    finish: (entry) => settled.push(entry),
    postpone: () => undefined,
    unsubscribe: () => undefined,
    report: () => undefined,
  });
  expect([asked, most, new Set(settled.map(({ visitId }) => visitId)).size]).toEqual([50, 5, 12]);
});

test.each([
  [300_000, 'Your spot will be held for 5 minutes.'],
  [295_000, 'Your spot will be held for 5 minutes.'],
  [294_999, 'Your spot will be held for 4 minutes.'],
  [55_000, 'Your spot will be held for 1 minute.'],
  [54_999, '55 seconds left'],
  [1, '1 second left'],
])('with %i ms left the notification says: %s', (leftMs, body) => {
  const about = { businessName: 'Kopi & Co', username: 'kopi co', language: 'en', leftMs } as const;
  expect(turnNotification(about)).toEqual({
    title: "It's your turn · Kopi & Co",
    body,
    path: '/queue/kopi%20co',
    language: 'en',
    direction: 'ltr',
  });
});
