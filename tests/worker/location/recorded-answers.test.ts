/**
 * Regression: each answer must be the recorded answer, with the same status, headers and body. The clock moves only as
 * recorded. The recording is older than the queue's core (commit 92a867e), and is changed only together with an
 * intended change of a call.
 */
import { expect, test, vi } from 'vitest';
import { env, exports } from 'cloudflare:workers';
import * as z from 'zod/mini';
import recorded from '../../data/recorded-answers.json';
import { delivered } from '../support/deliveries.ts';
import { origin } from '../support/factories.ts';

/** This time is far in the future, so no alarm runs by itself. */
const START = Date.UTC(2090, 5, 2, 5);

/** The headers on which callers rely. */
const headerNames = ['Allow', 'Cache-Control', 'Content-Type', 'ETag', 'Location', 'Retry-After', 'Vary'];

/**
 * `body`: JSON with its keys in order, or text. The body of a page is missing, because the text of a page is not a part
 * of the API.
 */
const answer = z.object({
  status: z.int(),
  headers: z.record(z.string(), z.string()),
  body: z.optional(z.unknown()),
});
type Answer = z.infer<typeof answer>;

const request = z.object({
  /** The topic of the next requests. */
  about: z.optional(z.string()),
  /** The method and the path. */
  request: z.string(),
  cookie: z.optional(z.string()),
  headers: z.optional(z.record(z.string(), z.string())),
  /** The body, which is sent as JSON, or unchanged if it is a string. */
  body: z.optional(z.unknown()),
  form: z.optional(z.record(z.string(), z.string())),
  answer,
});

const steps = z.array(
  z.union([
    request,
    /** SQL statements that prepare the database. */
    z.object({ sql: z.string() }),
    z.object({ afterMs: z.int(), ring: z.array(z.string()) }),
  ]),
);

/** Values that differ in each run: tokens, ids, sessions and ETags. */
const chance =
  /(?<token>[0-9a-f]{64}\.[\w-]{43})|(?<location>[0-9a-f]{64})|(?<etag>[0-9a-f]{40})|(?<id>[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})|(?<=holdline_(?:session|admin)=)(?<session>[\w-]{20,})/g;

/** Replaces random values with names. `<token-2>` is the second token in the answers. */
class Names {
  readonly #names = new Map<string, string>();
  readonly #values = new Map<string, string>();

  /** Replaces the random values in a text with names. */
  given(text: string): string {
    return text.replaceAll(chance, (value: string, ...matched: unknown[]) => {
      const groups: unknown = matched.at(-1);
      const [kind = ''] = Object.entries(groups ?? {}).find(([, found]) => found !== undefined) ?? [];
      const known = this.#names.get(value);
      if (known !== undefined || value === '0'.repeat(64)) return known ?? value;
      const nth = [...this.#values.keys()].filter((name) => name.startsWith(`<${kind}-`)).length + 1;
      const name = `<${kind}-${nth}>`;
      this.#names.set(value, name);
      this.#values.set(name, value);
      return name;
    });
  }

  /** Replaces the names in a text with the random values. */
  meant(text: string): string {
    return text.replaceAll(/<[a-z]+-\d+>/g, (name) => this.#values.get(name) ?? name);
  }
}

const names = new Names();

function ask({ request: line, cookie, headers, body, form }: z.infer<typeof request>): Promise<Response> {
  const [method = '', path = ''] = line.split(' ');
  return exports.default.fetch(origin + names.meant(path), {
    method,
    redirect: 'manual',
    headers: {
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
      ...(cookie !== undefined && { Cookie: names.meant(cookie) }),
      ...Object.fromEntries(all(headers)),
    },
    ...(body !== undefined && { body: names.meant(typeof body === 'string' ? body : JSON.stringify(body)) }),
    ...(form !== undefined && { body: new URLSearchParams(all(form)) }),
  });
}

function all(fields: Record<string, string> = {}): string[][] {
  return Object.entries(fields).map(([name, value]) => [name, names.meant(value)]);
}

/** The part of an answer that is recorded. */
async function answerOf(response: Response): Promise<Answer> {
  const headers: Record<string, string> = {};
  for (const name of headerNames) {
    const value = response.headers.get(name);
    if (value !== null) headers[name] = names.given(value);
  }
  // The signed cookies of a known device and of a staff pass differ in each run.
  const isStable = (cookie: string) => !/^holdline_(device_|pass=.)/.test(cookie);
  const cookies = response.headers.getSetCookie().filter(isStable);
  if (cookies.length > 0) headers['Set-Cookie'] = names.given(cookies.join('\n'));
  const type = response.headers.get('Content-Type') ?? '';
  const text = names.given(await response.text());
  const { status } = response;
  if (text === '' || type.startsWith('text/html')) return { status, headers };
  const body: unknown = type.includes('json') ? JSON.parse(text) : text;
  // JSON without spaces, as the Worker writes it, is recorded as JSON. Any other body is recorded as text.
  return { status, headers, body: JSON.stringify(body) === text ? body : text };
}

test('every recorded request is answered as it was, to the byte', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  vi.setSystemTime(START);
  let asked = 0;
  for (const step of steps.parse(recorded)) {
    if ('sql' in step) await env.DB.exec(step.sql);
    else if ('afterMs' in step) {
      vi.setSystemTime(Date.now() + step.afterMs);
      for (const name of step.ring) {
        const id = env.LOCATION_QUEUE.idFromString(names.meant(name));
        await delivered(() => env.LOCATION_QUEUE.get(id));
      }
    } else {
      const given = await answerOf(await ask(step));
      asked += 1;
      // The test compares text, because the order of keys must not change.
      expect
        .soft(JSON.stringify(given, null, 1), `${asked}: ${step.request}`)
        .toBe(JSON.stringify(step.answer, null, 1));
    }
  }
  expect(asked).toBe(496);
}, 120_000);
