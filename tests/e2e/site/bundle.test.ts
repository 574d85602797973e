/** Development code is only in the local Worker, never in the Worker that a deployment uploads. */
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, test, vi } from 'vitest';
import { build } from 'vite';
import { unstable_readConfig } from 'wrangler';
import { environments, type Environment } from '../../../scripts/deploy/facts.ts';
import { projectRoot } from '../../../scripts/local/settings.ts';

/** Each build takes about a second, and longer on a busy machine. */
vi.setConfig({ testTimeout: 60_000 });

const room = path.join(projectRoot, 'src', 'worker', 'development');

/**
 * Builds the Worker of this environment (`main` of the environment in wrangler.toml) and returns the built modules of
 * the folder `development`.
 */
async function developmentModules(env: Environment | undefined): Promise<string[]> {
  const config = path.join(projectRoot, 'wrangler.toml');
  const { main } = unstable_readConfig({ config, ...(env && { env }) });
  if (main === undefined) throw new Error('wrangler.toml names no entry');
  const built = await build({
    configFile: false,
    root: projectRoot,
    logLevel: 'silent',
    build: { ssr: main, write: false, rolldownOptions: { external: /^[^./]/ } },
  });
  if (!('output' in built)) throw new Error('This is no bundle');
  const modules = built.output.flatMap((file) => (file.type === 'chunk' ? file.moduleIds : []));
  expect(modules).toContain(path.join(projectRoot, 'src', 'worker', 'app.ts'));
  return modules.filter((module) => module.startsWith(room + path.sep)).toSorted();
}

test.for(environments)('nothing that only development needs is in the Worker of %s', async (environment) => {
  expect(await developmentModules(environment)).toEqual([]);
});

test('all of it is in the Worker of one machine', async () => {
  const files = readdirSync(room).map((file) => path.join(room, file));
  expect(await developmentModules(undefined)).toEqual(files.toSorted());
});
