/**
 * Starts a mock server with Twilio's own published schema on a free port during the tests. The server validates
 * requests and answers them.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import path from 'node:path';
import type { TestProject } from 'vitest/node';
import { noTelemetryEnv } from '../../scripts/local/no-telemetry-env.ts';
import { projectRoot } from '../../scripts/local/settings.ts';

const READY_WITHIN_MS = 60_000;
const schema = path.join('tests', 'data', 'twilio-messages-openapi.json');

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const port = await freePort();
  const program = path.join(projectRoot, 'node_modules', '.bin', 'prism');
  const parameters = ['mock', '--host', '127.0.0.1', '--port', String(port), schema];
  const server = spawn(program, parameters, {
    cwd: projectRoot,
    env: { ...process.env, ...noTelemetryEnv },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = '';
  await new Promise<void>((resolve, reject) => {
    const late = setTimeout(() => reject(new Error(`Prism was not ready in time: ${said}`)), READY_WITHIN_MS);
    server.once('exit', () => reject(new Error(`Prism ended: ${said}`)));
    server.stdout.on('data', (chunk: Buffer) => {
      said += chunk.toString();
      if (!said.includes('Prism is listening')) return;
      clearTimeout(late);
      resolve();
    });
  });
  project.provide('twilioUrl', `http://127.0.0.1:${port}`);
  return async () => {
    const ended = once(server, 'exit');
    server.kill();
    await ended;
  };
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  if (address === null || typeof address === 'string') throw new Error('There is no free port.');
  return address.port;
}
