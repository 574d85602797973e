/**
 * Regression: the API must give the recorded answers, with the same status, headers and body, to the byte. The clock is
 * stopped and moves only as recorded. The first recording was made before the queue had one core (commit 92a867e).
 * Later the recording was changed only together with intended changes of a call: last for the undo of every action, the
 * line that guests see before joining, and passes for staff.
 */
import { expect, test, vi } from 'vitest';
import { env, exports } from 'cloudflare:workers';
import * as z from 'zod/mini';
import recorded from '../../data/recorded-answers.json';
import { delivered } from '../support/deliveries.ts';
import { origin } from '../support/factories.ts';

/** A time far in the future, so that no alarm fires by itself. */
const START = Date.UTC(2090, 5, 2, 5);

/** The headers on which callers rely. */
const headerNames = ['Allow', 'Cache-Control', 'Content-Type', 'ETag', 'Location', 'Retry-After', 'Vary'];

/**
 * `body`: parsed JSON with the keys in the order of the answer, or text. The bodies of pages are not recorded, because
 * the text of a page is not a part of the API.
 */
const answer = z.object({
  status: z.int(),
  headers: z.record(z.string(), z.string()),
  body: z.optional(z.unknown()),
});
type Answer = z.infer<typeof answer>;

const request = z.object({
  /** The topic of this part of the recording. */
  about: z.optional(z.string()),
  /** The method and the path. */
  request: z.string(),
  cookie: z.optional(z.string()),
  headers: z.optional(z.record(z.string(), z.string())),
  /** The body, which is sent as JSON. A string is sent unchanged. */
  body: z.optional(z.unknown()),
  form: z.optional(z.record(z.string(), z.string())),
  answer,
});

const steps = z.array(
  z.union([
    request,
    /** SQL statements that prepare the database. */
    z.object({ sql: z.string() }),
    /** Moves the clock, and then runs the alarms of these locations. */
    z.object({ afterMs: z.int(), ring: z.array(z.string()) }),
  ]),
);

/** Random values, which differ in each run: tokens, ids of locations, other ids, sessions, ETags. */
const chance =
  /(?<token>[0-9a-f]{64}\.[\w-]{43})|(?<location>[0-9a-f]{64})|(?<etag>[0-9a-f]{40})|(?<id>[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})|(?<=holdline_(?:session|admin)=)(?<session>[\w-]{20,})/g;

/** Replaces random values by names. `<token-2>` is the second token in the answers, and so on. */
class Names {
  readonly #names = new Map<string, string>();
  readonly #values = new Map<string, string>();

  /** Replaces the random values in a text by names. */
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

  /** Replaces the names in a text by the random values. */
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
  // The signed cookies of a known device and of a staff pass differ in each run, so they are left out.
  const isStable = (cookie: string) => !/^holdline_(device_|pass=.)/.test(cookie);
  const cookies = response.headers.getSetCookie().filter(isStable);
  if (cookies.length > 0) headers['Set-Cookie'] = names.given(cookies.join('\n'));
  const type = response.headers.get('Content-Type') ?? '';
  const text = names.given(await response.text());
  const { status } = response;
  if (text === '' || type.startsWith('text/html')) return { status, headers };
  const body: unknown = type.includes('json') ? JSON.parse(text) : text;
  // If the body is JSON as the Worker writes it, without spaces, it is recorded as JSON; otherwise as text.
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
      // The answers are compared as text, because the order of the keys is a part of an answer.
      expect
        .soft(JSON.stringify(given, null, 1), `${asked}: ${step.request}`)
        .toBe(JSON.stringify(step.answer, null, 1));
    }
  }
  expect(asked).toBe(496);
}, 120_000);
