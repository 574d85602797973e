/**
 * Declarations of a location's settings. Types, schemas, merging, defaults, test factories and the simple controls of
 * the settings page are derived from this table. `AGENTS.md` lists what a new setting needs.
 */
import * as z from 'zod/mini';
import { refusals } from '../copy/en/refusals.ts';
import { tooLongForOneText } from '../copy/en/texts.ts';
import { countries } from '../countries.ts';
import {
  CAPACITY_MAX,
  HOLD_MAX_MS,
  HOLD_MIN_MS,
  HOLD_MS,
  ALMOST_THERE_POSITION_MAX,
  TEXT_COUNTRIES_MAX,
} from '../limits.ts';
import { openingHours } from '../time/opening-hours.ts';
import { SEGMENT_SEPTETS } from '../text/segment.ts';
import { typedLine } from '../typing/typed-fields.ts';

/** A setting belongs either to the whole location, or to one service of the location with its own line. */
type Scope = 'location' | 'service';

/** The sections of the settings page, in order. */
export const settingGroupNames = ['joining', 'calling', 'texts', 'numbers', 'hours', 'team'] as const;
export type SettingGroup = (typeof settingGroupNames)[number];

/** The control of a setting. `own`: a control written for this setting only. */
export type SettingControl =
  | { kind: 'switch' }
  | { kind: 'choice'; options: readonly string[] }
  /** A whole number. Null (an empty field) means no number. */
  | { kind: 'number'; min: number; max: number }
  /** A duration in milliseconds, chosen in whole minutes. */
  | { kind: 'minutes'; min: number; max: number }
  | { kind: 'own' };

/**
 * One setting. `stored` parses the value in a database row or in an answer of the API. `change` parses a call that
 * changes the setting. Only `change` checks bounds, so that stored values stay valid if a release makes the bounds
 * narrower. `initial` is the value until the owner sets one.
 */
type Setting<Value, S extends Scope, G extends SettingGroup, C extends SettingControl> = {
  stored: z.ZodMiniType<Value>;
  change: z.ZodMiniType<Value>;
  initial: Value;
  scope: S;
  group: G;
  control: C;
};

type SettingSection<S extends Scope, G extends SettingGroup> = { scope: S; group: G };

function toggle<S extends Scope, G extends SettingGroup>(
  { scope, group }: SettingSection<S, G>,
  initial: boolean,
): Setting<boolean, S, G, { kind: 'switch' }> {
  return { stored: z.boolean(), change: z.boolean(), initial, scope, group, control: { kind: 'switch' } };
}

function choice<S extends Scope, G extends SettingGroup, const Option extends string>(
  { scope, group }: SettingSection<S, G>,
  options: readonly Option[],
  initial: NoInfer<Option>,
): Setting<Option, S, G, { kind: 'choice'; options: readonly Option[] }> {
  const schema = z.enum(options);
  return { stored: schema, change: schema, initial, scope, group, control: { kind: 'choice', options } };
}

function minutes<S extends Scope, G extends SettingGroup>(
  { scope, group }: SettingSection<S, G>,
  { min, max }: { min: number; max: number },
  initial: number,
): Setting<number, S, G, { kind: 'minutes'; min: number; max: number }> {
  const change = z.int().check(z.minimum(min), z.maximum(max));
  return { stored: z.int(), change, initial, scope, group, control: { kind: 'minutes', min, max } };
}

function optionalNumber<S extends Scope, G extends SettingGroup>(
  { scope, group }: SettingSection<S, G>,
  { min, max }: { min: number; max: number },
): Setting<number | null, S, G, { kind: 'number'; min: number; max: number }> {
  const change = z.nullable(z.int().check(z.minimum(min), z.maximum(max)));
  return {
    stored: z.nullable(z.int()),
    change,
    initial: null,
    scope,
    group,
    control: { kind: 'number', min, max },
  };
}

function own<Value, S extends Scope, G extends SettingGroup>(
  { scope, group }: SettingSection<S, G>,
  about: { stored: z.ZodMiniType<Value>; change?: z.ZodMiniType<Value>; initial: NoInfer<Value> },
): Setting<Value, S, G, { kind: 'own' }> {
  const { stored, change = stored, initial } = about;
  return { stored, change, initial, scope, group, control: { kind: 'own' } };
}

const country = z.enum(countries);

/** The owner's own turn text has at most this many characters, so that it fits into one segment. */
export const OWN_WORDS_MAX_LENGTH = SEGMENT_SEPTETS;

/**
 * The owner's own turn text. An empty text becomes null, and null means the standard wording. `ownWordsProblem` checks
 * whether the text, with name and link filled in, fits into one segment.
 */
const ownWords = z.pipe(
  typedLine(refusals.invalid_input.sentence, (words) =>
    words.length > OWN_WORDS_MAX_LENGTH ? tooLongForOneText : undefined,
  ),
  z.transform((words) => (words === '' ? null : words)),
);

/** All settings, in the order in which the API's answers and the settings page list them. */
export const settings = {
  /** Whether joining is paused. */
  paused: toggle({ scope: 'service', group: 'joining' }, false),
  /** The IANA name of the time zone for opening hours and daily figures. */
  timezone: own(
    { scope: 'location', group: 'hours' },
    { stored: z.string(), change: z.string().check(z.refine(isTimeZone)), initial: 'UTC' },
  ),
  /** Length of the hold in milliseconds. If the setting changes, holds that have begun keep their end. */
  holdMs: minutes({ scope: 'service', group: 'calling' }, { min: HOLD_MIN_MS, max: HOLD_MAX_MS }, HOLD_MS),
  /** The outcome that auto-resolve gives to an admitted party if staff recorded no outcome. */
  afterHold: choice({ scope: 'service', group: 'calling' }, ['served', 'no_show'], 'served'),
  /**
   * Whether staff can undo an admit for a few seconds. If this is true, the text about the guest's turn is sent only
   * after these seconds.
   */
  undo: toggle({ scope: 'service', group: 'calling' }, false),
  /** The most waiting parties; null: no limit. */
  capacity: optionalNumber({ scope: 'service', group: 'joining' }, { min: 1, max: CAPACITY_MAX }),
  /** When guests can join; null: always. */
  hours: own({ scope: 'location', group: 'hours' }, { stored: z.nullable(openingHours), initial: null }),
  /** The owner's own turn text, with the placeholders of `turn-text.ts`; null: the standard wording. */
  turnText: own(
    { scope: 'location', group: 'texts' },
    { stored: z.nullable(z.string()), change: z.nullable(ownWords), initial: null },
  ),
  /**
   * The position in line, counted from 1, at which a guest gets the "almost there" text. Null means that guests get no
   * such text.
   */
  nearlyAt: own(
    { scope: 'service', group: 'texts' },
    {
      stored: z.nullable(z.int()),
      change: z.nullable(z.int().check(z.minimum(1), z.maximum(ALMOST_THERE_POSITION_MAX))),
      initial: null,
    },
  ),
  /** The country for parsing numbers without a country code. Texts go to numbers of this country. Null: unknown. */
  country: own(
    { scope: 'location', group: 'numbers' },
    { stored: z.nullable(country), change: country, initial: null },
  ),
  /** Countries, besides `country`, whose numbers get texts. */
  textCountries: own(
    { scope: 'location', group: 'numbers' },
    {
      stored: z.array(country),
      change: z.array(country).check(z.maxLength(TEXT_COUNTRIES_MAX)),
      initial: [],
    },
  ),
  /** Whether the charts have figures of each member. Only the owner can change this setting (`ownersSettings`). */
  memberCharts: toggle({ scope: 'location', group: 'team' }, false),
};

type Table = typeof settings;
export type SettingName = keyof Table;
export type SettingWith<Kind extends SettingControl['kind']> = {
  [Name in SettingName]: Table[Name]['control']['kind'] extends Kind ? Name : never;
}[SettingName];
type NamesIn<S extends Scope> = {
  [Name in SettingName]: Table[Name]['scope'] extends S ? Name : never;
}[SettingName];
type ValuesOf<Name extends SettingName> = { [N in Name]: Table[N]['initial'] };

export type LocationScope = ValuesOf<NamesIn<'location'>>;
export type ServiceScope = ValuesOf<NamesIn<'service'>>;
export type AllSettings = ValuesOf<SettingName>;

/** `settings` of the API, where `paused` and `timezone` are separate fields. */
export type LocationSettings = z.infer<typeof locationSettings>;

export const settingNames = Object.keys(settings).filter(isSettingName);

/** The settings that only the owner can change. */
export const ownersSettings: readonly SettingName[] = ['memberCharts'];

export function isSettingName(name: string): name is SettingName {
  return Object.hasOwn(settings, name);
}

type Shape = { [Name in SettingName]: z.ZodMiniType<AllSettings[Name]> };

/** The table `settings` with one common type for all settings. */
const declared: {
  readonly [Name in SettingName]: {
    stored: Shape[Name];
    change: Shape[Name];
    initial: AllSettings[Name];
    scope: Scope;
  };
} = settings;

/**
 * All settings with their values. Unknown names are dropped. A row can lack settings, so rows are parsed by
 * `readSettings` and not by this schema.
 */
export const storedSettings = z.object(shapeOf('stored'));

/** The settings in answers of the API. `memberCharts` is absent if the setting is off. */
export const locationSettings = z.extend(
  z.omit(storedSettings, { paused: true, timezone: true, memberCharts: true }),
  { memberCharts: z.optional(z.boolean()) },
);

/** `PATCH /auth/locations/{id}`: the settings to change. An unknown name is refused. */
export const settingsChange = z
  .partial(z.strictObject(shapeOf('change')))
  .check(z.refine((change) => Object.keys(change).length > 0, refusals.invalid_input.sentence));
export type SettingsChange = z.infer<typeof settingsChange>;

export function initialSettings(): AllSettings {
  const values: Partial<AllSettings> = {};
  for (const name of settingNames) put(values, name, declared[name].initial);
  return complete(values);
}

/**
 * The settings of a row. A missing or invalid setting gets its initial value, so that rows of older releases stay
 * readable.
 */
export function readSettings(json: unknown): AllSettings {
  const row = z.record(z.string(), z.unknown()).parse(json);
  const values = initialSettings();
  for (const name of settingNames) {
    const read = declared[name].stored.safeParse(row[name]);
    if (read.success) put<AllSettings, SettingName>(values, name, read.data);
  }
  return values;
}

/**
 * Merges the settings of `change` that have the scope of `values`. If `change` has no such settings, the function
 * returns `values` itself.
 */
export function mergeSettings<Values extends LocationScope | ServiceScope>(
  values: Values,
  change: SettingsChange,
): Values {
  const named = Object.entries(change).filter(([name, value]) => value !== undefined && name in values);
  return named.length === 0 ? values : { ...values, ...Object.fromEntries(named) };
}

/** Splits all settings by scope. */
export function splitSettings(all: AllSettings): { location: LocationScope; service: ServiceScope } {
  const of = (scope: Scope) =>
    Object.fromEntries(
      settingNames.flatMap((name) => (declared[name].scope === scope ? [[name, all[name]]] : [])),
    );
  const [location, service] = [of('location'), of('service')];
  if (!hasAll(location, 'location') || !hasAll(service, 'service')) throw new Error('a setting is missing');
  return { location, service };
}

/** Joins the settings of a location with the settings of one of its services. */
export function joinSettings(location: LocationScope, service: ServiceScope): AllSettings {
  const all = { ...location, ...service };
  const values: Partial<AllSettings> = {};
  for (const name of settingNames) put(values, name, all[name]);
  return complete(values);
}

function hasAll<S extends Scope>(values: object, scope: S): values is ValuesOf<NamesIn<S>> {
  return settingNames.every((name) => declared[name].scope !== scope || name in values);
}

function shapeOf(part: 'stored' | 'change'): Shape {
  const shape: Partial<Shape> = {};
  for (const name of settingNames) put(shape, name, declared[name][part]);
  return complete(shape);
}

function put<Whole, Name extends keyof Whole>(parts: Partial<Whole>, name: Name, value: Whole[Name]): void {
  parts[name] = value;
}

/** Asserts that every setting is present. The compiler cannot check this, because callers fill the object in a loop. */
function complete<Whole extends object>(parts: Partial<Whole>): Whole {
  if (!isComplete(parts)) throw new Error('a setting is missing');
  return parts;
}

function isComplete<Whole extends object>(parts: Partial<Whole>): parts is Whole {
  return settingNames.every((name) => name in parts);
}

/**
 * Returns true if the name is UTC or the IANA time zone of a place, and this runtime knows the name. Offsets such as
 * '+07:00' are refused, because they have no clock changes. Abbreviations such as 'IST' are refused, because only Intl
 * knows them.
 */
export function isTimeZone(name: string): boolean {
  if (!/^(?:[A-Za-z_]+\/.+|UTC|GMT)$/i.test(name)) return false;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    // Intl throws a RangeError for an unknown name.
    return false;
  }
}
