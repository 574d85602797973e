import { expect, test } from 'vitest';
import { statusOf } from '../../src/client/owner-area/status-of.ts';
import type { LocationView } from '../../src/shared/queue-view.ts';
import { initialSettings } from '../../src/shared/queue/settings.ts';

const aLocation = (about: Partial<LocationView> = {}): LocationView => ({
  id: 'location',
  address: '14 Kemang Raya, Jakarta',
  businessName: 'Blue Door Café',
  timezone: 'Asia/Jakarta',
  customerCredits: 10,
  smsCredits: 10,
  queue: [],
  admittedCustomers: [],
  removedCustomers: [],
  settings: initialSettings(),
  paused: false,
  ...about,
});
const well = { mayBeOld: false, tellsTexts: false };
const awaySince = '2026-11-20T12:05:00.000Z';
const held = { reason: 'away', since: '2026-11-20T12:10:00.000Z' } as const;

const waits =
  'Since 7:05 PM texts and charts have to wait for our database: please call names for now; joining and admitting work as ever, and nothing is lost.';
const noTexts =
  'No texts have gone out since 7:10 PM: please call names until they do; the queue works as ever.';

test('while all is well there is nothing to say, whatever the day’s figures are', () => {
  const today = { day: '2026-11-20', sent: 3, delivered: 2 };
  expect(statusOf([aLocation({ texts: { today }, database: {} })], well)).toEqual([]);
  expect(statusOf([], well)).toEqual([]);
});

test('each trouble is one sentence, by the clock of the place', () => {
  expect(
    statusOf([aLocation({ texts: { held }, database: { awaySince } })], { ...well, mayBeOld: true }),
  ).toEqual([
    {
      kind: 'connection',
      icon: 'wifi-off',
      words: 'No live connection. The list below may be old; it is refreshed as soon as we are back.',
    },
    { kind: 'texts', icon: 'warning', words: noTexts },
    { kind: 'database', icon: 'warning', words: waits },
  ]);
});

test('a page that tells of texts in another way does not say it twice', () => {
  const lines = statusOf([aLocation({ texts: { held }, database: { awaySince } })], {
    ...well,
    tellsTexts: true,
  });
  expect(lines.map(({ kind }) => kind)).toEqual(['database']);
});

test('of several locations the one that waits longest speaks for all', () => {
  const later = { database: { awaySince: '2026-11-20T12:06:00.000Z' } };
  const there = aLocation({ timezone: 'Europe/Madrid', database: { awaySince } });
  const [line] = statusOf([aLocation(later), there, aLocation()], well);
  expect(line?.words).toContain('Since 1:05 PM ');
});
