/** `npm run release` on a temporary repository. */
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { git } from '../../scripts/deploy/sources.ts';
import { projectRoot } from '../../scripts/local/settings.ts';
import { nextVersion, withRelease } from '../../scripts/release/release.ts';
import { release, type Around } from '../../scripts/release/release.ts';

/** A long limit, because the tests make dozens of git calls and one npm call, perhaps on a busy machine. */
vi.setConfig({ testTimeout: 60_000 });

let root: string;
let said: string[];

beforeEach(() => {
  // Git must not use the signing keys and hooks of the user who runs the tests.
  vi.stubEnv('GIT_CONFIG_GLOBAL', '/dev/null');
  root = mkdtempSync(path.join(tmpdir(), 'release-test-'));
  said = [];
  for (const file of ['package.json', 'package-lock.json']) {
    cpSync(path.join(projectRoot, file), path.join(root, file));
  }
  writeFileSync(path.join(root, 'CHANGELOG.md'), '# Changelog\n\n## Unreleased\n');
  git(root, 'init', '--quiet', '--initial-branch', 'main');
  git(root, 'config', 'user.name', 'Somebody');
  git(root, 'config', 'user.email', 'somebody@example.com');
  commit('The first of it');
});

afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(root, { recursive: true });
});

const around = (writeFixture = () => true): Around => ({
  root,
  day: '2026-11-22',
  say: (line) => said.push(line),
  writeFixture,
});

test('a release has a version, a part of the changelog, a list of its parts, its data and a tag; the next one begins there', () => {
  const { version: first } = JSON.parse(read('package.json'));
  expect(release(['minor'], around())).toBe(true);
  const { metadata, components } = JSON.parse(read('sbom.cdx.json'));
  expect(metadata.component).toMatchObject({ name: 'holdline', version: first });
  const parts = components.map(({ name }: { name: string }) => name);
  expect(parts).toEqual(expect.arrayContaining(['hono', 'react', 'stripe', 'zod']));
  // These fonts are shipped although no code imports them: `scripts/fonts.ts` makes their subsets.
  const fonts = ['@fontsource-variable/bricolage-grotesque', '@fontsource-variable/figtree'];
  expect(parts).toEqual(expect.arrayContaining(fonts));
  expect(parts).not.toContain('vitest');
  expect(parts).not.toContain('@types/react');
  expect(git(root, 'describe', '--tags').trim()).toBe(`v${first}`);
  expect(git(root, 'status', '--porcelain')).toBe('');
  expect(said.slice(1)).toEqual([
    '  git push --follow-tags origin main',
    '  npm run deploy -- staging',
    '  npm run deploy -- production',
  ]);

  expect(release(['patch'], around())).toBe(false);
  expect(said.at(-1)).toBe('Nothing was committed since the last release.');
  writeFileSync(path.join(root, 'more'), '');
  commit('Something more');
  const second = nextVersion(first, 'patch');
  const [manifest, lock] = [read('package.json'), read('package-lock.json')];
  const keep = () => {
    mkdirSync(path.join(root, 'kept'));
    writeFileSync(path.join(root, 'kept', 'told.json'), read('package.json'));
    return true;
  };
  expect(release(['patch'], around(keep))).toBe(true);
  const renumbered = (text: string) => text.replaceAll(`"version": "${first}"`, `"version": "${second}"`);
  expect(read('package.json')).toBe(renumbered(manifest));
  const [head, rest] = [lock.slice(0, 200), lock.slice(200)];
  expect(read('package-lock.json')).toBe(renumbered(head) + rest);
  expect(read('kept/told.json')).toContain(`"version": "${second}"`);
  expect(git(root, 'describe', '--tags').trim()).toBe(`v${second}`);
  expect(read('CHANGELOG.md')).toBe(
    `# Changelog\n\n## Unreleased\n\n## ${second}, 2026-11-22\n\n- Something more\n\n## ${first}, 2026-11-22\n\n- The first of it\n`,
  );
});

test('the first release is the version of package.json, with a fixture of its own code', () => {
  const { version } = JSON.parse(read('package.json'));
  const [manifest, lock] = [read('package.json'), read('package-lock.json')];
  const fixture = path.join(root, 'tests', 'releases', version);
  mkdirSync(fixture, { recursive: true });
  writeFileSync(path.join(fixture, 'told.json'), 'older');
  commit('A fixture that was tried before');
  const write = () => {
    // Like the real writer, this function fails if the folder exists. So the release must delete the folder first.
    mkdirSync(fixture);
    writeFileSync(path.join(fixture, 'told.json'), 'of this code');
    return true;
  };
  expect(release(['minor'], around(write))).toBe(true);
  expect([read('package.json'), read('package-lock.json')]).toEqual([manifest, lock]);
  expect(git(root, 'show', `v${version}:tests/releases/${version}/told.json`)).toBe('of this code');
  expect(said[0]).toBe(`Release ${version} is committed and tagged. Read its part of CHANGELOG.md, then:`);
});

test('a refused release says why, and writes nothing', () => {
  const before = git(root, 'rev-parse', 'HEAD');
  for (const typed of [[], ['huge'], ['minor', 'major']]) expect(release(typed, around())).toBe(false);
  expect(said.splice(0)).toEqual(
    Array(3).fill('Say what kind of release: "npm run release -- patch", "minor" or "major".'),
  );
  git(root, 'switch', '--quiet', '--create', 'work');
  expect(release(['patch'], around())).toBe(false);
  expect(said.splice(0)).toEqual(['Releases are made on main, and this is "work".']);
  git(root, 'switch', '--quiet', 'main');
  writeFileSync(path.join(root, 'new'), '');
  expect(release(['patch'], around())).toBe(false);
  expect(said.splice(0)).toEqual(['These files differ from the last commit. Commit them first:\n?? new']);
  rmSync(path.join(root, 'new'));
  expect(git(root, 'status', '--porcelain')).toBe('');
  expect(
    release(
      ['patch'],
      around(() => false),
    ),
  ).toBe(false);
  expect(said).toEqual([
    'The fixture of this release could not be written. "git stash -u" takes away what was written.',
  ]);
  expect(git(root, 'rev-parse', 'HEAD')).toBe(before);
  expect(git(root, 'tag')).toBe('');
});

test('written notes for the next release replace its commits', () => {
  const changelog =
    '# Changelog\n\n## Unreleased\n\nGuests can **knock**.\n\n## 1.0.0, 2026-01-01\n\n- All\n';
  expect(withRelease(changelog, '1.1.0', '2026-02-01', ['A commit'])).toBe(
    '# Changelog\n\n## Unreleased\n\n## 1.1.0, 2026-02-01\n\nGuests can **knock**.\n\n## 1.0.0, 2026-01-01\n\n- All\n',
  );
  expect(() => withRelease('# Changelog\n', '1.1.0', '2026-02-01', [])).toThrow(
    'CHANGELOG.md has no line "## Unreleased".',
  );
});

test('versions are counted as usual', () => {
  expect(nextVersion('1.9.9', 'patch')).toBe('1.9.10');
  expect(nextVersion('1.9.9', 'minor')).toBe('1.10.0');
  expect(nextVersion('1.9.9', 'major')).toBe('2.0.0');
});

function commit(subject: string): void {
  git(root, 'add', '.');
  git(root, 'commit', '--quiet', '-m', subject);
}

function read(file: string): string {
  return readFileSync(path.join(root, file), 'utf8');
}
