/**
 * Which piece of work a line of the log belongs to. It is kept beside the calls, not handed through them: whoever logs need
 * not know who asked.
 */
import { AsyncLocalStorage } from 'node:async_hooks';

/** A request, one ring of a location's alarm with the deliveries that it starts, or one run of the sweeps. */
export type LogContext = { requestId: string } | { alarmId: string } | { cronId: string };

const contexts = new AsyncLocalStorage<LogContext>();

/** As the platform names a request: its dashboards find it by this. */
const ray = /^[\da-f]{16}(-[A-Z]{3})?$/;

/** Does `run`, and all that it begins, in this context. */
export function runInLogContext<T>(context: LogContext, run: () => T): T {
  return contexts.run(context, run);
}

/** Undefined where nobody said, as in tests of a part. */
export function currentLogContext(): LogContext | undefined {
  return contexts.getStore();
}

/** The platform's own name for this request; on one machine, where it has none, a new one. */
export function requestIdOf({ headers }: Request): string {
  const given = headers.get('CF-Ray') ?? '';
  return ray.test(given) ? given : newTraceId();
}

/** 16 hexadecimal digits of chance. */
export function newTraceId(): string {
  return crypto.randomUUID().replaceAll('-', '').slice(0, 16);
}
