/** What is wrong with a file is said before anything of it is sent (decision 64). */
import { expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { BrokenOff, importBusiness, Refused, type Post } from '../../scripts/operator/transfer.ts';
import { anImport, refiled } from '../business-files.ts';
import { aGrant } from '../a-grant.ts';

const changed = 'The file was changed since it was made.';
const location = 'a'.repeat(64);

/** A file with one guest and two grants. */
function aFile(): string[] {
  const { head, account } = anImport();
  const grants = { kind: 'grants', rows: [aGrant, { ...aGrant, slot: 2 }] };
  const rows = {
    kind: 'rows',
    location,
    step: 13,
    table: 'visit',
    columns: ['first_name'],
    rows: [['Maya']],
  };
  return refiled(
    [head, account, grants, rows, { kind: 'history', location, rows: [] }, { kind: 'end' }].map((line) =>
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

/** A server that takes an import, but for what `fails` says. */
function taking(fails: (path: string) => Error | null = () => null) {
  const answers: Record<string, unknown> = {
    '/admin/import': { locations: { [location]: 'here' } },
    '/admin/import/finish': { payments: 'none', late: [], missing: [] },
  };
  return vi.fn<Post>((path) => {
    const error = fails(path);
    return error === null ? Promise.resolve(answers[path] ?? {}) : Promise.reject(error);
  });
}

const paths = (post: ReturnType<typeof taking>) =>
  post.mock.calls.map(([path]) => path.replace('/admin/', ''));

test('a file as it was made is sent line by line, counted, and ended', async () => {
  const post = taking();
  expect(await importBusiness(post, () => sequence(aFile()))).toEqual({
    locations: { [location]: 'here' },
    payments: 'none',
    late: [],
    missing: [],
  });
  expect(paths(post)).toEqual(['import', 'import/line', 'import/line', 'import/line', 'import/finish']);
  const [begun] = post.mock.calls;
  const { importId } = z.parse(z.object({ importId: z.uuid() }), begun?.[1]);
  expect(begun?.[1]).toEqual({ importId, ...anImport() });
  expect(post.mock.calls.at(-1)?.[1]).toEqual({
    importId,
    ...anImport(),
    lines: { here: 1 },
    visits: { here: 0 },
    grants: 2,
  });
});

const away = new TypeError('fetch failed');
test.each(['/admin/import', '/admin/import/line', '/admin/import/finish'])(
  'an import that breaks off at %s is taken back, by its own name',
  async (broken) => {
    const post = taking((path) => (path === broken ? away : null));
    const failed = await importBusiness(post, () => sequence(aFile())).catch((error: unknown) => error);
    expect(failed).toMatchObject({ message: 'fetch failed', left: 'nothing' });
    const { importId } = z.parse(z.object({ importId: z.uuid() }), post.mock.calls[0]?.[1]);
    expect(post.mock.calls.at(-1)).toEqual(['/admin/import/abandon', { importId }]);
  },
);

test.each([
  ['/admin/import', 'pieces'],
  ['/admin/import/line', 'pieces'],
  ['/admin/import/finish', 'perhaps_all'],
] as const)('one that can neither go on at %s nor be taken back leaves %s', async (broken, left) => {
  const post = taking((path) => (path === broken || path === '/admin/import/abandon' ? away : null));
  const failed = await importBusiness(post, () => sequence(aFile())).catch((error: unknown) => error);
  expect(failed).toMatchObject({ message: 'fetch failed', left });
});

test('what is refused is told as it was said, and taken back as well', async () => {
  const no = new Refused('That business username is already taken.');
  const post = taking((path) => (path === '/admin/import/finish' ? no : null));
  await expect(importBusiness(post, () => sequence(aFile()))).rejects.toBe(no);
  expect(paths(post).at(-1)).toBe('import/abandon');
});

test('a refusal of what may have been done by a call before is no certain one', async () => {
  const no = new Refused('Please sign in to continue.', { cause: away });
  const post = taking((path) => (path === '/admin/import/finish' ? no : null));
  await expect(importBusiness(post, () => sequence(aFile()))).rejects.toEqual(new BrokenOff(no, 'nothing'));
});
