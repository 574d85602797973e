/**
 * Type guards for the answers of our own server. A schema library is not used, because the library would make up a
 * tenth of the guest page's size. A guard has the type of the schema, so a field without a guard is a type error.
 */
export type Guard<Value> = (value: unknown) => value is Value;

export const isText: Guard<string> = (value) => typeof value === 'string';
export const isBoolean: Guard<boolean> = (value) => typeof value === 'boolean';
export const isTrue: Guard<true> = (value) => value === true;
export const isInteger: Guard<number> = (value): value is number => Number.isInteger(value);
/** A time in ISO 8601. */
export const isTime: Guard<string> = (value): value is string =>
  isText(value) && !Number.isNaN(Date.parse(value));

/* @__NO_SIDE_EFFECTS__ */
export function isOneOf<Word extends string>(words: readonly Word[]): Guard<Word> {
  return (value): value is Word => words.some((word) => word === value);
}

/* @__NO_SIDE_EFFECTS__ */
export function isListOf<Item>(isItem: Guard<Item>): Guard<Item[]> {
  return (value): value is Item[] => Array.isArray(value) && value.every(isItem);
}

/* @__NO_SIDE_EFFECTS__ */
export function optional<Value>(guard: Guard<Value>): Guard<Value | undefined> {
  return (value): value is Value | undefined => value === undefined || guard(value);
}

/** Accepts an object that has these fields. The object may have other fields too. */
/* @__NO_SIDE_EFFECTS__ */
export function matchesShape<Shape extends object>(fields: {
  [Key in keyof Shape]-?: Guard<Shape[Key]>;
}): Guard<Shape> {
  const guards: [string, Guard<unknown>][] = Object.entries(fields);
  return (value): value is Shape =>
    typeof value === 'object' &&
    value !== null &&
    guards.every(([name, guard]) => guard(Reflect.get(value, name)));
}
