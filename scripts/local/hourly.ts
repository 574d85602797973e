/** The platform's cron on one machine: the local runtime has the handler and never calls it by itself. */

const HOUR_MS = 3_600_000;

/** Runs the hourly sweeps of the server at `origin` now and every hour, until `stop`. One that fails comes again. */
export function runHourly(origin: string, stop: AbortSignal): void {
  const timer = setInterval(() => void sweep(origin, stop), HOUR_MS);
  // Watched, not waited for.
  timer.unref();
  stop.addEventListener('abort', () => clearInterval(timer));
  void sweep(origin, stop);
}

async function sweep(origin: string, stop: AbortSignal): Promise<void> {
  try {
    const answer = await fetch(new URL('/cdn-cgi/handler/scheduled', origin), { signal: stop });
    if (!answer.ok) console.error(`The hourly sweeps answered ${answer.status}.`);
  } catch (error) {
    if (!stop.aborted) console.error('The hourly sweeps could not be run:', error);
  }
}
