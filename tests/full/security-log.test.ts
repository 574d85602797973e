/** The security log of `npm start`: lines in the output of the server, with a keyed hash of the sender. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { freePort, startRealServer } from '../../scripts/local/real-server.ts';

const stateDir = mkdtempSync(path.join(tmpdir(), 'security-log-'));
afterAll(() => rmSync(stateDir, { recursive: true }));

test(
  'a failed log-in is a line of the output, which names its sender by a hash',
  { timeout: 120_000 },
  async () => {
    // The tests' environment has a private key without its public key. When the private key is empty, the server makes
    // its own key pair.
    const vars = { VAPID_PRIVATE_KEY: '' };
    const server = await startRealServer(stateDir, await freePort(), { vars });
    const answer = await fetch(`${server.origin}/auth/login`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'CF-Connecting-IP': '203.0.113.9' },
      body: JSON.stringify({ emailOrUsername: 'nobody', password: 'a lantern by the door' }),
    });
    expect(answer.status).toBe(401);
    await server.stop();
    const lines = server
      .output()
      .split('\n')
      .filter((line) => line.includes('"authentication_failed"'));
    expect(lines).toEqual([
      expect.stringMatching(/^\{"event":"authentication_failed".*"sender":"[\w-]{43}"/),
    ]);
    expect(server.output()).not.toMatch(/203\.0\.113|lantern/);
  },
);
