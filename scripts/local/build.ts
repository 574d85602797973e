/** Builds the app when the build is missing or was made from other sources. */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod/mini';
import { noTelemetryEnv } from './no-telemetry-env.ts';
import { projectRoot } from './settings.ts';
import { secretNames } from './variables.ts';

const folders = ['src', 'public'];
const files = [
  'index.html',
  'queue.html',
  'vite.config.ts',
  'wrangler.toml',
  // Its version is part of the build: /healthz tells it.
  'package.json',
  'package-lock.json',
];
/** Beside the Worker's build: every build empties that folder, so the stamp never outlives what it speaks of. */
const stampFile = path.join(projectRoot, 'dist', 'holdline', 'built-from');

/**
 * The build would keep the secrets it finds in a file of its own, from which the server would then take its variables. It
 * needs none, so it finds none, and does not warn of that.
 */
const withoutSecrets = {
  ...Object.fromEntries(secretNames.map((name) => [name, undefined])),
  WRANGLER_LOG: 'error',
};

/** Makes sure that `dist/` is the build of the present sources. Answers false when the build failed. */
export function ensureBuilt(): boolean {
  const sources = fingerprint();
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === sources) return true;
  console.log('Building.');
  // A build that is cut short must not look finished to the next start.
  rmSync(stampFile, { force: true });
  const built = spawnSync('vite', ['build', '--logLevel', 'warn'], {
    cwd: projectRoot,
    stdio: 'inherit',
    // A test that builds would get React's development build.
    env: { ...process.env, ...noTelemetryEnv, ...withoutSecrets, NODE_ENV: 'production' },
  });
  if (built.status !== 0) return false;
  writeFileSync(stampFile, sources);
  return true;
}

const redirect = z.object({ configPath: z.string() });

/**
 * Builds for one environment of `wrangler.toml` and answers the configuration that `wrangler deploy` takes with it; null:
 * the build failed. It takes the place of the build for this machine, which the next start makes anew.
 */
export function buildForDeployment(environment: string): string | null {
  rmSync(stampFile, { force: true });
  const built = spawnSync('vite', ['build', '--logLevel', 'warn'], {
    cwd: projectRoot,
    stdio: 'inherit',
    env: {
      ...process.env,
      ...noTelemetryEnv,
      ...withoutSecrets,
      NODE_ENV: 'production',
      CLOUDFLARE_ENV: environment,
    },
  });
  if (built.status !== 0) return null;
  const file = path.join(projectRoot, '.wrangler', 'deploy', 'config.json');
  return path.resolve(path.dirname(file), redirect.parse(JSON.parse(readFileSync(file, 'utf8'))).configPath);
}

/** A hash over the paths and contents of everything that goes into the build. */
function fingerprint(): string {
  const inputs = [...files, ...folders.flatMap(filesBelow)]
    .filter((file) => existsSync(path.join(projectRoot, file)))
    .toSorted();
  const hash = createHash('sha256');
  for (const file of inputs) {
    hash
      .update(`${file}\0`)
      .update(readFileSync(path.join(projectRoot, file)))
      .update('\0');
  }
  return hash.digest('hex');
}

function filesBelow(folder: string): string[] {
  const absolute = path.join(projectRoot, folder);
  if (!existsSync(absolute)) return [];
  return readdirSync(absolute, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(projectRoot, path.join(entry.parentPath, entry.name)));
}
