/**
 * Calls of the admin's room at a running product, on this machine or deployed. The name is that of `ADMIN_USERNAME`, 'admin'
 * without it; the password is asked for, or read from `ADMIN_PASSWORD`.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { askSilently, stop } from './terminal.ts';
import { Refused, type Post } from './transfer.ts';

/** A call that failed may have been done: all of these can be repeated. */
const TRIES = 5;

/** Logs in, and answers how to call. Stops where that fails. */
export async function logIn(typed: string): Promise<{ post: Post; logOut: () => Promise<void> }> {
  const origin = originOf(typed);
  const username = process.env['ADMIN_USERNAME'] ?? 'admin';
  const password =
    process.env['ADMIN_PASSWORD'] ?? (await askSilently(`Password of ${username} at ${origin}: `));
  const response = await send(new URL('/admin/login', origin), { username, password }, '').catch(
    (error: unknown) => stop(`${origin} does not answer: ${String(error)}`),
  );
  if (!response.ok) stop(`${origin} refused the log-in: ${await response.text()}`);
  const [cookie = ''] = response.headers.getSetCookie().map((line) => line.split(';', 1)[0] ?? '');
  return {
    post: (path, body) => posted(new URL(path, origin), body, cookie),
    logOut: async () => {
      await send(new URL('/admin/logout', origin), {}, cookie);
    },
  };
}

/** The password goes over https, or to this machine. */
function originOf(typed: string): string {
  const url = URL.parse(typed);
  const isHere = url !== null && ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname);
  if (url === null || !(url.protocol === 'https:' || (url.protocol === 'http:' && isHere))) {
    stop(`${typed} is no origin such as https://queue.example.com`);
  }
  return url.origin;
}

async function posted(url: URL, body: unknown, cookie: string): Promise<unknown> {
  for (let tries = 1; ; tries += 1) {
    try {
      const response = await send(url, body, cookie);
      if (response.ok) return await response.json();
      const sentence = await response.text();
      if (response.status < 500 || response.status === 501) throw new Refused(sentence);
      if (tries === TRIES) throw new Error(sentence);
    } catch (error) {
      if (error instanceof Refused || tries === TRIES) throw error;
    }
    await wait(tries * 1_000);
  }
}

function send(url: URL, body: unknown, cookie: string): Promise<Response> {
  return fetch(url, {
    method: 'POST',
    redirect: 'error',
    headers: { 'Content-Type': 'application/json', Cookie: cookie },
    body: JSON.stringify(body),
  });
}
