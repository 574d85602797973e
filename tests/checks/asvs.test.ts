/** `docs/asvs.md` answers the whole list, counts what it answers, and names only what is there. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const projectRoot = path.dirname(path.dirname(import.meta.dirname));
const text = (file: string) => readFileSync(path.join(projectRoot, file), 'utf8');
const page = text('docs/asvs.md');
const answers = ['met', 'not applicable', 'open'];

/** The cells of each line of a table whose first cell fits. */
function rowsOf(firstCell: RegExp): string[][] {
  const lines = page.split('\n').filter((line) => line.startsWith('| '));
  const cells = lines.map((line) =>
    line
      .split('|')
      .map((cell) => cell.trim())
      .slice(1, -1),
  );
  return cells.filter(([first = '']) => firstCell.test(first));
}

const rows = rowsOf(/^V\d+\.\d+\.\d+$/).map(([id = '', level = '', subject = '', answer = '', why = '']) => ({
  id,
  level,
  subject,
  answer,
  why,
}));

/** Files and folders of the project that a text names in backticks. */
function pathsIn(markdown: string): string[] {
  const named = [...markdown.matchAll(/`([^`\n]+)`/g)].map(([, name = '']) => name);
  const isPath =
    /^(?:(?:src|tests|docs|public|scripts|migrations|bench)\/|(?:README\.md|wrangler\.toml|package(?:-lock)?\.json|vite\.config\.ts)$)/;
  return named.filter((name) => isPath.test(name));
}

test('every requirement of the list is answered once, in its order and with its level', () => {
  // Descriptions hold line breaks nowhere, and the first two columns no commas.
  const wanted = text('tests/data/asvs-5.0.0-L1-L2.csv')
    .split('\n')
    .map((line) => /^(V[\d.]+),([12]),/.exec(line))
    .flatMap((found) => (found ? [`${found[1]} ${found[2]}`] : []));
  expect(wanted).toHaveLength(253);
  expect(rows.map(({ id, level }) => `${id} ${level}`)).toEqual(wanted);
});

test('every answer is one of three, with a subject and a reason', () => {
  expect(rows.filter(({ answer }) => !answers.includes(answer))).toEqual([]);
  expect(rows.filter(({ subject, why }) => subject === '' || why === '')).toEqual([]);
});

test('what is met names a file that does it', () => {
  expect(rows.filter(({ answer, why }) => answer === 'met' && pathsIn(why).length === 0)).toEqual([]);
});

test('every file that the page names is there', () => {
  const named = pathsIn(page);
  expect(named.length).toBeGreaterThan(200);
  expect(named.filter((file) => !existsSync(path.join(projectRoot, file)))).toEqual([]);
});

test('the summary counts the rows', () => {
  const counted = rowsOf(/^(?:V\d+ |all$)/).map(([chapter = '', ...numbers]) => [
    chapter.split(' ')[0],
    ...numbers.map(Number),
  ]);
  const chapters = [...new Set(rows.map(({ id }) => id.split('.')[0] ?? ''))];
  const countsOf = (chapter: string) => {
    const own = rows.filter(({ id }) => chapter === 'all' || id.startsWith(`${chapter}.`));
    const each = ['1', '2'].flatMap((level) =>
      answers.map((answer) => own.filter((row) => row.level === level && row.answer === answer).length),
    );
    return [chapter, ...each, own.length];
  };
  expect(counted).toEqual([...chapters, 'all'].map(countsOf));
});

test('the list of what is open names each open row once, with its level', () => {
  const listed = [...page.matchAll(/^\d+\. \*\*(V[\d.]+)\*\* \(L([12])\): \S/gm)];
  const open = rows.filter(({ answer }) => answer === 'open');
  expect(listed.map(([, id, level]) => `${id} ${level}`).toSorted()).toEqual(
    open.map(({ id, level }) => `${id} ${level}`).toSorted(),
  );
});

test('the limits on the page are those of the code', () => {
  // Read as text: the module itself needs the platform's types.
  const limit = /\{ name: '([a-z-]+)', most: (\d+), windowMs: (?:(\d+) \* )?MINUTE_MS \}/g;
  const inCode = [...text('src/worker/security/limits.ts').matchAll(limit)].map(
    ([, name = '', most, minutes = '1']) => [`\`${name}\``, most, minutes],
  );
  expect(inCode.length).toBeGreaterThan(15);
  const [, onPage = ''] = page.split('### Limits');
  const written = [...onPage.matchAll(/^\| (`[a-z-]+`) +\| (\d+) +\| (\d+) +\|/gm)].map(
    ([, ...cells]) => cells,
  );
  expect(written).toEqual(inCode);
});
