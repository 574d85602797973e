/** `CHANGELOG.md`: what was written for the next release, or else its commits, becomes that release's part. Pure. */

const unreleased = '## Unreleased';

export const bumps = ['patch', 'minor', 'major'] as const;
export type Bump = (typeof bumps)[number];

/** The version after this one, such as "1.4.0" after "1.3.7" for `minor`. */
export function nextVersion(version: string, bump: Bump): string {
  const [major = 0, minor = 0, patch = 0] = version.split('.').map(Number);
  if (bump === 'major') return `${major + 1}.0.0`;
  if (bump === 'minor') return `${major}.${minor + 1}.0`;
  return `${major}.${minor}.${patch + 1}`;
}

/** `day` as "2026-11-22", `commits` by their first lines. Throws where the text has no part for what is not released. */
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
