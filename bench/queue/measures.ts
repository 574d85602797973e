/** A figure, its goal, and the line that says whether it was met. */

/** `value` in `unit`; a figure without a goal is there to be read. */
export type Measure = {
  name: string;
  value: number;
  unit: string;
  goal?: { is: '<' | '<=' | '>=' | '='; than: number };
};

/** What a figure that is not a number fails at, like one that is too large. */
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

/** `measure <name> <value> <unit> [goal <op><number> met|short]`. */
export function lineOf(measure: Measure): string {
  const { name, value, unit, goal } = measure;
  // Of what is small its first three digits: cents of a cent count, too.
  const shown = Number.isInteger(value)
    ? String(value)
    : Math.abs(value) < 1
      ? value.toPrecision(3)
      : value.toFixed(2);
  const judged = goal ? ` goal ${goal.is}${goal.than} ${isMet(measure) ? 'met' : 'short'}` : '';
  return `measure ${name} ${shown} ${unit}${judged}`;
}

/** The smallest value that at least `share` (0 to 1) of the values do not exceed; NaN of none. */
export function quantile(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? NaN;
}

/** Half of the values are not above it. */
export function median(values: number[]): number {
  return quantile(values, 0.5);
}
