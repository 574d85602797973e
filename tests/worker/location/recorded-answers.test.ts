/**
 * Answers of the Worker before the queue had one core (commit 92a867e), asked again: status, headers and body are the same to
 * the byte. The clock stands, and only moves where the record says so: times are recorded as they were.
 */
import { expect, test, vi } from 'vitest';
import { env, exports } from 'cloudflare:workers';
import * as z from 'zod/mini';
import recorded from '../../data/recorded-answers.json';
import { delivered } from '../support/deliveries.ts';
import { origin } from '../support/factories.ts';

/** Far from today, so that no alarm fires by itself. */
const START = Date.UTC(2090, 5, 2, 5);

/** Headers of an answer that callers rely on. */
const headerNames = ['Allow', 'Cache-Control', 'Content-Type', 'ETag', 'Location', 'Retry-After', 'Vary'];

/** `body`: parsed JSON, whose keys stand in the order of the answer, or text. Of a page there is none: its words are no answer of the queue's. */
const answer = z.object({
  status: z.int(),
  headers: z.record(z.string(), z.string()),
  body: z.optional(z.unknown()),
});
type Answer = z.infer<typeof answer>;

const request = z.object({
  /** What this part of the story is about. */
  about: z.optional(z.string()),
  /** Method and path. */
  request: z.string(),
  cookie: z.optional(z.string()),
  headers: z.optional(z.record(z.string(), z.string())),
  /** Sent as JSON; a string is sent as it is. */
  body: z.optional(z.unknown()),
  form: z.optional(z.record(z.string(), z.string())),
  answer,
});

const steps = z.array(
  z.union([
    request,
    /** Prepares the database. */
    z.object({ sql: z.string() }),
    /** Time passes, and then the objects of these locations do what is due. */
    z.object({ afterMs: z.int(), ring: z.array(z.string()) }),
  ]),
);

/** What chance makes: tokens, ids of locations, other ids, log-ins, tags. */
const chance =
  /(?<token>[0-9a-f]{64}\.[\w-]{43})|(?<location>[0-9a-f]{64})|(?<etag>[0-9a-f]{40})|(?<id>[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})|(?<=holdline_(?:session|admin)=)(?<session>[\w-]{20,})/g;

/** In the record `<token-2>` stands for the second token that an answer named, and so on. */
class Names {
  readonly #names = new Map<string, string>();
  readonly #values = new Map<string, string>();

  /** The text with names. */
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

  /** The text with what the names stand for. */
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

/** What is recorded of an answer. */
async function answerOf(response: Response): Promise<Answer> {
  const headers: Record<string, string> = {};
  for (const name of headerNames) {
    const value = response.headers.get(name);
    if (value !== null) headers[name] = names.given(value);
  }
  const cookies = response.headers.getSetCookie();
  if (cookies.length > 0) headers['Set-Cookie'] = names.given(cookies.join('\n'));
  const type = response.headers.get('Content-Type') ?? '';
  const text = names.given(await response.text());
  const { status } = response;
  if (text === '' || type.startsWith('text/html')) return { status, headers };
  const body: unknown = type.includes('json') ? JSON.parse(text) : text;
  // JSON as the Worker writes it has no spaces; any other would be another answer.
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
      // As text: the order of keys is part of an answer.
      expect
        .soft(JSON.stringify(given, null, 1), `${asked}: ${step.request}`)
        .toBe(JSON.stringify(step.answer, null, 1));
    }
  }
  expect(asked).toBe(498);
}, 120_000);
