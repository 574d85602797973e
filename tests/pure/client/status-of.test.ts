import { expect, test } from 'vitest';
import { statusOf } from '../../../src/client/member-area/locations/status-of.ts';
import { aView } from '../support/view-factories.ts';

const well = { mayBeOld: false, tellsTexts: false };
const awaySince = '2026-11-20T12:05:00.000Z';
const held = { reason: 'away', since: '2026-11-20T12:10:00.000Z' } as const;

const waits =
  'Since 7:05 PM texts and charts have to wait for our database: please call names for now; joining and admitting work as usual, and nothing is lost.';
const noTexts = 'No texts have gone out since 7:10 PM. Please call names for now; the queue works as usual.';

test('while all is well there is nothing to say, whatever the day’s figures are', () => {
  const today = { day: '2026-11-20', sent: 3, delivered: 2 };
  expect(statusOf([aView({ texts: { today }, database: {} })], well)).toEqual([]);
  expect(statusOf([], well)).toEqual([]);
});

test('each failure is one sentence, with the time of the location', () => {
  expect(
    statusOf([aView({ texts: { held }, database: { awaySince } })], { ...well, mayBeOld: true }),
  ).toEqual([
    {
      kind: 'connection',
      icon: 'wifi-off',
      words:
        'No live connection. The list below may be old; it is refreshed as soon as we are back. Actions that fail until then are not kept: please repeat them.',
    },
    { kind: 'texts', icon: 'warning', words: noTexts },
    { kind: 'database', icon: 'warning', words: waits },
  ]);
});

test('a page with its own notice about texts does not say it twice', () => {
  const lines = statusOf([aView({ texts: { held }, database: { awaySince } })], {
    ...well,
    tellsTexts: true,
  });
  expect(lines.map(({ kind }) => kind)).toEqual(['database']);
});

test('of several locations the one with the longest failure is shown', () => {
  const later = { database: { awaySince: '2026-11-20T12:06:00.000Z' } };
  const there = aView({ timezone: 'Europe/Madrid', database: { awaySince } });
  const [line] = statusOf([aView(later), there, aView()], well);
  expect(line?.words).toContain('Since 1:05 PM ');
});
