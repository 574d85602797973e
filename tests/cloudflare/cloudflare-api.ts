/**
 * A fake Cloudflare API with the calls that wrangler makes in a deployment. Databases are real SQLite. An uploaded
 * Worker is stored, not run.
 */
import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { DatabaseSync } from 'node:sqlite';
import * as z from 'zod/mini';
import { answerWorker, type Answer, type Asked, type UploadedWorker } from './uploaded-workers.ts';

const ACCOUNT = { id: 'a0000000000000000000000000000001', name: 'A shop' };
export const TOKEN = 'a-token-of-the-stand-in';

/** The region that was requested for a database. */
const place = z.object({
  primary_location_hint: z.optional(z.string()),
  jurisdiction: z.optional(z.string()),
});
type Place = z.infer<typeof place>;
const newDatabase = z.extend(place, { name: z.string() });

type State = {
  /** Databases by id. */
  databases: Map<string, { name: string; place: Place; rows: DatabaseSync }>;
  /** Workers by name. */
  workers: Map<string, UploadedWorker>;
  /** The calls so far that changed something, in order, such as "POST /d1/database". */
  changes: string[];
  /** The calls so far that this fake does not know. */
  unknown: string[];
  /** Calls that the fake refuses, written as in `changes`. */
  refusing: Set<string>;
};

export type CloudflareApi = State & {
  /** The value for the variable CLOUDFLARE_API_BASE_URL. */
  url: string;
  close: () => Promise<void>;
};

export async function startCloudflareApi(): Promise<CloudflareApi> {
  const state: State = {
    databases: new Map(),
    workers: new Map(),
    changes: [],
    unknown: [],
    refusing: new Set(),
  };
  const server = createServer((request, response) => void respond(request, response, state));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the stand-in has no port');
  return {
    ...state,
    url: `http://127.0.0.1:${address.port}/client/v4`,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

async function respond(request: IncomingMessage, response: ServerResponse, state: State): Promise<void> {
  const asked = await read(request);
  const isLoggedIn = request.headers.authorization === `Bearer ${TOKEN}`;
  const got: Answer = isLoggedIn
    ? ((await answer(asked, state)) ?? unknown(asked, state))
    : { status: 401, code: 10000, message: 'Authentication error' };
  const isError = 'code' in got;
  response.writeHead(isError ? got.status : 200, { 'content-type': 'application/json' });
  response.end(JSON.stringify(isError ? refused(got) : whole(got.result)));
}

function refused(error: Answer) {
  return { success: false, errors: [error], messages: [], result: null };
}

function whole(result: unknown) {
  const count = Array.isArray(result) ? result.length : 1;
  const result_info = { page: 1, per_page: 50, count, total_count: count };
  return { success: true, errors: [], messages: [], result, result_info };
}

async function read(request: IncomingMessage): Promise<Asked> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const body = Buffer.concat(chunks);
  const { pathname } = new URL(request.url ?? '', 'http://api');
  const type = request.headers['content-type'] ?? '';
  return {
    method: request.method ?? '',
    path: pathname.replace('/client/v4', '').replace(`/accounts/${ACCOUNT.id}`, ''),
    text: body.toString(),
    form: () => new Response(body, { headers: { 'content-type': type } }).formData(),
  };
}

function unknown({ method, path }: Asked, state: State): Answer {
  state.unknown.push(`${method} ${path}`);
  return { status: 404, code: 7000, message: `No route for ${method} ${path}` };
}

/** Returns null if the call is unknown. */
async function answer(asked: Asked, state: State): Promise<Answer | null> {
  const { method, path } = asked;
  const call = `${method} ${path}`;
  if (state.refusing.has(call)) return { status: 400, code: 10013, message: 'It was told to refuse this.' };
  if (method !== 'GET' && !path.endsWith('/query')) state.changes.push(call);
  if (path.startsWith('/d1/database')) return answerDatabase(asked, state);
  if (path.startsWith('/workers/')) return answerWorker(asked, state.workers);
  switch (call) {
    case 'GET /user/tokens/verify':
      return { result: { id: 'token', status: 'active' } };
    case 'GET /user':
      return { result: { id: 'user', email: 'owner@example.com' } };
    case 'GET /accounts':
      return { result: [ACCOUNT] };
    case 'GET /memberships':
      return { result: [{ id: 'membership', account: ACCOUNT }] };
    default:
      return null;
  }
}

function answerDatabase({ method, path, text }: Asked, { databases }: State): Answer | null {
  const [, , , asked = '', ...rest] = path.split('/');
  const all = [...databases].map(([uuid, { name }]) => ({ uuid, name, version: 'production' }));
  const found = all.find(({ uuid, name }) => uuid === asked || name === asked);
  switch (`${method} ${rest.join('/')}`) {
    case 'GET ':
      return asked === '' ? { result: all } : found ? { result: found } : null;
    case 'POST ': {
      const { name, ...place } = newDatabase.parse(JSON.parse(text));
      const uuid = randomUUID();
      databases.set(uuid, { name, place, rows: new DatabaseSync(':memory:') });
      return { result: { uuid, name, version: 'production' } };
    }
    case 'POST query': {
      const { sql } = z.object({ sql: z.string() }).parse(JSON.parse(text));
      const rows = databases.get(found?.uuid ?? '')?.rows;
      return rows ? query(rows, sql) : null;
    }
    default:
      return null;
  }
}

/** Runs the statements. Several statements run in one transaction, as in D1. */
function query(rows: DatabaseSync, sql: string): Answer {
  const done = (results: unknown[]) => ({ result: [{ results, success: true, meta: { duration: 1 } }] });
  if (/^\s*SELECT/i.test(sql)) return done(rows.prepare(sql).all());
  rows.exec('BEGIN');
  try {
    rows.exec(sql);
    rows.exec('COMMIT');
    return done([]);
  } catch (error) {
    rows.exec('ROLLBACK');
    return { status: 400, code: 7500, message: String(error) };
  }
}
