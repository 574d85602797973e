/** The table of settings: the values that each setting accepts or refuses, and what the code derives from the table. */
import { expect, test } from 'vitest';
import {
  initialSettings,
  isSettingName,
  locationSettings,
  mergeSettings,
  readSettings,
  settingNames,
  settings,
  settingsChange,
  splitSettings,
  storedSettings,
  type SettingControl,
  type SettingGroup,
  type SettingName,
} from '../../../src/shared/queue/settings.ts';
import { alwaysOpen, everyDay, neverOpen } from '../support/factories.ts';

const opening = { opens: '09:00', closes: '12:00' };
const openings = (count: number) => Array.from({ length: count }, () => opening);
const { sunday: _, ...sixDays } = alwaysOpen;

type About = {
  initial: unknown;
  scope: 'location' | 'service';
  control: SettingControl['kind'];
  group: SettingGroup;
  /** Values that an owner may set: the smallest and the largest value, and null if the setting allows null. */
  takes: readonly unknown[];
  /**
   * Values that an owner may not set, such as values outside the limits. A stored row may have them, because stored
   * values are not checked.
   */
  beyond?: readonly unknown[];
  /** Values that are always wrong, such as values of another type. */
  wrong: readonly unknown[];
};

const tenCountries = ['AC', 'AD', 'AE', 'AF', 'AG', 'AI', 'AL', 'AM', 'AO', 'AR'];
const about: Record<SettingName, About> = {
  memberCharts: {
    initial: false,
    control: 'switch',
    group: 'team',
    scope: 'location',
    takes: [true, false],
    wrong: [null, 'true', 1],
  },
  paused: {
    initial: false,
    control: 'switch',
    group: 'joining',
    scope: 'service',
    takes: [true, false],
    wrong: [null, 'true', 1],
  },
  capacity: {
    initial: null,
    control: 'number',
    group: 'joining',
    scope: 'service',
    takes: [null, 1, 10_000],
    beyond: [0, 10_001],
    wrong: [1.5, '3', true],
  },
  holdMs: {
    initial: 300_000,
    control: 'minutes',
    group: 'calling',
    scope: 'service',
    takes: [60_000, 1_800_000],
    beyond: [59_999, 1_800_001],
    wrong: [60_000.5, null, '60000'],
  },
  afterHold: {
    initial: 'served',
    control: 'choice',
    group: 'calling',
    scope: 'service',
    takes: ['served', 'no_show'],
    wrong: [null, '', 'arrived', true],
  },
  undo: {
    initial: false,
    control: 'switch',
    group: 'calling',
    scope: 'service',
    takes: [true, false],
    wrong: [null, 'true', 1],
  },
  turnText: {
    initial: null,
    control: 'own',
    group: 'texts',
    scope: 'location',
    takes: [null, 'Come in', 'x'.repeat(160)],
    beyond: ['x'.repeat(161)],
    wrong: [1, true],
  },
  nearlyAt: {
    initial: null,
    control: 'own',
    group: 'texts',
    scope: 'service',
    takes: [null, 1, 10],
    beyond: [0, 11],
    wrong: [1.5, '3'],
  },
  country: {
    initial: null,
    control: 'own',
    group: 'numbers',
    scope: 'location',
    takes: ['ID', 'XK'],
    // The owner can change the country, but cannot delete it.
    beyond: [null],
    wrong: ['', 'id', 'XX', 62],
  },
  textCountries: {
    initial: [],
    control: 'own',
    group: 'numbers',
    scope: 'location',
    takes: [[], ['MY'], tenCountries],
    beyond: [[...tenCountries, 'AS']],
    wrong: [null, 'MY', ['XX']],
  },
  hours: {
    initial: null,
    control: 'own',
    group: 'hours',
    scope: 'location',
    takes: [null, neverOpen, alwaysOpen, { ...neverOpen, friday: openings(6) }],
    wrong: [
      { ...neverOpen, friday: openings(7) },
      everyDay({ opens: '9:00', closes: '12:00' }),
      everyDay({ opens: '09:00', closes: '24:00' }),
      sixDays,
      { ...neverOpen, holiday: [] },
      'always',
    ],
  },
  timezone: {
    initial: 'UTC',
    control: 'own',
    group: 'hours',
    scope: 'location',
    takes: ['UTC', 'Asia/Jakarta'],
    // A stored zone can be read even if a later runtime does not know the zone.
    beyond: ['', 'Mars/Base', 'IST', '+07:00'],
    wrong: [null, 7],
  },
};

const cases = (of: (about: About) => readonly unknown[]) =>
  settingNames.flatMap((name) => of(about[name]).map((value) => ({ name, value })));

test.each(cases(({ takes }) => takes))('an owner may set $name to $value', ({ name, value }) => {
  expect(settingsChange.parse({ [name]: value })).toEqual({ [name]: value });
  expect(readSettings({ [name]: value })[name]).toEqual(value);
});

test.each(cases(({ beyond = [], wrong }) => [...beyond, ...wrong]))(
  'an owner may not set $name to $value',
  ({ name, value }) => {
    expect(settingsChange.safeParse({ [name]: value }).success).toBe(false);
    // A change with this value is refused even if its other settings are valid.
    expect(settingsChange.safeParse({ undo: true, paused: true, [name]: value }).success).toBe(false);
  },
);

test.each(cases(({ beyond = [] }) => beyond))('a row may hold $value as $name', ({ name, value }) => {
  expect(readSettings({ [name]: value })[name]).toEqual(value);
});

test.each(cases(({ wrong }) => wrong))(
  '$value is no $name: a row that holds it is read without it',
  ({ name, value }) => {
    expect(storedSettings.safeParse({ ...initialSettings(), [name]: value }).success).toBe(false);
    expect(readSettings({ [name]: value })[name]).toEqual(about[name].initial);
  },
);

test.each(settingNames)('%s has a default that a row may hold', (name) => {
  expect(initialSettings()[name]).toEqual(about[name].initial);
  expect(readSettings(initialSettings())[name]).toEqual(about[name].initial);
});

test.each(settingNames)('%s has its control in its section, with its limits', (name) => {
  const { control, group } = settings[name];
  expect({ control: control.kind, group }).toEqual({
    control: about[name].control,
    group: about[name].group,
  });
  const takes = (value: unknown) => settingsChange.safeParse({ [name]: value }).success;
  switch (control.kind) {
    case 'switch':
      expect([true, false].map(takes)).toEqual([true, true]);
      break;
    case 'choice':
      expect(about[name].takes).toEqual(control.options);
      break;
    case 'number':
    case 'minutes':
      expect([control.min - 1, control.min, control.max, control.max + 1].map(takes)).toEqual([
        false,
        true,
        true,
        false,
      ]);
      expect(takes(null)).toBe(control.kind === 'number');
      break;
    case 'own':
      expect(about[name].takes.every(takes)).toBe(true);
  }
});

test('an unknown name is refused, and so is a change of nothing', () => {
  const codeOf = (change: unknown) => settingsChange.safeParse(change).error?.issues[0]?.code;
  expect(codeOf({ colour: 'red' })).toBe('unrecognized_keys');
  expect(codeOf({ paused: true, colour: 'red' })).toBe('unrecognized_keys');
  expect(codeOf({})).toBe('custom');
  expect(settingsChange.safeParse(null).success).toBe(false);
  expect(settingsChange.parse({ paused: true, undo: false })).toEqual({ paused: true, undo: false });
});

test('an owner’s own words are cleaned; empty ones are removed', () => {
  expect(settingsChange.parse({ turnText: '  Come \n in ' })).toEqual({ turnText: 'Come in' });
  expect(settingsChange.parse({ turnText: '   ' })).toEqual({ turnText: null });
  const tooLong = settingsChange.safeParse({ turnText: 'x'.repeat(161) });
  expect(tooLong.error?.issues[0]?.message).toBe(
    'That is too long for one text with the link in it. Please use fewer words.',
  );
});

test('missing values of a row get their defaults, and unknown ones are dropped', () => {
  expect(readSettings({})).toEqual(initialSettings());
  expect(readSettings({ holdMs: 60_000, colour: 'red' })).toEqual({ ...initialSettings(), holdMs: 60_000 });
  expect(() => readSettings('nothing')).toThrow('invalid_type');
});

test('a name is known or not', () => {
  expect(settingNames.toSorted()).toEqual(Object.keys(about).toSorted());
  expect(settingNames.every(isSettingName)).toBe(true);
  expect(['colour', 'toString', ''].some(isSettingName)).toBe(false);
});

test('the owner’s page gets pause and time zone beside the settings', () => {
  const { paused: __, timezone: ___, ...rest } = initialSettings();
  expect(locationSettings.parse(initialSettings())).toEqual(rest);
});

test('each setting lies in its scope and in no other', () => {
  const { location, service } = splitSettings(initialSettings());
  const of = (scope: 'location' | 'service') =>
    Object.fromEntries(
      settingNames.flatMap((name) => (about[name].scope === scope ? [[name, about[name].initial]] : [])),
    );
  expect({ location, service }).toEqual({ location: of('location'), service: of('service') });
});

test('a change goes to the scope of each of its settings', () => {
  const { location, service } = splitSettings(initialSettings());
  const change = { paused: true, country: 'ID', nearlyAt: null } as const;
  expect(mergeSettings(location, change)).toEqual({ ...location, country: 'ID' });
  expect(mergeSettings(service, change)).toEqual({ ...service, paused: true });
});

test('an empty change keeps the values, and undefined counts as missing', () => {
  const { location, service } = splitSettings(initialSettings());
  expect(mergeSettings(location, {})).toBe(location);
  expect(mergeSettings(location, { paused: true })).toBe(location);
  expect(mergeSettings(service, { paused: undefined })).toBe(service);
  expect(mergeSettings(service, { paused: undefined, undo: true })).toEqual({ ...service, undo: true });
});

test('a row that an older release wrote is read whatever it holds', () => {
  const row = { country: 'XX', afterHold: 'gone', holdMs: 'long', capacity: 7 };
  expect(readSettings(row)).toEqual({ ...initialSettings(), capacity: 7 });
});
