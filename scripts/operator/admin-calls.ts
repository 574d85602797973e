/**
 * Calls of the admin API of a running product. The username is `ADMIN_USERNAME`, or 'admin'. The password is
 * `ADMIN_PASSWORD`, or typed. If the log-in needs a passkey, a code from `/admin` replaces the passkey. The code is
 * `ADMIN_CODE`, or typed.
 */
import { setTimeout as wait } from 'node:timers/promises';
import * as z from 'zod/mini';
import { awaitedSteps } from '../../src/shared/contracts/admin-passkeys.ts';
import { refusals } from '../../src/shared/copy/en/refusals.ts';
import { shutdownSignal } from '../local/shutdown-signals.ts';
import { askSilently, stop } from './terminal.ts';
import { OperatorRefusal, type Post } from './transfer.ts';

/**
 * The number of tries of a call. A failed call may have had its effect, but nearly all calls of the admin API can be
 * repeated without harm.
 */
const TRIES = 5;
/**
 * Calls without a retry. After a second restore, an undo would lead to the restored state, not to the state before the
 * first restore.
 */
const triedOnce: ReadonlySet<string> = new Set(['/admin/restore']);
const LOG_OUT_WITHIN_MS = 5_000;
const LOG_IN_WITHIN_MS = 30_000;

/** Error codes of connections that were never made, so that no request was sent. */
const neverConnected: ReadonlySet<unknown> = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ENETUNREACH',
  'EHOSTUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);

/** A call without an answer after all tries. `mayBeDone`: the server may have carried out the call. */
export class Unanswered extends Error {
  override name = 'Unanswered';
  readonly mayBeDone: boolean;

  constructor(reason: string, mayBeDone: boolean) {
    super(reason);
    this.mayBeDone = mayBeDone;
  }
}

/** A call without an answer because the command was stopped. */
export class ToldToEnd extends Unanswered {}

/** A refusal that every call gets, because the log-in has expired or the hourly limit is reached. */
export class TemporaryRefusal extends OperatorRefusal {}

/** The log-in's cookie, the stop signal and the pause of `posting`. */
type Around = { cookie: string; ended: AbortSignal; pause: (ms: number) => Promise<unknown> };

/**
 * Runs `work` with an admin log-in, and always logs out afterwards. A stop signal makes the current call fail. If
 * `work` fails, the command fails with the message that `sentenceOf` returns. The command also ends if the log-in
 * fails.
 */
export async function asAdmin(
  typed: string,
  work: (post: Post) => Promise<void>,
  sentenceOf: (error: unknown) => string,
): Promise<void> {
  const origin = originOf(typed);
  const credentials = await askWho(origin);
  const ended = shutdownSignal();
  const askCode = async (question: string) => process.env['ADMIN_CODE'] ?? askSilently(question);
  const cookie = await logIn(origin, credentials, askCode);
  // A stop signal ends the pause between tries.
  const pause = (ms: number) => wait(ms, null, { signal: ended }).catch(() => null);
  const failed = await work(posting(origin, { cookie, ended, pause })).then(
    () => null,
    (error: unknown) => sentenceOf(error),
  );
  await logOut(origin, cookie);
  if (failed !== null) stop(failed);
}

/**
 * Returns a message about a failed call. If the call had no effect, the message begins with the text in `nothing`.
 * Otherwise the message says that the call perhaps had an effect, and how to find out.
 */
export function outcome(error: unknown, nothing: string, howToFindOut: string): string {
  const reason = reasonOf(error);
  if (!mayBeDone(error)) return `${nothing}: ${reason}`;
  const how =
    error instanceof OperatorRefusal
      ? `it was refused when tried again (${reason})`
      : `no answer (${reason})`;
  return `Perhaps it was done, perhaps not: ${how}. ${howToFindOut}`;
}

/** Whether the server may have carried out the failed call. */
function mayBeDone(error: unknown): boolean {
  const unanswered = error instanceof OperatorRefusal ? (error.cause ?? null) : error;
  return unanswered instanceof Unanswered ? unanswered.mayBeDone : unanswered !== null;
}

/**
 * Returns a function that posts, and retries if there is no answer. The function throws `Unanswered` if no try is
 * answered (`ToldToEnd` after a stop signal), and `OperatorRefusal` if the server refuses. If the server may have
 * carried out an earlier try, the refusal's cause is an `Unanswered`.
 */
export function posting(origin: string, { cookie, ended, pause }: Around): Post {
  return async (path, body) => {
    const tries = triedOnce.has(path) ? 1 : TRIES;
    let lost: Unanswered | undefined;
    for (let n = 0; n < tries; n += 1) {
      if (n > 0) await pause(n * 1_000);
      if (ended.aborted) break;
      const said = await tryToPost(new URL(path, origin), body, cookie, ended);
      if (said.ok) return said.body;
      if (said.error instanceof OperatorRefusal) {
        if (lost?.mayBeDone) said.error.cause = lost;
        throw said.error;
      }
      lost = new Unanswered(said.error.message, said.error.mayBeDone || lost?.mayBeDone === true);
    }
    const { message, mayBeDone } = lost ?? new Unanswered(reasonOf(ended.reason), false);
    throw ended.aborted ? new ToldToEnd(message, mayBeDone) : new Unanswered(message, mayBeDone);
  };
}

async function tryToPost(
  url: URL,
  body: unknown,
  cookie: string,
  ended: AbortSignal,
): Promise<{ ok: true; body: unknown } | { ok: false; error: OperatorRefusal | Unanswered }> {
  try {
    const response = await send(url, body, cookie, ended);
    if (response.ok) return { ok: true, body: await response.json() };
    return { ok: false, error: refusalOf(response, await response.text()) };
  } catch (error) {
    return { ok: false, error: new Unanswered(reasonOf(error), wasSent(error)) };
  }
}

function refusalOf({ status, headers }: Response, sentence: string): OperatorRefusal | Unanswered {
  if (status === 429) {
    const minutes = Math.ceil(Number(headers.get('Retry-After')) / 60);
    return new TemporaryRefusal(`${sentence} (The server takes more in ${minutes} minutes.)`);
  }
  if (status === 401) return new TemporaryRefusal(sentence);
  // 501: the server does not support the call.
  if (status < 500 || status === 501) return new OperatorRefusal(sentence);
  return new Unanswered(sentence, sentence !== refusals.try_again.sentence);
}

function wasSent(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : null;
  return !(cause instanceof Error && 'code' in cause && neverConnected.has(cause.code));
}

/**
 * The message of an error. For "fetch failed", the message of the error's cause, because only that message contains the
 * reason.
 */
export function reasonOf(error: unknown): string {
  const cause = error instanceof TypeError && error.cause instanceof Error ? error.cause : error;
  return cause instanceof Error ? cause.message : String(cause);
}

async function askWho(origin: string): Promise<{ username: string; password: string }> {
  const username = process.env['ADMIN_USERNAME'] ?? 'admin';
  const password =
    process.env['ADMIN_PASSWORD'] ?? (await askSilently(`Password of ${username} at ${origin}: `));
  return { username, password };
}

/** The answer to a log-in that waits for a passkey. */
const waitingLogIn = z.object({ awaits: z.enum(awaitedSteps) });

/**
 * Logs in and returns the cookie. If the log-in waits for a passkey, the value of the returned cookie is the code that
 * `askCode` returns. A stop signal does not abort this call, because the command could not log out without the cookie.
 */
export async function logIn(
  origin: string,
  credentials: { username: string; password: string },
  askCode: (question: string) => Promise<string>,
): Promise<string> {
  const url = new URL('/admin/login', origin);
  const response = await send(url, credentials, '', AbortSignal.timeout(LOG_IN_WITHIN_MS)).catch(
    (error: unknown) => stop(`${origin} does not answer: ${reasonOf(error)}`),
  );
  if (!response.ok) stop(`${origin} refused the log-in: ${await response.text()}`);
  const [cookie = ''] = response.headers.getSetCookie().map((line) => line.split(';', 1)[0] ?? '');
  if (!waitingLogIn.safeParse(await response.json()).success) return cookie;
  const code = await askCode(`Code for a command, from ${origin}/admin: `);
  return `${cookie.split('=', 1)[0]}=${code.trim()}`;
}

async function logOut(origin: string, cookie: string): Promise<void> {
  try {
    const url = new URL('/admin/logout', origin);
    const response = await send(url, {}, cookie, AbortSignal.timeout(LOG_OUT_WITHIN_MS));
    if (!response.ok) throw new Error(await response.text());
  } catch (error) {
    console.error(
      `The log-in could not be ended (${reasonOf(error)}): it ends by itself, half an hour after its last use.`,
    );
  }
}

/**
 * The origin of the typed address. The origin must use https or be on this machine, because the password is sent there.
 */
function originOf(typed: string): string {
  const url = URL.parse(typed);
  const isHere = url !== null && ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname);
  if (url === null || !(url.protocol === 'https:' || (url.protocol === 'http:' && isHere))) {
    stop(`${typed} is no origin such as https://queue.example.com`);
  }
  return url.origin;
}

function send(url: URL, body: unknown, cookie: string, signal: AbortSignal): Promise<Response> {
  return fetch(url, {
    method: 'POST',
    redirect: 'error',
    headers: { 'Content-Type': 'application/json', Cookie: cookie },
    body: JSON.stringify(body),
    signal,
  });
}
