/** For each statement of the privacy policy about data, the table in `docs/asvs.md` names the code and a test. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { projectRoot } from '../../scripts/local/settings.ts';
import { policy } from '../../src/shared/copy/en/site/policy.ts';

const aboutData = [
  'Data we collect',
  'Who we share it with',
  'How long we keep it',
  'Your rights',
  'Security',
];

/** The paragraphs and list items of these sections. A line that only introduces a list is left out. */
const statements = policy.sections
  .filter(({ title }) => aboutData.includes(title))
  .flatMap(({ body }) => body)
  .flat()
  .filter((words) => !/^From (guests|business owners).*:$/.test(words));

const [, table = ''] = readFileSync(path.join(projectRoot, 'docs', 'asvs.md'), 'utf8').split(
  '## The privacy policy, statement by statement',
);
const rows = table
  .split('\n')
  .filter((line) => line.startsWith('| ') && !/^\| (statement|---)/.test(line))
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .map(([, words = '', code = '', tests = '']) => ({ words, code, tests }));

test('each statement of the policy about data has one row, in the order of the policy', () => {
  const found = statements.map((statement) => rows.filter(({ words }) => statement.startsWith(words)));
  expect(statements.filter((_, index) => found[index]?.length !== 1)).toEqual([]);
  expect(found.flat()).toEqual(rows);
});

test('each row names code and tests that there are, or says why there are none', () => {
  for (const { words, code, tests } of rows) {
    const files = [...`${code} ${tests}`.matchAll(/`([^`]+)`/g)].map(([, file = '']) => file);
    const missing = files.filter((file) => !existsSync(path.join(projectRoot, file)));
    expect([words, missing]).toEqual([words, []]);
    const isCode = /`src\//.test(code) && /`tests\//.test(tests);
    expect([words, isCode || (/^none: ./.test(code) && tests === 'none')]).toEqual([words, true]);
  }
});
