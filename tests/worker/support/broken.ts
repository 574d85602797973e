/** Databases and objects that fail, and error logs that a test expects. */
import { createExecutionContext } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { vi } from 'vitest';
import { createApp } from '../../../src/worker/app.ts';
import type { OutsideCommand } from '../../../src/shared/queue/commands.ts';
import type { CommandResult, LocationQueueCalls, Result } from '../../../src/worker/location/rpc.ts';
import { LocationQueue } from '../../../src/worker/location/location-queue.ts';
import { origin, type Call } from './factories.ts';

/** Calls the Worker as `call` does, but with these bindings. */
export async function callWith(
  bindings: Partial<
    Pick<Env, 'DB' | 'LOCATION_QUEUE' | 'JOIN_SHIELD' | 'READ_SHIELD' | 'UNKNOWN_NAMES' | 'HEALTH_TOKEN'>
  >,
  method: string,
  path: string,
  { body, cookie, headers }: Call = {},
): Promise<Response> {
  const request = new Request(origin + path, {
    method,
    headers: {
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
      ...(cookie !== undefined && { Cookie: cookie }),
      ...headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return createApp().fetch(request, { ...env, ...bindings }, createExecutionContext());
}

/** A build whose files cannot be read. */
export const noFiles: Fetcher = {
  fetch: () => Promise.reject(new Error('The build is gone')),
  connect: () => {
    throw new Error('Files are fetched');
  },
};

/**
 * A database in which each statement for which `fails` returns true fails with `message`; by default, every statement
 * fails.
 */
export function brokenDatabase(
  message: string,
  fails: (sql: string) => boolean = () => true,
): Pick<Env, 'DB'> {
  const broken = new Set<D1PreparedStatement>();
  // A session of the database must fail in the same way.
  const breaking = <Database extends Pick<D1Database, 'prepare' | 'batch'>>(database: Database): Database =>
    new Proxy(database, { get: (target, name) => callIn(target, name) });
  const callIn = (target: Pick<D1Database, 'prepare' | 'batch'>, name: string | symbol): unknown => {
    if (name === 'withSession') return () => breaking(env.DB.withSession('first-unconstrained'));
    if (name === 'prepare') {
      return (sql: string) => (fails(sql) ? brokenStatement(message, broken) : target.prepare(sql));
    }
    if (name === 'batch') {
      return (statements: D1PreparedStatement[]) =>
        statements.some((statement) => broken.has(statement))
          ? Promise.reject(new Error(message))
          : target.batch(statements);
    }
    return Reflect.get(target, name);
  };
  return { DB: breaking(env.DB) };
}

function brokenStatement(message: string, broken: Set<D1PreparedStatement>): D1PreparedStatement {
  const fail = () => Promise.reject(new Error(message));
  const statement: D1PreparedStatement = {
    bind: () => statement,
    first: fail,
    run: fail,
    all: fail,
    raw: fail,
  };
  broken.add(statement);
  return statement;
}

/** A method of an object or a kind of command. */
type Asked = Exclude<keyof LocationQueueCalls, 'execute'> | OutsideCommand['kind'];

/**
 * The real objects, but the object of this location gives this answer to calls of `asked`. If the answer is an error,
 * the call throws it.
 */
export function brokenObject(
  locationId: string,
  asked: Asked,
  answer: Error | Promise<never>,
): Pick<Env, 'LOCATION_QUEUE'> {
  const LOCATION_QUEUE = new Proxy(env.LOCATION_QUEUE, {
    get(target, name) {
      if (name === 'get') {
        return (id: DurableObjectId) =>
          id.toString() === locationId ? brokenStub(target.get(id), asked, answer) : target.get(id);
      }
      const value: unknown = Reflect.get(target, name);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  return { LOCATION_QUEUE };
}

/** The real objects, but `happens` runs before each call of this method. */
export function beforeCalls(
  method: 'fetch' | keyof LocationQueueCalls,
  happens: () => Promise<unknown>,
): Pick<Env, 'LOCATION_QUEUE'> {
  const LOCATION_QUEUE = new Proxy(env.LOCATION_QUEUE, {
    get(target, name) {
      if (name === 'get') return (id: DurableObjectId) => lateStub(target.get(id), method, happens);
      const value: unknown = Reflect.get(target, name);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  return { LOCATION_QUEUE };
}

function lateStub<Stub extends object>(stub: Stub, method: string, happens: () => Promise<unknown>): Stub {
  return new Proxy(stub, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name);
      if (name !== method || typeof value !== 'function') return value;
      return async (...given: unknown[]) => {
        await happens();
        return Reflect.apply(value, target, given) as unknown;
      };
    },
  });
}

function brokenStub(
  stub: DurableObjectStub<LocationQueue>,
  asked: Asked,
  answer: Error | Promise<never>,
): DurableObjectStub<LocationQueue> {
  const broken = () => (answer instanceof Error ? Promise.reject(answer) : answer);
  return new Proxy(stub, {
    get(target, name) {
      if (name === asked) return broken;
      if (name === 'execute')
        return (command: OutsideCommand, session?: string) =>
          command.kind === asked ? broken() : target.execute(command, session);
      return Reflect.get(target, name);
    },
  });
}

/**
 * Runs `happens` instead of each command of this kind, in all objects. `goOn` runs the real command. The returned
 * function restores the real command.
 */
export function interceptCommands(
  kind: OutsideCommand['kind'],
  happens: (goOn: () => Promise<Result<CommandResult>>) => Promise<Result<CommandResult>>,
): () => void {
  const execute = LocationQueue.prototype.execute;
  const spy = vi.spyOn(LocationQueue.prototype, 'execute').mockImplementation(function (
    this: LocationQueue,
    command,
  ) {
    const goOn = () => execute.call(this, command);
    return command.kind === kind ? happens(goOn) : goOn();
  });
  return () => spy.mockRestore();
}

/**
 * Expects calls of console.error, which would otherwise fail the test. The returned function gives the lines since its
 * last call.
 */
export function expectComplaints(): () => string[] {
  const spy = vi.spyOn(console, 'error').mockImplementation(() => {});
  return () => {
    const lines = spy.mock.calls.map(([line]) => String(line));
    spy.mockClear();
    return lines;
  };
}

export const databaseAway = () => brokenDatabase('D1_ERROR: Network connection lost.');
