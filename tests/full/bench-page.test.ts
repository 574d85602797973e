/** The benchmark of the guest's page reports missing tools before it starts a server. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { projectRoot } from '../../scripts/local/settings.ts';

test.runIf(process.platform === 'linux')('without a font of a phone’s width it ends with a sentence', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'no-fonts-'));
  try {
    const fonts = path.join(folder, 'fonts.conf');
    writeFileSync(fonts, `<fontconfig><dir>${folder}</dir><cachedir>${folder}</cachedir></fontconfig>`);
    const run = spawnSync('node', ['scripts/pinned-node.mjs', 'bench/page.ts'], {
      cwd: projectRoot,
      encoding: 'utf8',
      env: { ...process.env, FONTCONFIG_FILE: fonts, TMPDIR: folder },
    });
    expect([run.status, run.stdout, run.stderr]).toEqual([
      1,
      '',
      "Layout shifts cannot be measured without a font of a phone's width: install Arial, or Roboto, or Liberation Sans (Debian: fonts-liberation).\n",
    ]);
    // No state folder exists, because the server was not started.
    expect(readdirSync(folder).filter((name) => name.startsWith('bench-page-'))).toEqual([]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
