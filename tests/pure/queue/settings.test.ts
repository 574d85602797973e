import { initialSettings, type AllSettings } from '../../../src/shared/queue/settings.ts';
import { expect, test } from 'vitest';
import { changeSettings } from '../../../src/shared/queue/rules/settings.ts';
import { aLocation, alwaysOpen, main, neverOpen } from '../support/factories.ts';

const set = {
  holdMs: 120_000,
  undo: true,
  capacity: 9,
  hours: alwaysOpen,
  paused: true,
} as const;
const before = aLocation({ settings: set });

test('settings that are not in the change stay', () => {
  expect(changeSettings(before, main, {})).toEqual({ ...before, version: 1 });
});

test.each<Partial<AllSettings>>([
  { paused: false },
  { holdMs: 600_000 },
  { afterHold: 'no_show' },
  { undo: false },
  { capacity: 3 },
  { capacity: null },
  { hours: neverOpen },
  { hours: null },
  { turnText: 'Come in' },
  { turnText: null },
  { nearlyAt: 3 },
  { nearlyAt: null },
  { country: 'MY' },
  { textCountries: ['MY', 'SG'] },
  { textCountries: [] },
  { timezone: 'America/Havana' },
])('what is named is set, and nothing else: %j', (change) => {
  expect(changeSettings(before, main, change)).toEqual(
    aLocation({ settings: { ...set, ...change }, version: 1 }),
  );
});

test('pause belongs to the service, the time zone to the location', () => {
  const after = changeSettings(before, main, { paused: false, timezone: 'America/Havana' });
  expect(after.services.main?.settings).toEqual({ ...before.services.main?.settings, paused: false });
  expect(after.settings).toEqual({ ...before.settings, timezone: 'America/Havana' });
});

test('all of it at once', () => {
  const change = {
    ...initialSettings(),
    holdMs: 60_000,
    afterHold: 'no_show',
    undo: true,
    capacity: null,
    hours: neverOpen,
    paused: false,
    timezone: 'Asia/Beirut',
    country: 'LB',
  } as const;
  expect(changeSettings(before, main, change)).toEqual(aLocation({ settings: change, version: 1 }));
});
