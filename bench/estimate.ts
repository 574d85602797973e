/**
 * `npm run bench:estimate`: compares the learned wait with the spec's `ahead x 5`, on simulated days of five kinds of
 * business (`estimate/businesses.ts`). Scores count every admitted guest from the second day on, with both estimates.
 * Exits with 1 if a goal is missed.
 */
import { businesses } from './estimate/businesses.ts';
import { simulateDays } from './estimate/days.ts';
import { replay, type Outcome } from './estimate/replay.ts';

const DAYS = 28;
const SEEDS = 20;
/** The largest allowed ratio of learned error to fixed error. */
const RATIO_GOALS: Record<string, number> = { cafe: 0.6, barber: 0.6 };
const RATIO_GOAL = 0.9;
const COVERAGE_GOALS_PERCENT = { least: 75, most: 90 };

console.log(`${SEEDS} businesses of each kind, ${DAYS} business days each; errors are means in minutes`);
console.log('kind        guests  fixed  learned  ratio  in range  (nobody ahead / somebody ahead)');
const met = businesses.map((business) => {
  const outcomes: Outcome[] = [];
  for (let seed = 1; seed <= SEEDS; seed += 1)
    outcomes.push(...replay(simulateDays(business, DAYS, seed)).filter(({ day }) => day >= 2));
  return score(business.kind, outcomes);
});
process.exitCode = met.every(Boolean) ? 0 : 1;

/** Prints a kind's figures and measures. True if every goal is met. */
function score(kind: string, outcomes: Outcome[]): boolean {
  const fixed = mean(outcomes.map(({ fixedError }) => fixedError));
  const learned = mean(outcomes.map(({ learnedError }) => learnedError));
  const ratio = learned / fixed;
  const coverage = percentInRange(outcomes);
  const atOnce = percentInRange(outcomes.filter(({ ahead }) => ahead === 0));
  const behind = percentInRange(outcomes.filter(({ ahead }) => ahead > 0));
  const figures = [outcomes.length, fixed.toFixed(2), learned.toFixed(2), ratio.toFixed(3)].join('  ');
  console.log(
    `${kind.padEnd(10)}  ${figures}  ${coverage.toFixed(1)} %  (${atOnce.toFixed(1)} / ${behind.toFixed(1)})`,
  );
  const { least, most } = COVERAGE_GOALS_PERCENT;
  const goal = RATIO_GOALS[kind] ?? RATIO_GOAL;
  return [
    measure(
      `estimate_${kind}_mae_ratio`,
      `${ratio.toFixed(3)} ratio goal <=${goal.toFixed(2)}`,
      ratio <= goal,
    ),
    measure(`estimate_${kind}_coverage`, `${coverage.toFixed(1)} % goal >=${least}`, coverage >= least),
    measure(`estimate_${kind}_coverage`, `${coverage.toFixed(1)} % goal <=${most}`, coverage <= most),
  ].every(Boolean);
}

function measure(name: string, figure: string, met: boolean): boolean {
  console.log(`measure ${name} ${figure} ${met ? 'met' : 'short'}`);
  return met;
}

function mean(values: number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function percentInRange(outcomes: Outcome[]): number {
  return mean(outcomes.map(({ inRange }) => (inRange ? 100 : 0)));
}
