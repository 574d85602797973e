/** Refusals by the server of `npm start`. The answers reveal nothing about the machine. */
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, request, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from '../../../scripts/local/real-server.ts';
import { startServer, type Server } from '../../../scripts/local/server.ts';
import { projectRoot, readSettings } from '../../../scripts/local/settings.ts';

const json = { 'Content-Type': 'application/json' };
const crossSite = { ...json, 'Sec-Fetch-Site': 'cross-site' };
/** A size in bytes. If a body of this size is not read, the runtime closes the connection. */
const LARGEST_BYTES = 200_000;

const stateDir = mkdtempSync(path.join(tmpdir(), 'start-'));
const agent = new Agent({ keepAlive: true, maxSockets: 16 });
let port: number;
let server: Server | null;

beforeAll(async () => {
  port = await freePort();
  const read = await readSettings({ PORT: String(port), STATE_DIR: stateDir });
  if (!read.ok) throw new Error(read.problems.join('\n'));
  server = await startServer('built', read.settings);
});
afterAll(async () => {
  agent.destroy();
  server?.stop();
  await server?.ended;
  rmSync(stateDir, { recursive: true });
});

type Sent = {
  method?: string;
  path: string;
  headers?: Record<string, string>;
  body?: Buffer;
  /** Whether the body is sent in chunks, without a length. */
  inChunks?: boolean;
};

/**
 * Makes a request over keep-alive connections, as a browser does. Does not use `fetch`, because `fetch` cannot send
 * TRACE.
 */
function ask({ method = 'POST', path: asked, headers = {}, body, inChunks }: Sent) {
  return new Promise<{ status: number | undefined; said: string }>((resolve, reject) => {
    const about = { agent, host: '127.0.0.1', port, method, path: asked };
    const length = body && !inChunks ? { 'Content-Length': body.length } : {};
    const asking = request({ ...about, headers: { ...headers, ...length } });
    asking.once('error', reject);
    asking.once('response', (answer: IncomingMessage) => {
      text(answer).then((said) => resolve({ status: answer.statusCode, said }), reject);
    });
    if (inChunks)
      for (let at = 0; at < LARGEST_BYTES; at += 16_384) asking.write(body?.subarray(at, at + 16_384));
    asking.end(inChunks ? undefined : body);
  });
}

const bodies = Array.from({ length: 100 }, (_, n) => Buffer.alloc(Math.round((n / 99) * LARGEST_BYTES), 'x'));

test.each([
  ['a post of another site', { path: '/auth/login', headers: crossSite }, [403]],
  ['a post without a log-in', { path: '/auth/change-password', headers: json }, [401, 413]],
  ['a post to nobody', { path: '/auth/nothing', headers: json }, [404, 413]],
  ['a post in chunks', { path: '/auth/login', headers: json, inChunks: true }, [400, 413]],
])('%s is refused whatever its size, and never by an error of the server', async (_, sent, statuses) => {
  const answers = await Promise.all(bodies.map((body) => ask({ ...sent, body })));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set(statuses));
});

test('eleven megabytes are too much, and said to be', async () => {
  const { status, said } = await ask({
    path: '/auth/login',
    headers: json,
    body: Buffer.alloc(11_000_000, 'x'),
  });
  expect([status, JSON.parse(said)]).toEqual([
    413,
    { error: 'That is too much to send at once.', code: 'too_large' },
  ]);
});

test('a method that nothing here has is answered without a path of the machine', async () => {
  const { status, said } = await ask({ method: 'TRACE', path: '/auth/login' });
  expect([status, said.includes(projectRoot), said.includes('node_modules')]).toEqual([405, false, false]);
});

test('a socket that is refused is told why', async () => {
  const upgrade = {
    Connection: 'Upgrade',
    Upgrade: 'websocket',
    'Sec-WebSocket-Version': '13',
    'Sec-WebSocket-Key': 'dGhlIHNhbXBsZSBub25jZQ==',
  };
  const path = '/auth/locations/00000000-0000-4000-8000-000000000000/live';
  expect(await ask({ method: 'GET', path, headers: upgrade })).toMatchObject({ status: 401 });
  const guests = '/auth/business/blue-door/queue/token/x/live';
  const foreign = { ...upgrade, Origin: 'https://evil.example' };
  expect(await ask({ method: 'GET', path: guests, headers: foreign })).toMatchObject({ status: 403 });
});

test('a name that a stranger made lead here is not answered', async () => {
  const { status, said } = await ask({
    method: 'GET',
    path: '/dev/outbox',
    headers: { Host: 'evil.example' },
  });
  expect([status, said]).toEqual([421, 'This server has another name: set APP_ORIGIN to what is typed.\n']);
});
