import type { SettingsChange } from '../../src/shared/queue/settings.ts';
import { expect, test } from 'vitest';
import { changeSettings } from '../../src/shared/queue/rules/settings.ts';
import { aLocation, alwaysOpen, neverOpen, someSettings } from './factories.ts';

const before = aLocation({
  settings: someSettings({ holdMs: 120_000, undo: true, capacity: 9, hours: alwaysOpen }),
  paused: true,
});

test('what is not named stays', () => {
  expect(changeSettings(before, {})).toEqual({ ...before, version: 1 });
});

test.each<SettingsChange>([
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
])('what is named is set, and nothing else: %j', (change) => {
  const settings = { ...before.settings, ...change };
  expect(changeSettings(before, change)).toEqual({ ...before, settings, version: 1 });
});

test('pause and time zone belong to the location', () => {
  expect(changeSettings(before, { paused: false })).toEqual({ ...before, paused: false, version: 1 });
  const timezone = 'America/Havana';
  expect(changeSettings(before, { timezone })).toEqual({ ...before, timezone, version: 1 });
});

test('all of it at once', () => {
  const country = 'LB';
  const settings = {
    ...someSettings({ holdMs: 60_000, afterHold: 'no_show', capacity: null, hours: neverOpen }),
    country,
  } as const;
  const change = { paused: false, timezone: 'Asia/Beirut', ...settings };
  expect(changeSettings(before, change)).toEqual(
    aLocation({ settings, paused: false, timezone: 'Asia/Beirut', version: 1 }),
  );
});
