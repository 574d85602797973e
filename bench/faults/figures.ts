/** What is said of a storm with a fault in it. */
import type { Life } from '../crash/killable-server.ts';
import type { Aftermath } from '../crash/storm.ts';
import type { Measure } from '../queue/measures.ts';

/** Examples printed of each kind of finding. */
const SHOWN = 3;

type Felt = {
  /** The times without trouble. */
  lives: Life[];
  /** How often the product met the trouble: what was refused to it, thrown away or put wrong. */
  troublesFelt: number;
  leastFelt: number;
  /** Where holds end by a clock that is not ours, when they ended is not held against it, only that they did. */
  wrongClock: boolean;
};

/** After a hold of a minute; the platform itself tries an alarm that was broken off again after two seconds. */
const HOLD_LATE_MS = 5_000;

export function figuresOf(
  fault: string,
  { ledger, findings, holds }: Aftermath,
  { lives, troublesFelt, leastFelt, wrongClock }: Felt,
): Measure[] {
  for (const [name, sentences] of Object.entries(findings)) {
    for (const sentence of sentences.slice(0, SHOWN)) console.log(`${name}: ${sentence}`);
  }
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
    // A run that did not do enough would find nothing wrong.
    count('answered_joins', joins.length, { is: '>=', than: 200 }),
    count('answered_admits', done('admit'), { is: '>=', than: 30 }),
    count('answered_leaves', done('leave'), { is: '>=', than: 30 }),
    count('answered_removes', done('remove'), { is: '>=', than: 10 }),
    count('joins_in_trouble', inTrouble.length),
    count('troubled_calls', ledger.unanswered + inTrouble.length, { is: '>=', than: 20 }),
    // A trouble that never came would not be survived.
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

function snakeCase(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
