/**
 * Runs the Worker and its objects in Node, on stand-ins of the platform: `cloudflare:workers` and `cloudflare:test` are
 * aliases (`vitest.config.ts`). There are no sockets, no HTML rewriting and no build, and no alarm fires by itself.
 * Each test begins with an empty database and without objects. It ends when the work that follows the answers is done.
 */
import { afterEach, beforeEach } from 'vitest';
import * as worker from '../../../src/worker/development/index.ts';
import { withStandIns } from '../../../src/worker/development/with-stand-ins.ts';
import { env, serve } from './cloudflare-workers.ts';
import { resetD1 } from './d1.ts';
import { resetObjects } from './objects.ts';
import { allDone } from './platform.ts';

Object.assign(globalThis, {
  // A global class of the platform. The tests have no sockets, so any class works.
  WebSocketRequestResponsePair: Object,
  // A test must not reach the network.
  fetch: () => Promise.resolve(new Response('no network in tests', { status: 599 })),
});
serve(worker);
// Adds the stand-ins to `env`, for tests that pass the bindings to the app themselves.
withStandIns(env);

beforeEach(() => {
  resetD1();
  resetObjects();
});

afterEach(allDone);
