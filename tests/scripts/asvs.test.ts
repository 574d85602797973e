/** The summary of `docs/asvs.md` is correct, and the files, limits and log events that it names exist. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { projectRoot } from '../../scripts/local/settings.ts';

const textOf = (file: string) => readFileSync(path.join(projectRoot, file), 'utf8');
const page = textOf('docs/asvs.md');

const answers = ['met', 'not applicable', 'decided', 'open'];

const rows = [...page.matchAll(/^\| V(\d+)\.\d+\.\d+ +\| (\d) +\| [^|]+\| ([^|]+?) +\| (.*) \|$/gm)].map(
  ([, chapter = '', level = '', answer = '', why = '']) => ({ chapter, level, answer, why }),
);

test('the summary counts the rows of each chapter', () => {
  const chapters = [...page.matchAll(/^\| V(\d+) [^|]+((?:\| \d+ +)+)\|$/gm)].map(
    ([, chapter, counts = '']) => [chapter, ...counts.split('|').slice(1).map(Number)],
  );
  const counted = chapters.map(([chapter]) => {
    const own = rows.filter((row) => row.chapter === chapter);
    const counts = ['1', '2'].flatMap((level) =>
      answers.map((answer) => own.filter((row) => row.level === level && row.answer === answer).length),
    );
    return [chapter, ...counts, own.length];
  });
  expect(chapters).toEqual(counted);
  expect([chapters.length, rows.length]).toEqual([17, 253]);
});

test('each row that is not met has its reason', () => {
  const others = rows.filter(({ answer }) => answer === 'decided' || answer === 'open');
  expect(others.filter(({ why }) => !/\bReason: \S/.test(why))).toEqual([]);
});

test('each file that is named exists', () => {
  const files = [...page.matchAll(/`((?:src|tests|scripts|docs|public|\.github)\/[^`]+\.\w+)`/g)];
  const missing = files
    .map(([, file = '']) => file)
    .filter((file) => !existsSync(path.join(projectRoot, file)));
  expect(missing).toEqual([]);
});

test('each limit is there with its numbers', () => {
  const listed = [...page.matchAll(/^\| `([a-z-]+)` +\| (\d+) +\| (\d+) +\|/gm)].map(([, ...row]) =>
    row.join(' '),
  );
  const source = textOf('src/worker/http/rate-limits.ts');
  const actual = [
    ...source.matchAll(/name: '([a-z-]+)',\s+most: (\d+),\s+windowMs: (?:(\d+) \* )?MINUTE_MS/g),
  ].map(([, name, most, minutes = '1']) => `${name} ${most} ${minutes}`);
  expect(actual.length).toBe(source.match(/ windowMs: .*MINUTE_MS/g)?.length);
  expect(listed.toSorted()).toEqual(actual.toSorted());
});

test('each event of the log is there', () => {
  const events = [...textOf('src/worker/platform/log.ts').matchAll(/event: '(\w+)'/g)].map(
    ([, name]) => name,
  );
  expect(events.length).toBeGreaterThan(40);
  expect(events.filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
});
