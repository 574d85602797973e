/** What the repository does by itself: the workflow of every push, updates of what is used, no secret in any file. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { format } from 'prettier';
import { expect, test, vi } from 'vitest';
import { projectRoot } from '../../scripts/local/settings.ts';

/** Tools of their own, on a machine that may be busy. */
vi.setConfig({ testTimeout: 60_000 });

const read = (file: string) => readFileSync(path.join(projectRoot, file), 'utf8');
const workflow = read('.github/workflows/ci.yml');

test.for(['.github/workflows/ci.yml', '.github/dependabot.yml'])('%s can be read', async (file) => {
  await expect(format(read(file), { parser: 'yaml' })).resolves.toContain(':');
});

test('every push to main and every pull request is tested with .ci/run, as the README promises, on Node 20', () => {
  expect(workflow).toMatch(/^on:\n {2}push:\n {4}branches: \[main\]\n {2}pull_request:\n/m);
  expect([...workflow.matchAll(/- run: (.+)/g)].map(([, command]) => command)).toEqual(['.ci/run']);
  expect(workflow).toMatch(/node-version: 20\n/);
  expect(read('.ci/run')).toMatch(/\nexec npm test --silent <\/dev\/null\n$/);
});

test('the workflow may read the code and nothing else, and runs no action that could change under it', () => {
  expect([...workflow.matchAll(/permissions:\n(( +.+\n)+)/g)].map(([, all]) => all)).toEqual([
    '  contents: read\n',
  ]);
  expect(workflow).toContain('persist-credentials: false');
  expect(workflow).not.toMatch(/secrets\.|pull_request_target|\$\{\{ *github\.(event|head_ref)/);
  const actions = [...workflow.matchAll(/uses: (.+)/g)].map(([, action]) => action);
  expect(actions).toHaveLength(2);
  for (const action of actions) expect(action).toMatch(/^actions\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
});

test('packages and actions are brought up to date every week, in groups', () => {
  const dependabot = read('.github/dependabot.yml');
  expect([...dependabot.matchAll(/package-ecosystem: (.+)/g)].map(([, kind]) => kind)).toEqual([
    'npm',
    'github-actions',
  ]);
  expect(dependabot.match(/interval: weekly/g)).toHaveLength(2);
  expect(dependabot.match(/groups:/g)).toHaveLength(2);
});

test('no file holds a secret', () => {
  const searched = spawnSync('npm', ['run', '--silent', 'secrets'], { cwd: projectRoot, encoding: 'utf8' });
  expect(searched.stdout + searched.stderr).toBe('');
  expect(searched.status).toBe(0);
});

test('a secret would be found', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'secrets-test-'));
  try {
    const file = path.join(folder, 'settings.txt');
    // In two parts, so that this file holds none.
    writeFileSync(file, `token = ghp_${'abcdefghijkl'.repeat(3)}\n`);
    const config = path.join(projectRoot, '.secretlintrc.json');
    const searched = spawnSync('secretlint', ['--secretlintrc', config, '--maskSecrets', file], {
      cwd: projectRoot,
      encoding: 'utf8',
    });
    expect(searched.status).toBe(1);
    expect(searched.stdout).toContain('[GITHUB_TOKEN] found GitHub Token');
    expect(searched.stdout).not.toContain('abcdefghijkl');
  } finally {
    rmSync(folder, { recursive: true });
  }
});
