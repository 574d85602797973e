/** All steps of a release: check, write, commit, tag. A release pushes and deploys nothing. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as z from 'zod/mini';
import { git } from '../deploy/sources.ts';

/** The environment of a release. */
export type Around = {
  /** The folder of `package.json`. */
  root: string;
  /** The date, such as "2026-11-22". */
  day: string;
  say: (line: string) => void;
  /**
   * Writes the fixture of this version (`npm run release:fixture`). Returns false if the fixture could not be written.
   */
  writeFixture: () => boolean;
};

const manifest = z.object({ name: z.string(), version: z.string() });
const withTools = z.looseObject({ devDependencies: z.optional(z.unknown()) });
const lockFile = z.looseObject({
  packages: z.record(
    z.string(),
    z.looseObject({ dev: z.optional(z.boolean()), devOptional: z.optional(z.boolean()) }),
  ),
});
const bill = z.looseObject({
  metadata: z.looseObject({ component: z.looseObject({ name: z.string() }) }),
});

/** Returns whether a release was made. Throws errors of git or npm. */
export function release(typed: readonly string[], around: Around): boolean {
  const { root, say } = around;
  const bump = bumps.find((one) => one === typed[0]);
  if (bump === undefined || typed.length !== 1) {
    say('Say what kind of release: "npm run release -- patch", "minor" or "major".');
    return false;
  }
  const refusal = whyNot(root);
  if (refusal !== null) {
    say(refusal);
    return false;
  }
  const { version: old, name } = manifest.parse(readJson(root, 'package.json'));
  // The first release uses the current version of the manifest.
  const isFirst = lastTag(root) === null;
  const version = isFirst ? old : nextVersion(old, bump);
  writeVersion(root, old, version);
  const changelog = path.join(root, 'CHANGELOG.md');
  writeFileSync(
    changelog,
    withRelease(readFileSync(changelog, 'utf8'), version, around.day, commitsSinceTag(root)),
  );
  writeBill(root, name);
  // An existing fixture of the first version is a trial that was made with older code.
  if (isFirst) rmSync(path.join(root, 'tests', 'releases', version), { recursive: true, force: true });
  if (!around.writeFixture()) {
    say('The fixture of this release could not be written. "git stash -u" takes away what was written.');
    return false;
  }
  git(root, 'add', '--all');
  git(root, 'commit', '--quiet', '-m', `Release ${version}`);
  git(root, 'tag', '--annotate', `v${version}`, '-m', `Release ${version}`);
  say(`Release ${version} is committed and tagged. Read its part of CHANGELOG.md, then:`);
  say('  git push --follow-tags origin main');
  say('  npm run deploy -- staging');
  say('  npm run deploy -- production');
  return true;
}

/** The reason why no release can be made; null: a release can be made. */
function whyNot(root: string): string | null {
  const branch = git(root, 'branch', '--show-current').trim();
  if (branch !== 'main') return `Releases are made on main, and this is "${branch}".`;
  const changed = git(root, 'status', '--porcelain');
  if (changed !== '')
    return `These files differ from the last commit. Commit them first:\n${changed.trimEnd()}`;
  if (commitsSinceTag(root).length === 0) return 'Nothing was committed since the last release.';
  return null;
}

/** The tag of the last release; null before the first release. */
function lastTag(root: string): string | null {
  const [last] = git(root, 'tag', '--list', 'v*', '--merged', 'HEAD', '--sort=-v:refname').split('\n');
  return last || null;
}

/** First lines of the commits since the last tag, newest first. Without a tag: all commits. */
function commitsSinceTag(root: string): string[] {
  const last = lastTag(root);
  const range = last === null ? [] : [`${last}..HEAD`];
  return git(root, 'log', '--no-merges', '--format=%s', ...range)
    .split('\n')
    .filter(Boolean);
}

/**
 * Replaces the version as text, so that all other text of the files stays the same. In the lock file, the first two
 * occurrences are the product's version.
 */
function writeVersion(root: string, old: string, version: string): void {
  for (const [file, times] of [
    ['package.json', 1],
    ['package-lock.json', 2],
  ] as const) {
    let text = readFileSync(path.join(root, file), 'utf8');
    for (let time = 0; time < times; time += 1) {
      text = text.replace(`"version": "${old}"`, `"version": "${version}"`);
    }
    writeFileSync(path.join(root, file), text);
  }
}

/** Writes the bill of materials (SBOM) of the shipped packages, without development tools. */
function writeBill(root: string, name: string): void {
  const { metadata, ...rest } = bill.parse(JSON.parse(billOfShipped(root)));
  // npm uses the folder's name, which is not the product's name.
  const component = { ...metadata.component, name };
  const named = { ...rest, metadata: { ...metadata, component } };
  writeFileSync(path.join(root, 'sbom.cdx.json'), `${JSON.stringify(named, null, 2)}\n`);
}

/**
 * npm's bill of materials for a copy of the manifest without development packages. `--omit dev` would also omit shipped
 * packages that a development tool needs, such as `zod`.
 */
function billOfShipped(root: string): string {
  const copy = mkdtempSync(path.join(tmpdir(), 'release-bill-'));
  try {
    const { devDependencies: _tools, ...shipped } = withTools.parse(readJson(root, 'package.json'));
    const { packages, ...lock } = lockFile.parse(readJson(root, 'package-lock.json'));
    const kept = Object.entries(packages).filter(
      ([folder, { dev, devOptional }]) => folder && !dev && !devOptional,
    );
    writeFileSync(path.join(copy, 'package.json'), JSON.stringify(shipped));
    const shippedLock = { ...lock, packages: { '': shipped, ...Object.fromEntries(kept) } };
    writeFileSync(path.join(copy, 'package-lock.json'), JSON.stringify(shippedLock));
    const parameters = ['sbom', '--sbom-format', 'cyclonedx', '--sbom-type', 'application'];
    const done = spawnSync('npm', [...parameters, '--package-lock-only'], {
      cwd: copy,
      encoding: 'utf8',
      maxBuffer: 64 * 1024 * 1024,
    });
    if (done.status !== 0) throw new Error(`"npm sbom" failed: ${done.stderr}`);
    return done.stdout;
  } finally {
    rmSync(copy, { recursive: true });
  }
}

function readJson(root: string, file: string): unknown {
  return JSON.parse(readFileSync(path.join(root, file), 'utf8'));
}

/** The heading of `CHANGELOG.md` for unreleased changes. */
const unreleased = '## Unreleased';

const bumps = ['patch', 'minor', 'major'] as const;
type Bump = (typeof bumps)[number];

/** The next version, such as "1.4.0" after "1.3.7" for `minor`. */
export function nextVersion(version: string, bump: Bump): string {
  const [major = 0, minor = 0, patch = 0] = version.split('.').map(Number);
  if (bump === 'major') return `${major + 1}.0.0`;
  if (bump === 'minor') return `${major}.${minor + 1}.0`;
  return `${major}.${minor}.${patch + 1}`;
}

/**
 * The changelog with a section for the release. The section contains the text that was under the heading `unreleased`.
 * If there is no such text, the section lists the commits. `day`: such as "2026-11-22". `commits`: first lines of
 * commit messages. Throws if the changelog has no heading `unreleased`.
 */
export function withRelease(
  changelog: string,
  version: string,
  day: string,
  commits: readonly string[],
): string {
  const [before, after] = changelog.split(`${unreleased}\n`);
  if (before === undefined || after === undefined) {
    throw new Error(`CHANGELOG.md has no line "${unreleased}".`);
  }
  const end = after.search(/^## /m);
  const written = (end === -1 ? after : after.slice(0, end)).trim();
  const older = end === -1 ? '' : `\n${after.slice(end)}`;
  const entry = written || commits.map((subject) => `- ${subject}`).join('\n');
  return `${before}${unreleased}\n\n## ${version}, ${day}\n\n${entry}\n${older}`;
}
