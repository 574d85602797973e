/** Measures of a played evening. */
import { median, quantile, type Measure } from '../queue/measures.ts';
import type { Written } from '../queue/runtime.ts';
import type { Log } from './log.ts';
import type { Look } from './watch-runtime.ts';

export type Figures = {
  log: Log;
  /**
   * Samples of the runtime's process, from the time when the lines are full until all actions of the evening have
   * ended.
   */
  looks: Look[];
  /** Number of texts and history rows that are still pending at the end. */
  pending: number;
  written: Written;
  /** The goals. A time without a goal is only printed. */
  goals: { joinP99Ms?: number; turnP99Ms?: number; holdLateMs: number };
  planned: Planned;
};

/** Expected number of joins, and expected number of guests whose page is open at the same time. */
type Planned = { joins: number; pages: number };

/** The run must reach at least these shares of the planned load. With too little load, a run would find no errors. */
const DONE = { joins: 0.8, pages: 0.9, texts: 0.15, holdsOver: 0.02 };

type Goal = NonNullable<Measure['goal']>;

const ERRORS_SHOWN = 5;

export function figuresOf({ log, looks, pending, written, goals, planned }: Figures): Measure[] {
  for (const error of log.errors.slice(0, ERRORS_SHOWN)) console.log(error);
  const quantiles = (name: string, ms: number[], p99: { goal?: Goal } = {}): Measure[] => [
    { name: `${name}_p50`, value: median(ms), unit: 'ms' },
    { name: `${name}_p99`, value: quantile(ms, 0.99), unit: 'ms', ...p99 },
  ];
  const count = (name: string, value: number): Measure => ({ name, value, unit: 'count' });
  const none = (name: string, value: number): Measure => ({
    ...count(name, value),
    goal: { is: '=', than: 0 },
  });
  const least = (name: string, value: number, than: number, unit = 'count'): Measure => ({
    name,
    value,
    unit,
    goal: { is: '>=', than: Math.floor(than) },
  });
  return [
    least('joins', log.joinMs.length, planned.joins * DONE.joins),
    count('admits', log.admitMs.length),
    count('left', log.left),
    count('arrived', log.arrived),
    least('holds_over', log.holdsOver, planned.joins * DONE.holdsOver),
    least('texts', log.texts, planned.joins * DONE.texts),
    least(
      'guests_pages_open',
      median(looks.map(({ guests }) => guests)),
      planned.pages * DONE.pages,
      'pages',
    ),
    none('errors', log.errors.length),
    none('pending_at_the_end', pending),
    none('texts_missing', log.texts - written.texts),
    none('history_missing', log.admitMs.length + log.left - written.history),
    ...quantiles('floor', log.floorMs),
    ...quantiles('join', log.joinMs, most(goals.joinP99Ms)),
    { name: 'join_p50_to_floor', value: median(log.joinMs) / median(log.floorMs), unit: 'x' },
    ...quantiles('admit', log.admitMs),
    ...quantiles('admit_to_page', log.turnMs, most(goals.turnP99Ms)),
    none('holds_early', log.holdLateMs.filter((ms) => ms < 0).length),
    { name: 'hold_late_max', value: quantile(log.holdLateMs, 1), unit: 'ms', ...most(goals.holdLateMs) },
    {
      name: 'open_files_at_most',
      value: quantile(
        looks.map(({ openFiles }) => openFiles),
        1,
      ),
      unit: 'count',
    },
  ];
}

/**
 * Compares the resident memory of an early part (10 to 25 % of the time) and the late part (85 to 100 %). The first
 * tenth of the run is ignored, because the memory that the start needs is not growth. `mostGrowth`: the largest allowed
 * ratio of the late memory to the early memory.
 */
export function memoryOf(looks: Look[], mostGrowth: number): Measure[] {
  const endMs = looks.at(-1)?.afterMs ?? NaN;
  const between = (from: number, to: number) =>
    median(
      looks
        .filter(({ afterMs }) => afterMs >= from * endMs && afterMs <= to * endMs)
        .map(({ residentMb }) => residentMb),
    );
  const early = between(0.1, 0.25);
  const late = between(0.85, 1);
  return [
    { name: 'memory_early', value: early, unit: 'MB' },
    { name: 'memory_late', value: late, unit: 'MB' },
    { name: 'memory_growth', value: late / early, unit: 'x', goal: { is: '<', than: mostGrowth } },
  ];
}

function most(than: number | undefined): { goal?: Goal } {
  return than === undefined ? {} : { goal: { is: '<', than } };
}
