/** Builds the app if the build is missing or outdated. */
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
  // The version is part of the build, because the answer of `/healthz` contains the version.
  'package.json',
  'package-lock.json',
];
/**
 * The file with the hash of the built sources, in the build's folder. Every build empties this folder, so no old hash
 * can remain.
 */
const stampFile = path.join(projectRoot, 'dist', 'holdline', 'built-from');

/**
 * Removes the secrets from the build's environment, because the build would write the secrets to a file. The server
 * would then read its variables from this file.
 */
const withoutSecrets = {
  ...Object.fromEntries(secretNames.map((name) => [name, undefined])),
  WRANGLER_LOG: 'error',
};

/** Makes sure that `dist/` is built from the current sources. False if the build failed. */
export function ensureBuilt(): boolean {
  const sources = fingerprint();
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === sources) return true;
  console.log('Building.');
  // Removes the hash first, because an interrupted build must not look finished.
  rmSync(stampFile, { force: true });
  const built = spawnSync('vite', ['build', '--logLevel', 'warn'], {
    cwd: projectRoot,
    stdio: 'inherit',
    // Under Vitest, NODE_ENV would select React's development build.
    env: { ...process.env, ...noTelemetryEnv, ...withoutSecrets, NODE_ENV: 'production' },
  });
  if (built.status !== 0) return false;
  writeFileSync(stampFile, sources);
  return true;
}

const redirect = z.object({ configPath: z.string() });

/**
 * Builds for one environment of `wrangler.toml`. Returns the configuration file for `wrangler deploy`; null: the build
 * failed. The build overwrites the local build, so the next local start builds again.
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

/** A hash of the paths and contents of all files that the build reads. */
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
