/** When a reminder is queued or cancelled, when its subscription is deleted, and the text of the notification. */
import type { EventKind } from '../../../../src/shared/queue/events.ts';
import { expect, test } from 'vitest';
import { turnNotification } from '../../../../src/worker/deliveries/push/turn-notification.ts';
import { canBeReminded, reminderAfter } from '../../../../src/shared/queue/rules/texts/reminders.ts';
import { withService, type Undo } from '../../../../src/shared/queue/state.ts';
import { unknownPace } from '../../../../src/shared/queue/rules/estimate/estimate.ts';
import { aLocation, aVisit, main } from '../../support/factories.ts';

const now = 1_000_000;
const visit = aVisit({ id: 'v', status: 'admitted', summonCount: 2, holdEndsAt: now + 300_000 });
const location = aLocation({ service: { undos: [] } });
const offer: Undo = {
  visitId: 'v',
  of: 'admit',
  until: now + 10_000,
  rank: 1,
  charged: false,
  pace: unknownPace,
};

test.each(['admitted', 'called_again'] as const)(
  '%s: the reminder is queued at once, for as long as the hold',
  (event) => {
    expect(reminderAfter({ event, location, visit }, now)).toEqual({
      kind: 'remind',
      call: 2,
      dueAt: now,
      expiresAt: now + 300_000,
    });
  },
);

test('an admission that can be undone is due when it no longer can; another visit’s offer holds nothing back', () => {
  const after = (undo: Undo) =>
    reminderAfter(
      { event: 'admitted', location: withService(location, main, { undos: [undo] }), visit },
      now,
    );
  expect(after(offer)).toMatchObject({ kind: 'remind', dueAt: offer.until });
  expect(after({ ...offer, visitId: 'other' })).toMatchObject({ kind: 'remind', dueAt: now });
});

test.each(['put_back', 'undone', 'recalled', 'more_time'] as const)(
  '%s: the call no longer holds',
  (event) => {
    expect(reminderAfter({ event, location, visit }, now)).toEqual({ kind: 'cancel_reminders' });
  },
);

test.each(['arrived', 'no_show', 'auto_resolved', 'left', 'removed'] as const)(
  '%s: the visit is over, and erased once that cannot be undone',
  (event) => {
    expect(reminderAfter({ event, location, visit }, now)).toEqual({ kind: 'delete_reminders', at: now });
    const undoable = withService(location, main, { undos: [offer] });
    expect(reminderAfter({ event, location: undoable, visit }, now)).toEqual({
      kind: 'delete_reminders',
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
  'almost_there_told',
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
  expect(canBeReminded(aVisit({ status: 'admitted', autoResolved: true }))).toBe(false);
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
