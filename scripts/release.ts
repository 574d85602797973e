/**
 * `npm run release -- patch|minor|major`: makes a new version of this commit with changelog, bill of materials and tag
 * (docs/deploy.md).
 */
import { spawnSync } from 'node:child_process';
import { projectRoot } from './local/settings.ts';
import { release } from './release/release.ts';

try {
  const isReleased = release(process.argv.slice(2), {
    root: projectRoot,
    day: new Date().toISOString().slice(0, 10),
    say: (line) => console.log(line),
    writeFixture: () =>
      spawnSync('npm', ['run', '--silent', 'release:fixture'], { cwd: projectRoot, stdio: 'inherit' })
        .status === 0,
  });
  process.exitCode = isReleased ? 0 : 1;
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
