/**
 * `npm run deploy -- staging|production [--check] [--generate]`: deploys this commit to Cloudflare (docs/deploy.md).
 */
import { setTimeout as pause } from 'node:timers/promises';
import { readArguments } from './deploy/arguments.ts';
import { deploy } from './deploy/deploy.ts';
import { askSilently } from './operator/terminal.ts';
import { buildForDeployment } from './local/build.ts';
import { shutdownSignal } from './local/shutdown-signals.ts';
import { projectRoot } from './local/settings.ts';

process.exitCode = (await main()) ? 0 : 1;

async function main(): Promise<boolean> {
  const read = readArguments(process.argv.slice(2));
  if (!read.ok) {
    console.error(read.refusal);
    return false;
  }
  const ended = shutdownSignal();
  try {
    return await deploy(read.asked, {
      root: projectRoot,
      env: process.env,
      ended,
      ask: process.stdin.isTTY && process.stdout.isTTY ? askSilently : null,
      build: buildForDeployment,
      fetch: (url, headers = {}) =>
        fetch(url, {
          headers,
          redirect: 'manual',
          signal: AbortSignal.any([ended, AbortSignal.timeout(10_000)]),
        }),
      pause: async (ms) => pause(ms, undefined, { signal: ended }),
      say: (line) => console.log(line),
    });
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    return false;
  }
}
