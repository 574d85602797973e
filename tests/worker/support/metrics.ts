/** A stand-in for Analytics Engine, which takes nothing on one machine: it keeps what it is given. */
import { env } from 'cloudflare:workers';
import { onTestFinished } from 'vitest';

/** One point as `docs/operations.md` lays it out: event, detail and location; how many, and how many milliseconds. */
export type Point = [event: string, detail: string, locationId: string, number: number, ms: number];

/** Binds a dataset until the end of the test; answers the points that it was given since the last look. */
export function useMetrics(): () => Point[] {
  let points: Point[] = [];
  bind((point) => {
    const { indexes: [index] = [], blobs = [], doubles = [] } = point ?? {};
    const [event, detail, locationId, ...otherBlobs] = blobs.map(String);
    const [number = NaN, ms = NaN, ...otherDoubles] = doubles;
    if (index !== event || otherBlobs.length > 0 || otherDoubles.length > 0)
      throw new Error('another layout');
    points.push([event ?? '', detail ?? '', locationId ?? '', number, ms]);
  });
  return () => {
    const before = points;
    points = [];
    return before;
  };
}

/** Binds a dataset that takes points so, until the end of the test. */
export function bind(writeDataPoint: AnalyticsEngineDataset['writeDataPoint']): void {
  Object.assign(env, { METRICS: { writeDataPoint } });
  onTestFinished(() => void Reflect.deleteProperty(env, 'METRICS'));
}
