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
/** The part of a gap's weight that remains after one more admit. After 60 admits, half of the weight remains. */
export const KEPT = 0.5 ** (1 / 60);
export const KEPT_LEAVING = 0.5 ** (1 / 200);

/** A learned pace: ten minutes between two admits, two minutes for the first guest, and nobody leaves. */
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

/** A pace whose last admit was at NOW. Since this admit, `waiting` parties have been in line. */
export function busyPace(waiting: number, about: Partial<PaceModel> = {}): PaceModel {
  return aPace({ waiting, lineSince: NOW, busySince: NOW, admittedFromMore: true, ...about });
}

/** The pace after several admits. `gapsMs`: the time before each admit. The length of the line does not change. */
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
