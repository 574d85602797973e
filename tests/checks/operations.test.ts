/** `docs/operations.md` explains every sign there is, and none that is not. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { projectRoot } from '../../scripts/local/settings.ts';
import packageJson from '../../package.json' with { type: 'json' };

const read = (file: string) => readFileSync(path.join(projectRoot, file), 'utf8');
const text = read('docs/operations.md');
const counting = read('src/worker/watch/count.ts');
const rowsOf = (section: string) =>
  [...sectionOf(section).matchAll(/^\|(.+)\|$/gm)].map(([, row = '']) =>
    row.split('|').map((cell) => cell.trim()),
  );

/** What stands below this heading. */
function sectionOf(heading: string): string {
  const [, after = ''] = text.split(`\n## ${heading}\n`);
  return after.split('\n## ')[0] ?? '';
}

/** The word in backticks that a row begins with, of rows of so many cells. */
function named(section: string, cells: number): string[] {
  return rowsOf(section)
    .filter((row) => row.length === cells)
    .flatMap(([first = '']) => /^`(\w+)`$/.exec(first)?.[1] ?? []);
}

/** The events of a union of types. */
function eventsIn(source: string): string[] {
  return [...new Set([...source.matchAll(/^\s*(?:\| \{ )?event: '(\w+)'/gm)].map(([, event = '']) => event))];
}

test('every event of the log has one row, with how urgent it is and what to do', () => {
  const [union = ''] = /export type LogEvent =.*?;\n\n/s.exec(read('src/worker/log.ts')) ?? [];
  const events = eventsIn(union);
  expect(events.length).toBeGreaterThan(25);
  expect(named('Logs', 4).toSorted()).toEqual(events.toSorted());
  for (const [event = '', urgency, meaning, deed] of rowsOf('Logs').filter((row) => row.length === 4)) {
    if (!event.startsWith('`')) continue;
    expect(['urgent', 'today', 'watch', 'course']).toContain(urgency);
    expect([event, meaning, deed]).toEqual([event, expect.stringMatching(/\w/), expect.stringMatching(/\w/)]);
  }
});

test('what the log complains of is urgent or of today, and nothing that is urgent is said quietly but by the deep check', () => {
  const [, loud = ''] = /const bugs: .*?\(\[(.*?)\]\)/s.exec(read('src/worker/log.ts')) ?? [];
  const complaints = [...loud.matchAll(/'(\w+)'/g)].map(([, event = '']) => event);
  const pressing = rowsOf('Logs')
    .filter(([, urgency]) => urgency === 'urgent')
    .map(([event = '']) => event.replaceAll('`', ''));
  expect(complaints.length).toBeGreaterThan(4);
  expect(pressing.filter((event) => !complaints.includes(event))).toEqual(['part_away']);
  expect(complaints.filter((event) => !pressing.includes(event))).toEqual(['paid_twice']);
});

/** All that a text can come to. */
function textCounts(): string[] {
  const [union = ''] = /export type TextCount =.*?;\n/s.exec(counting) ?? [];
  return quotedIn(union);
}

function quotedIn(source: string): string[] {
  return [...source.matchAll(/'(\w+)'/g)].map(([, word = '']) => word);
}

test('every counter has one row, with each of its details that is known', () => {
  const [union = ''] = /export type Counted =.*?;\n\n/s.exec(counting) ?? [];
  expect(named('Counters', 3).toSorted()).toEqual(eventsIn(union).toSorted());
  const details = textCounts().map((state) => `\`${state}\``);
  const [, told = ''] = rowsOf('Counters').find(([event]) => event === '`text`') ?? [];
  expect(details.length).toBe(10);
  for (const detail of details) expect(told).toContain(detail);
});

test('queries ask for columns, events and details that are written', () => {
  const queries = [...text.matchAll(/```sql\n(.*?)```/gs)].map(([, sql]) => sql).join('\n');
  const columns = new Set([...queries.matchAll(/\b(?:blob|double|index)\d+\b/g)].map(([column]) => column));
  expect([...columns].toSorted()).toEqual(['blob1', 'blob2', 'blob3', 'double1', 'double2', 'index1']);
  const words = new Set(
    [...queries.matchAll(/'(\w+)'/g)].map(([, word = '']) => word).filter((word) => !/^\d+$/.test(word)),
  );
  const known = new Set(
    [counting, read('src/shared/copy/refusals.ts')].flatMap(
      (source) => source.match(/\b[a-z]+(?:_[a-z]+)*\b/g) ?? [],
    ),
  );
  expect(words.size).toBeGreaterThan(15);
  expect([...words].filter((word) => !known.has(word))).toEqual([]);
});

test('the alert on texts counts as lost all that is neither on its way, nor there, nor taken back', () => {
  const [, arrived = ''] = /sumIf\([^,]*, (blob2 = .*?)\) AS arrived/.exec(text) ?? [];
  const [, lost = ''] = /sumIf\([^,]*, blob2 IN \((.*?)\)\) AS lost/.exec(text) ?? [];
  const unjudged = ['queued', 'sent', 'withdrawn'];
  expect(quotedIn(arrived)).toEqual(['delivered']);
  expect([...quotedIn(lost), 'delivered', ...unjudged].toSorted()).toEqual(textCounts().toSorted());
});

test('every path, script, link and heading that it names is there', () => {
  const paths = [...text.matchAll(/`((?:src|tests|docs|scripts|bench)\/[^`]*)`/g)].map(
    ([, found = '']) => found,
  );
  expect(paths.length).toBeGreaterThan(4);
  expect(paths.filter((each) => !existsSync(path.join(projectRoot, each)))).toEqual([]);
  const scripts = [...text.matchAll(/npm run ([\w:]+)/g)].map(([, script = '']) => script);
  expect(scripts.filter((script) => !(script in packageJson.scripts))).toEqual([]);
  const links = [...text.matchAll(/\]\(([\w./-]*)(?:#([\w-]+))?\)/g)];
  expect(links.length).toBeGreaterThan(5);
  for (const [link, file = '', heading] of links) {
    const target = file === '' ? 'docs/operations.md' : path.join('docs', file);
    expect([link, existsSync(path.join(projectRoot, target))]).toEqual([link, true]);
    if (heading === undefined) continue;
    const headings = [...read(target).matchAll(/^#+ (.+)$/gm)].map(([, words = '']) => words);
    expect(headings.map((words) => words.toLowerCase().replaceAll(' ', '-'))).toContain(heading);
  }
});

test('every command for D1 in the docs runs as it stands, and names the environment whose database it is about', () => {
  const files = globSync('docs/**/*.md', { cwd: projectRoot });
  const commands = files.flatMap((file) => read(file).match(/(?:npx )?wrangler d1 [^`\n]*/g) ?? []);
  expect(commands.length).toBeGreaterThan(8);
  expect(commands.filter((command) => !/^npx .* --env (?:production|staging)(?: |$)/.test(command))).toEqual(
    [],
  );
});
