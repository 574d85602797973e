/**
 * Keeps two values for the lines of the log: the id of the current request, alarm or sweep, and the sender of the
 * request. `AsyncLocalStorage` passes id and sender, so that `log` needs no argument.
 */
import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * The id of a request, of an alarm of a location (also for the deliveries that the alarm starts), or of a run of the
 * sweeps.
 */
type LogId = { requestId: string } | { alarmId: string } | { cronId: string };

/** `sender`: returns the keyed hash of the request's sender; null if there is no sender, or the sender is unknown. */
type LogContext = { id: LogId; sender: () => string | null };

const contexts = new AsyncLocalStorage<LogContext>();

/** Format of the platform's request id, by which the platform's dashboards find a request. */
const ray = /^[\da-f]{16}(-[A-Z]{3})?$/;

/** Runs `run`, and all work that `run` starts, in this context. */
export function runInLogContext<T>(id: LogId, run: () => T, sender: LogContext['sender'] = () => null): T {
  return contexts.run({ id, sender }, run);
}

/** The current context; undefined outside of a context, for example in tests. */
export function currentLogContext(): LogContext | undefined {
  return contexts.getStore();
}

/** The platform's id of this request; a new id on a developer's machine. */
export function requestIdOf({ headers }: Request): string {
  const given = headers.get('CF-Ray') ?? '';
  return ray.test(given) ? given : newTraceId();
}

/** 16 random hexadecimal digits. */
export function newTraceId(): string {
  const uuid = crypto.randomUUID();
  return uuid.slice(0, 8) + uuid.slice(9, 13) + uuid.slice(-4);
}
