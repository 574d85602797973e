/** What the security documents name as defence or test is there. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { projectRoot } from '../../scripts/local/settings.ts';

const documents = ['docs/security.md'];

function read(file: string): string {
  return readFileSync(path.join(projectRoot, file), 'utf8');
}

/** Every path of ours that stands in backticks. */
function pathsIn(text: string): string[] {
  return [...text.matchAll(/`((?:src|tests|docs|public|scripts|bench)\/[^`]*)`/g)].map(
    ([, found]) => found ?? '',
  );
}

test.each(documents)('every path that %s names exists', (document) => {
  const paths = pathsIn(read(document));
  expect(paths.length).toBeGreaterThan(50);
  expect(paths.filter((each) => !existsSync(path.join(projectRoot, each)))).toEqual([]);
});

test('every threat has a defence in the product and a test that shows it', () => {
  const [, section = ''] = /^## Threats\n(.*?)^## /ms.exec(read('docs/security.md')) ?? [];
  const [, , ...rows] = section.split('\n').filter((line) => line.startsWith('|'));
  expect(rows.length).toBeGreaterThan(30);
  for (const row of rows) {
    const [, abuse, defence = '', shown = '', end] = row.split(/(?<!\\)\|/);
    expect([abuse, end]).toEqual([expect.stringMatching(/\w/), '']);
    const files = pathsIn(defence);
    expect([abuse, files.length > 0, files.filter((each) => !/^(src|public)\//.test(each))]).toEqual([
      abuse,
      true,
      [],
    ]);
    const tests = pathsIn(shown);
    expect([abuse, tests.length > 0, tests.filter((each) => !/^tests\/.*\.test\.ts$/.test(each))]).toEqual([
      abuse,
      true,
      [],
    ]);
  }
});
