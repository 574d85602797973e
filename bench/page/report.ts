/** Prints a measure with its goal. Returns true if the goal is met. NaN misses every goal. */
export function report(
  name: string,
  value: number,
  unit: string,
  operator: '<' | '<=' | '>=',
  goal: number,
  digits = 0,
): boolean {
  const isMet = operator === '<' ? value < goal : operator === '<=' ? value <= goal : value >= goal;
  console.log(
    `measure ${name} ${value.toFixed(digits)} ${unit} goal ${operator}${goal} ${isMet ? 'met' : 'short'}`,
  );
  return isMet;
}
