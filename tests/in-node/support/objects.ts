/**
 * Location objects in this process, each with its own storage. A call to an object is asynchronous and copies its
 * arguments, as on the platform.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes, createHash } from 'node:crypto';
import type { LocationQueue } from '../../../src/worker/location/location-queue.ts';
import { objectStorage } from './object-storage.ts';
import { believed, turn, unused, waitUntil } from './platform.ts';

type Stub = DurableObjectStub<LocationQueue>;
type QueueClass = new (ctx: DurableObjectState, env: Env) => LocationQueue;

/** The state of an object. `awake` is null while the object sleeps. */
type Kept = {
  state: DurableObjectState;
  awake: LocationQueue | null;
  /** Every call to the object first waits for this promise. */
  ready: Promise<unknown>;
};

const kept = new Map<string, Kept>();
const outside = AsyncLocalStorage.snapshot();
let made: { Queue: QueueClass; env: Env } | null = null;

export function makeObjectsOf(Queue: QueueClass, env: Env): void {
  made = { Queue, env };
}

export const namespace: DurableObjectNamespace<LocationQueue> = {
  newUniqueId: () => idOf(randomBytes(32).toString('hex')),
  idFromName: (name) => idOf(createHash('sha256').update(name).digest('hex')),
  idFromString: (id) => {
    if (!/^[\da-f]{64}$/.test(id)) throw new TypeError('No id of this namespace');
    return idOf(id);
  },
  get: (id) => stubOf(id),
  getByName: unused,
  jurisdiction: unused,
};

/** Runs `work` in the object. Wakes the object first if it sleeps. */
export async function inObject<T>(
  { id }: Pick<Stub, 'id'>,
  work: (queue: LocationQueue, state: DurableObjectState) => T,
): Promise<Awaited<T>> {
  await turn();
  const object = keptOf(id);
  const queue = wake(object);
  await object.ready;
  return await work(queue, object.state);
}

/** Removes the object from memory. Its storage stays. */
export function putToSleep({ id }: Pick<Stub, 'id'>): void {
  keptOf(id).awake = null;
}

export function resetObjects(): void {
  kept.clear();
}

function stubOf(id: DurableObjectId): Stub {
  const stub = new Proxy(
    { id },
    {
      get(target, name) {
        // `then` is not forwarded to the object. If the stub had a function `then`, `await` would treat the stub as a
        // promise.
        if (name === 'id' || name === 'then') return Reflect.get(target, name) as unknown;
        return async (...given: unknown[]) => {
          const copies: unknown[] = structuredClone(given);
          return outside(() =>
            inObject({ id }, async (queue) => {
              const method: unknown = Reflect.get(queue, name);
              if (typeof method !== 'function') throw new TypeError(`An object has no call ${String(name)}`);
              return structuredClone<unknown>(await Reflect.apply(method, queue, copies));
            }),
          );
        };
      },
    },
  );
  return believed<Stub>(stub);
}

function keptOf(id: DurableObjectId): Kept {
  const known = kept.get(id.toString());
  if (known !== undefined) return known;
  const object: Kept = { state: stateOf(id), awake: null, ready: Promise.resolve() };
  kept.set(id.toString(), object);
  return object;
}

function wake(object: Kept): LocationQueue {
  if (made === null) throw new Error('The class of the objects is not known yet');
  object.awake ??= outside(({ Queue, env }) => new Queue(object.state, env), made);
  return object.awake;
}

function idOf(id: string): DurableObjectId {
  return { toString: () => id, equals: (other) => other.toString() === id };
}

function stateOf(id: DurableObjectId): DurableObjectState {
  return {
    id,
    storage: objectStorage(),
    waitUntil,
    blockConcurrencyWhile: (work) => {
      const working = work();
      keptOf(id).ready = working;
      return working;
    },
    // The tests in Node have no sockets.
    getWebSockets: () => [],
    setWebSocketAutoResponse: () => {},
    acceptWebSocket: unused,
    getWebSocketAutoResponse: unused,
    getWebSocketAutoResponseTimestamp: unused,
    setHibernatableWebSocketEventTimeout: unused,
    getHibernatableWebSocketEventTimeout: unused,
    getTags: unused,
    abort: unused,
    props: undefined,
    get exports() {
      return unused();
    },
    get facets() {
      return unused();
    },
  };
}
