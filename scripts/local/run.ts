/** The part that `npm start` and `npm run dev` share: everything except the kind of server. */
import { ensureBuilt } from './build.ts';
import { sendTo, type Send } from '../demo/calls.ts';
import { demoOwner } from '../demo/demo-business.ts';
import { DemoLife } from '../demo/life.ts';
import { readDemoMark, writeDemoMark } from '../demo/mark.ts';
import { mayDemoLive, mayHaveDemo } from '../demo/permission.ts';
import { randomOf } from '../demo/random.ts';
import { makeDemoFile, seedDemo } from '../demo/seed.ts';
import { migrate } from './migrate.ts';
import { olderStateProblem } from './older-state.ts';
import { claimState } from './state-lock.ts';
import { withPushKeys } from './push-keys.ts';
import { withSealingKey } from './sealing-key.ts';
import { portProblem, startServer, type Server } from './server.ts';
import { readSettings, type Settings } from './settings.ts';

/** Runs the product until a stop signal. Resolves with the exit code. */
export async function runLocally(mode: 'built' | 'dev'): Promise<number> {
  const read = await readSettings(process.env);
  if (!read.ok) return refuse(...read.problems);
  const { settings } = read;

  const claimed = await claimState(settings.stateDir);
  if (!claimed.ok) return refuse(claimed.problem);
  const stop = stopSignal();
  try {
    const older = olderStateProblem(settings.stateDir);
    if (older !== null) return refuse(older);
    return await serve(mode, withSealingKey(withPushKeys(settings)), stop);
  } finally {
    claimed.claim.release();
  }
}

async function serve(mode: 'built' | 'dev', settings: Settings, stop: AbortSignal): Promise<number> {
  const problem = await portProblem(settings);
  if (problem !== null) return refuse(problem);

  const marked = readDemoMark(settings.stateDir, mayHaveDemo(settings));
  if (!marked.ok) return refuse(marked.problem);
  // A start seeds the demo business, by calls of the product's API, if two conditions are true: `marked.mark` says that
  // the business is wanted, and maintenance mode is off.
  const isOpen = settings.vars.MAINTENANCE === 'off';
  const isSeeded = marked.mark === 'wanted' && isOpen;
  if (mode === 'built' && !ensureBuilt()) return 1;
  if (stop.aborted) return 0;
  if (!migrate(settings.stateDir)) return 1;
  if (stop.aborted) return 0;

  const started = startServer(mode, settings);
  // The lines of the demo business's file are made while the server starts.
  const demoFile = isSeeded ? makeDemoFile(Date.now()) : [];
  const server = await started;
  if (server === null) return 1;
  const origin = `http://${settings.host === '127.0.0.1' ? 'localhost' : addressOf(settings.host)}:${settings.port}`;
  const send = sendTo(origin, stop);
  const life = new DemoLife(send, randomOf(Date.now(), 'life'));
  const end = async () => {
    // If the log-out fails, the session ends by itself after some time.
    await life.end().catch(() => {});
    server.stop();
  };
  stop.addEventListener('abort', () => void end());
  if (stop.aborted) void end();

  if (isSeeded && !(await seeded(send, demoFile, settings, server, stop))) return stop.aborted ? 0 : 1;
  const hasDemo = marked.mark === 'done' || isSeeded;
  const isAlive = hasDemo && isOpen && mayDemoLive(settings);
  if (!stop.aborted) runHourly(origin, stop);
  if (!stop.aborted) announce(settings.vars.APP_ORIGIN, { hasDemo, isAlive });
  if (isAlive) void life.run(stop);
  const code = await server.ended;
  if (stop.aborted) return 0;
  console.error('The server ended by itself. Start it again; the state is kept.');
  return code || 1;
}

async function seeded(
  send: Send,
  demoFile: string[],
  settings: Settings,
  server: Server,
  stop: AbortSignal,
): Promise<boolean> {
  try {
    await seedDemo(send, demoFile, { pays: settings.vars.PAYMENT_PROVIDER === 'local' });
    writeDemoMark(settings.stateDir, 'done');
    return true;
  } catch (error) {
    if (!stop.aborted) console.error('The demo business could not be made:', error);
    server.stop();
    await server.ended;
    return false;
  }
}

function announce(origin: string, { hasDemo, isAlive }: { hasDemo: boolean; isAlive: boolean }): void {
  const logIn = hasDemo ? `\n  Demo log-in      ${demoOwner.username}  /  ${demoOwner.password}` : '';
  const life = isAlive
    ? `\nIn the demo guests come and go by themselves; they wait while its owner acts, and for two minutes after that.\n`
    : '';
  console.log(`
Holdline is running. Press Ctrl-C to stop; the state is kept.

  Home             ${origin}/
  Owner's pages    ${origin}/business/dashboard
  Texts and mails  ${origin}/dev/outbox
  Guests join at   ${origin}/queue${hasDemo ? `/${demoOwner.username}` : ''}${logIn}
${life}`);
}

/** Aborts on stop signals, and when the parent process has ended. */
function stopSignal(): AbortSignal {
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stop.abort());
  process.on('disconnect', () => stop.abort());
  // The channel must not keep this process alive.
  process.channel?.unref();
  return stop.signal;
}

/** The host in a URL. IPv6 addresses get brackets. If the server listens on all addresses, returns `localhost`. */
function addressOf(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
}

function refuse(...problems: string[]): number {
  for (const problem of problems) console.error(problem);
  return 1;
}

const HOUR_MS = 3_600_000;

/**
 * Runs the hourly sweeps of the server at `origin` now and every hour, until `stop` is aborted. The local runtime never
 * calls the cron's handler by itself. After a failure, the sweeps run again in the next hour.
 */
function runHourly(origin: string, stop: AbortSignal): void {
  const timer = setInterval(() => void sweep(origin, stop), HOUR_MS);
  // The timer must not keep this process alive.
  timer.unref();
  stop.addEventListener('abort', () => clearInterval(timer));
  void sweep(origin, stop);
}

async function sweep(origin: string, stop: AbortSignal): Promise<void> {
  try {
    const answer = await fetch(new URL('/cdn-cgi/local/scheduled', origin), { signal: stop });
    if (!answer.ok) console.error(`The hourly sweeps answered ${answer.status}.`);
  } catch (error) {
    if (!stop.aborted) console.error('The hourly sweeps could not be run:', error);
  }
}
