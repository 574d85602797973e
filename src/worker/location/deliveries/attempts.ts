/** Shared code of delivery attempts: clock, timeout and log entry. */
import { NoAnswer, type Clock } from '../../deliveries/engine.ts';
import { log, reasonOf } from '../../platform/log.ts';
import { withTimeout } from '../../platform/with-timeout.ts';
import type { DeliveryKind } from '../store/delivery-rows.ts';

const ATTEMPT_MS = 10_000;

export const clock: Clock = { now: () => Date.now(), random: () => Math.random() };

/** Rejects with `NoAnswer` if the call takes longer than `ATTEMPT_MS`. */
export function timed<T>(call: Promise<T>): Promise<T> {
  return withTimeout(call, ATTEMPT_MS, () => new NoAnswer('no answer in time'));
}

export function logFailure(
  locationId: string,
  { kind, attempts }: { kind: DeliveryKind; attempts: number },
  reason: unknown,
): void {
  log({
    event: 'delivery_failed',
    locationId,
    kind,
    attempts,
    reason: typeof reason === 'string' ? reason : reasonOf(reason),
  });
}
