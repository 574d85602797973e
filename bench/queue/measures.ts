/** The type of a measure with its goal, and the text line that is printed for a measure. */

/** `unit` is the unit of `value`. A measure without a goal is only printed. */
export type Measure = {
  name: string;
  value: number;
  unit: string;
  goal?: { is: '<' | '<=' | '>=' | '='; than: number };
};

/** Returns true if the goal is met or if there is no goal. NaN misses every goal. */
export function isMet({ value, goal }: Measure): boolean {
  switch (goal?.is) {
    case undefined:
      return true;
    case '<':
      return value < goal.than;
    case '<=':
      return value <= goal.than;
    case '>=':
      return value >= goal.than;
    case '=':
      return value === goal.than;
  }
}

/** Returns the line `measure <name> <value> <unit> [goal <op><number> met|short]`. */
export function lineOf(measure: Measure): string {
  const { name, value, unit, goal } = measure;
  // Small values are printed with three significant digits.
  const shown = Number.isInteger(value)
    ? String(value)
    : Math.abs(value) < 1
      ? value.toPrecision(3)
      : value.toFixed(2);
  const judged = goal ? ` goal ${goal.is}${goal.than} ${isMet(measure) ? 'met' : 'short'}` : '';
  return `measure ${name} ${shown} ${unit}${judged}`;
}

/**
 * Returns the quantile at `share` (0 to 1) by the nearest rank, so the result is always one of the values. If there are
 * no values, returns NaN.
 */
export function quantile(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? NaN;
}

/** The median. For an even number of values, the median is the lower of the two middle values. */
export function median(values: number[]): number {
  return quantile(values, 0.5);
}

/** Makes the name of a measure from the name of a field. */
export function snakeCase(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
