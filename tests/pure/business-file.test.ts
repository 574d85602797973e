/** What is wrong with a file is said before anything of it is sent (decision 64). */
import { expect, test, vi } from 'vitest';
import { importBusiness, type Post } from '../../scripts/operator/transfer.ts';
import { anImport, refiled } from '../business-files.ts';

const changed = 'The file was changed since it was made.';
const location = 'a'.repeat(64);

/** A file with one guest. */
function aFile(): string[] {
  const { head, account } = anImport();
  const rows = {
    kind: 'rows',
    location,
    step: 13,
    table: 'visit',
    columns: ['first_name'],
    rows: [['Maya']],
  };
  return refiled(
    [head, account, rows, { kind: 'history', location, rows: [] }, { kind: 'end' }].map((line) =>
      JSON.stringify(line),
    ),
    (line) => line,
  );
}

async function* sequence(lines: readonly string[]): AsyncGenerator<string> {
  yield* lines;
}

test.each([
  ['a file that is none', () => ['{"a":1}'], 'This is no file of an export.'],
  ['an empty one', () => [], 'The file is cut off: it has no end.'],
  ['one that ends early', (file: string[]) => file.slice(0, -1), 'The file is cut off: it has no end.'],
  ['one without a line', (file: string[]) => file.toSpliced(3, 1), changed],
  ['one with a line twice', (file: string[]) => file.toSpliced(3, 0, file[3] ?? ''), changed],
  [
    'one with another name in it',
    (file: string[]) => file.map((line) => line.replace('Maya', 'Mara')),
    changed,
  ],
  ['one that goes on', (file: string[]) => [...file, '{"a":1}'], 'The file goes on after its end.'],
  [
    'a line that is cut',
    (file: string[]) => file.with(2, file[2]?.slice(0, 40) ?? ''),
    'The file was changed, or cut off in the middle of a line.',
  ],
  [
    'a line of another kind',
    (file: string[]) => refiled(file, (line, n) => (n === 3 ? '{"kind":"tune"}' : line)),
    'Line 4 of the file cannot be read.',
  ],
  [
    'no account',
    (file: string[]) => refiled(file, (line, n) => (n === 1 ? '{"kind":"account"}' : line)),
    'The file has no account.',
  ],
  [
    'a newer version',
    (file: string[]) =>
      refiled(file, (line, n) => (n === 0 ? line.replace('"version":1', '"version":2,"new":true') : line)),
    'This file was made by a newer version. Please import it there.',
  ],
] as const)('%s is refused', async (_, change, sentence) => {
  const post = vi.fn<Post>();
  await expect(importBusiness(post, () => sequence(change(aFile())))).rejects.toThrow(sentence);
  expect(post).not.toHaveBeenCalled();
});

test('a file as it was made is sent line by line, counted, and ended', async () => {
  const begun = { importId: 'i', locations: { [location]: 'here' }, payments: 'none' };
  const post = vi.fn<Post>().mockResolvedValue(begun);
  expect(await importBusiness(post, () => sequence(aFile()))).toEqual(begun);
  expect(post.mock.calls.map(([path]) => path)).toEqual([
    '/admin/import',
    '/admin/import/line',
    '/admin/import/line',
    '/admin/import/finish',
  ]);
  expect(post.mock.calls.at(-1)).toEqual([
    '/admin/import/finish',
    { importId: 'i', ...anImport(), lines: { here: 1 }, visits: { here: 0 } },
  ]);
});
