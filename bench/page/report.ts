/** Prints a measure beside its goal and says whether it is met. A figure that is none is short. */
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
