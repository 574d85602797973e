/** Measures of a run with a fault. */
import type { Life } from '../crash/killable-server.ts';
import type { Aftermath } from '../crash/storm.ts';
import { type Measure, snakeCase } from '../queue/measures.ts';

/** Number of printed examples for each kind of finding. */
const SHOWN = 3;

type Felt = {
  /** The periods without the fault. */
  lives: Life[];
  /** How often the fault affected the product: refused statements, discarded objects, or calls with a wrong time. */
  troublesFelt: number;
  leastFelt: number;
  /** True if the server's clock is wrong. Then holds must end, but the time of the end is not checked. */
  wrongClock: boolean;
};

/** Allowed delay of the end of a hold. The platform itself retries an interrupted alarm after two seconds. */
const HOLD_LATE_MS = 5_000;

export function figuresOf(
  fault: string,
  { ledger, findings, holds }: Aftermath,
  { lives, troublesFelt, leastFelt, wrongClock }: Felt,
): Measure[] {
  printFindings(findings);
  const done = (wanted: string) =>
    ledger.acts.filter(({ kind, answer }) => kind === wanted && answer === 'done').length;
  const joins = ledger.guests.flatMap(({ joins: [first] }) => (first === undefined ? [] : [first]));
  const inTrouble = joins.filter(({ customer }) => {
    const at = Date.parse(customer.joinedAt);
    return !lives.some(({ from, to }) => from <= at && at < to);
  });
  const count = (name: string, value: number, goal?: Measure['goal']): Measure => ({
    name: `${fault}_${name}`,
    value,
    unit: 'count',
    ...(goal && { goal }),
  });
  return [
    // A run with too little load would find no errors.
    count('answered_joins', joins.length, { is: '>=', than: 200 }),
    count('answered_admits', done('admit'), { is: '>=', than: 30 }),
    count('answered_leaves', done('leave'), { is: '>=', than: 30 }),
    count('answered_removes', done('remove'), { is: '>=', than: 10 }),
    count('joins_in_trouble', inTrouble.length),
    count('troubled_calls', ledger.unanswered + inTrouble.length, { is: '>=', than: 20 }),
    // Without enough faults, the run would test nothing.
    count('troubles_felt', troublesFelt, { is: '>=', than: leastFelt }),
    count('holds_ended', holds.whileUp + holds.whileDown - holds.neverNoted, { is: '>=', than: 10 }),
    count('holds_never_ended', holds.neverNoted, { is: '=', than: 0 }),
    {
      name: `${fault}_hold_late_max`,
      value: holds.latestMs,
      unit: 'ms',
      ...(!wrongClock && { goal: { is: '<', than: HOLD_LATE_MS } }),
    },
    ...Object.entries(findings).map(([name, sentences]) =>
      count(snakeCase(name), sentences.length, { is: '=', than: 0 }),
    ),
  ];
}

export function printFindings(findings: Record<string, string[]>): void {
  for (const [name, sentences] of Object.entries(findings)) {
    for (const sentence of sentences.slice(0, SHOWN)) console.log(`${name}: ${sentence}`);
  }
}
