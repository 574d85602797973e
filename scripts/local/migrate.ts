/** Migrates the local D1 database of a state folder. */
import { spawnSync } from 'node:child_process';
import { noTelemetryEnv } from './no-telemetry-env.ts';
import { projectRoot } from './settings.ts';

/** Applies pending migrations. Prints the tool's output only if the tool failed. */
export function migrate(stateDir: string): boolean {
  const applied = spawnSync(
    'wrangler',
    ['d1', 'migrations', 'apply', 'DB', '--local', '--config', 'wrangler.toml', '--persist-to', stateDir],
    { cwd: projectRoot, encoding: 'utf8', input: '', env: { ...process.env, ...noTelemetryEnv, CI: 'true' } },
  );
  if (applied.status === 0) return true;
  console.error(applied.stdout, applied.stderr);
  console.error('The database migrations could not be applied.');
  return false;
}
