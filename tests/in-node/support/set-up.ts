/**
 * Runs the Worker and its objects in Node with stand-ins of the platform (`vitest.config.ts`). There are no sockets, no
 * HTML rewriting and no build, and no alarm runs by itself. Each test begins with empty storage, and ends after all
 * work of its requests.
 */
import { afterEach, beforeEach } from 'vitest';
import * as worker from '../../../src/worker/development/index.ts';
import { withStandIns } from '../../../src/worker/development/with-stand-ins.ts';
import { env, serve } from './cloudflare-workers.ts';
import { resetD1 } from './d1.ts';
import { resetObjects } from './objects.ts';
import { allDone } from './platform.ts';

Object.assign(globalThis, {
  // This class is global on the platform. The tests have no sockets, so any class works.
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
