/**
 * The Worker and its objects in Node, on stand-ins of the platform: `cloudflare:workers` and `cloudflare:test` are aliases
 * (`vitest.config.ts`). There is no socket, no HTML rewriting, no build, and no alarm fires by itself. Each test begins with an
 * empty database and no objects, and ends once all that was left for after an answer is done.
 */
import { afterEach, beforeEach } from 'vitest';
import * as worker from '../../../src/worker/development/index.ts';
import { withStandIns } from '../../../src/worker/development/with-stand-ins.ts';
import { env, serve } from './cloudflare-workers.ts';
import { resetD1 } from './d1.ts';
import { resetObjects } from './objects.ts';
import { allDone } from './platform.ts';

Object.assign(globalThis, {
  // A global of the platform. Nobody here listens to a socket: any class will do.
  WebSocketRequestResponsePair: Object,
  // Nothing these tests do may reach the network.
  fetch: () => Promise.resolve(new Response('no network in tests', { status: 599 })),
});
serve(worker);
// For tests that hand the bindings over by themselves.
withStandIns(env);

beforeEach(() => {
  resetD1();
  resetObjects();
});

afterEach(allDone);
