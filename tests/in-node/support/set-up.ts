/**
 * Each test of an object begins with an empty database and no objects, and ends once all that was left for after an answer is
 * done. `fail-on-console-error.ts` comes first.
 */
import { afterEach, beforeEach } from 'vitest';
import * as worker from '../../../src/worker/development/index.ts';
import { withStandIns } from '../../../src/worker/development/with-stand-ins.ts';
import { env, serve } from './cloudflare-workers.ts';
import { resetD1 } from './d1.ts';
import { resetObjects } from './objects.ts';
import { allDone } from './platform.ts';

// A global of the platform. Nobody here listens to a socket: any class will do.
Object.assign(globalThis, { WebSocketRequestResponsePair: Object });
serve(worker);
// For tests that hand the bindings over by themselves.
withStandIns(env);

beforeEach(() => {
  resetD1();
  resetObjects();
});

afterEach(allDone);
