/** A fake Analytics Engine, because the local Analytics Engine drops the data points. */
import { env } from 'cloudflare:workers';
import { onTestFinished } from 'vitest';

/** A data point as in `docs/operations.md`: event, detail, location, number, milliseconds. */
export type Point = [event: string, detail: string, locationId: string, number: number, ms: number];

/** Binds a dataset until the end of the test. The returned function gives the points since its last call. */
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

/** Binds a dataset with this `writeDataPoint` until the end of the test. */
export function bind(writeDataPoint: AnalyticsEngineDataset['writeDataPoint']): void {
  Object.assign(env, { METRICS: { writeDataPoint } });
  onTestFinished(() => void Reflect.deleteProperty(env, 'METRICS'));
}
