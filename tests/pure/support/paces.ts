/** Paces and promises for tests of the estimate. */
import {
  recordAdmission,
  unknownPace,
  type PaceModel,
  type WaitEstimate,
  type WaitPromise,
} from '../../../src/shared/queue/rules/estimate/estimate.ts';
import { NOW } from './factories.ts';

const MINUTE_MS = 60_000;
export const minutes = (count: number) => count * MINUTE_MS;
/** Decay of a gap's weight by one more admit: half after 60. */
export const KEPT = 0.5 ** (1 / 60);
export const KEPT_LEAVING = 0.5 ** (1 / 200);

/** A learned pace: a gap of ten minutes, two minutes for the first guest of an empty line, and no departures. */
export function aPace(about: Partial<PaceModel> = {}): PaceModel {
  return {
    ...unknownPace,
    admits: 20,
    gap: { sum: minutes(100), weight: 10 },
    first: { sum: minutes(20), weight: 10 },
    ...about,
  };
}

export function aPromise(about: Partial<WaitPromise> = {}): WaitPromise {
  return { minutes: 10, low: 5, high: 20, method: 'learned', learnedMs: minutes(10), ...about };
}

/** The pace of a line of this length from NOW on, with the last admit at NOW. */
export function busyPace(waiting: number, about: Partial<PaceModel> = {}): PaceModel {
  return aPace({ waiting, lineSince: NOW, busySince: NOW, admittedFromMore: true, ...about });
}

/** The pace after an admit after each of these gaps, in a line of constant length. */
export function admitAfter(pace: PaceModel, gapsMs: number[]): PaceModel {
  let at = NOW;
  return gapsMs.reduce((pace, gapMs) => recordAdmission(pace, null, (at += gapMs)), pace);
}

export const learned = (minutes: number, low: number, high: number): WaitEstimate => ({
  minutes,
  low,
  high,
  method: 'learned',
});
