import { expect, test } from 'vitest';
import type { EventKind } from '../../../src/shared/queue/events.ts';
import { historyOf, type LoggedEvent } from '../../../src/shared/queue/project-history.ts';
import { anAdmittedVisit, aVisit, NOW } from '../support/factories.ts';

const event = (kind: EventKind, minute: number, about: Partial<LoggedEvent> = {}): LoggedEvent => ({
  kind,
  at: NOW + minute * 60_000,
  position: 0,
  fromPosition: null,
  actor: 'owner',
  reason: null,
  ...about,
});
const at = (minute: number) => new Date(NOW + minute * 60_000).toISOString();

test('the events are told with their actors, the place before a move, and a reason if they have one', () => {
  const events = [
    event('joined', 0, { actor: 'guest', position: 3 }),
    event('edited', 1, { reason: 'number_set', position: 3 }),
    event('moved', 2, { actor: 'member:b2c1', fromPosition: 3, position: 1 }),
  ];
  expect(historyOf(aVisit(), events, [])).toEqual({
    events: [
      { kind: 'joined', at: at(0), position: 3, actor: 'guest' },
      { kind: 'edited', at: at(1), position: 3, actor: 'owner', reason: 'number_set' },
      { kind: 'moved', at: at(2), position: 1, fromPosition: 3, actor: 'member:b2c1' },
    ],
    texts: [],
  });
});

test('each text has the time of the call that asked for it, and its state', () => {
  const events = [
    event('joined', 0),
    event('almost_there_told', 1),
    event('admitted', 2),
    event('put_back', 3),
    event('admitted', 4),
    event('called_again', 5),
  ];
  const visit = anAdmittedVisit({ summonCount: 3, text: { status: 'not_sent', error: 'no_sms_credits' } });
  const texts = [
    { call: 2, progress: 'undelivered', fault: 'phone_off' },
    { call: 1, progress: 'withdrawn', fault: null },
    { call: 0, progress: 'delivered', fault: null },
  ] as const;
  expect(historyOf(visit, events, texts).texts).toEqual([
    { kind: 'almost_there', at: at(1), status: 'delivered' },
    { kind: 'turn', at: at(4), status: 'failed', error: 'phone_off' },
    { kind: 'call_again', at: at(5), status: 'not_sent', error: 'no_sms_credits' },
  ]);
});

test('a visit that waits again had a text, and has none that was not sent', () => {
  const events = [event('joined', 0), event('admitted', 1), event('put_back', 2)];
  const visit = aVisit({ summonCount: 1 });
  const texts = [{ call: 1, progress: 'sent', fault: null }] as const;
  expect(historyOf(visit, events, texts).texts).toEqual([{ kind: 'turn', at: at(1), status: 'sent' }]);
  expect(historyOf(visit, events, []).texts).toEqual([]);
});
