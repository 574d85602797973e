/** A stand-in for `cloudflare:workers` in Node: the bindings, the Worker, and the base class of objects. */
import { developmentVars, DEFAULT_PORT } from '../../../scripts/local/settings.ts';
import { newPushKeys } from '../../../scripts/local/push-keys.ts';
import { d1 } from './d1.ts';
import { makeObjectsOf, namespace } from './objects.ts';
import { turn, unused, waitUntil } from './platform.ts';

export class DurableObject {
  protected readonly ctx: DurableObjectState;
  protected readonly env: Env;

  constructor(ctx: DurableObjectState, env: Env) {
    this.ctx = ctx;
    this.env = env;
  }
}

export const env: Env = {
  ...developmentVars(DEFAULT_PORT),
  ...newPushKeys(),
  DB: d1,
  LOCATION_QUEUE: namespace,
  JOIN_SHIELD: { limit: () => Promise.resolve({ success: true }) },
  READ_SHIELD: { limit: () => Promise.resolve({ success: true }) },
  UNKNOWN_NAMES: { limit: () => Promise.resolve({ success: true }) },
  RELEASE: { id: '', tag: '', timestamp: '' },
  // There is no build, so there are no files to serve.
  ASSETS: { fetch: () => Promise.resolve(new Response('Not Found', { status: 404 })), connect: unused },
};

type Worker = {
  default: { fetch: (request: Request, env: Env, ctx: ExecutionContext) => Response | Promise<Response> };
  LocationQueue: Parameters<typeof makeObjectsOf>[0];
};

let entry: Worker['default'] | null = null;

export function serve({ default: worker, LocationQueue }: Worker): void {
  entry = worker;
  makeObjectsOf(LocationQueue, env);
}

export const exports = {
  default: {
    fetch: async (input: RequestInfo, init?: RequestInit): Promise<Response> => {
      if (entry === null) throw new Error('The Worker is not there yet');
      await turn();
      // The code does not copy a `Request`, because in Node the copy of a request has no stream of bytes.
      const request = input instanceof Request ? input : new Request(input, init);
      return entry.fetch(request, env, executionContext());
    },
  },
};

export function executionContext(): ExecutionContext {
  return {
    waitUntil,
    passThroughOnException: unused,
    abort: unused,
    props: undefined,
    get exports() {
      return unused();
    },
    get tracing() {
      return unused();
    },
  };
}
