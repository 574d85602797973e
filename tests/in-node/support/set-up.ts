/**
 * Runs the Worker and its objects in Node, on stand-ins of the platform: `cloudflare:workers` and `cloudflare:test` are
 * aliases (`vitest.config.ts`). There are no sockets, no HTML rewriting and no build, and no alarm fires by itself.
 * Each test begins with an empty database and no objects, and ends when all work after answers is done.
 */
import { afterEach, beforeEach } from 'vitest';
import * as worker from '../../../src/worker/development/index.ts';
import { withStandIns } from '../../../src/worker/development/with-stand-ins.ts';
import { env, serve } from './cloudflare-workers.ts';
import { resetD1 } from './d1.ts';
import { resetObjects } from './objects.ts';
import { allDone } from './platform.ts';

Object.assign(globalThis, {
  // A global of the platform. There are no sockets here, so any class will do.
  WebSocketRequestResponsePair: Object,
  // These tests must not reach the network.
  fetch: () => Promise.resolve(new Response('no network in tests', { status: 599 })),
});
serve(worker);
// For tests that pass bindings directly.
withStandIns(env);

beforeEach(() => {
  resetD1();
  resetObjects();
});

afterEach(allDone);
