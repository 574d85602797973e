/** What the build does to the stylesheets beyond minifying: the guest's page has 4 KB for all of them. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Plugin } from 'vite';

const client = path.join(import.meta.dirname, '../src/client');

/**
 * Tokens that have one value in every scheme and at every width, and that no script reads. Not the font families: the
 * minifier would take `font: ...` apart and put `font-variant-numeric`, which it resets, before it.
 */
const constantTokens = new Map(
  ['tokens.css', 'owner.css']
    .map((file) => readFileSync(path.join(client, 'styles', file), 'utf8'))
    .flatMap((css) => [...css.matchAll(/(--(?:s\d|r\d|pill|tap|fs-\w+|e\d|ease)): ([^;]+);/g)])
    .map(([, name = '', value = '']) => [name, value]),
);

/** Writes constant tokens out where they are used: their names would be a thirtieth of the sheet. */
export const writeOutConstantTokens: Plugin = {
  name: 'write-out-constant-tokens',
  apply: 'build',
  enforce: 'pre',
  transform: {
    filter: { id: /\.css$/ },
    handler: (css) =>
      css
        .replaceAll(/(--[\w-]+): [^;{}]+;/g, (declaration, name) =>
          constantTokens.has(name) ? '' : declaration,
        )
        .replaceAll(/var\((--[\w-]+)\)/g, (use, name) => constantTokens.get(name) ?? use),
  },
};

/**
 * What the minifier leaves: spaces around commas and slashes where a variable stands, line ends between sheets, and `& ` where
 * a nested rule begins, or one more of its tags.
 */
const leftOver = /, | \/ |\n|(?<=[{};])& |(?<=,)& (?=[a-z][^(){};]*\{)/;

/** A sheet without what goes without saying, but for what stands in strings. */
export function withoutLeftOvers(css: string): string {
  const strings = /"[^"]*"|'[^']*'/;
  const found = new RegExp(`${strings.source}|${leftOver.source}`, 'g');
  return css.replaceAll(found, (text) => (strings.test(text) ? text : text.replaceAll(/[&\s]/g, '')));
}

export const minifyOnceMore: Plugin = {
  name: 'minify-once-more',
  apply: 'build',
  enforce: 'post',
  generateBundle(_options, bundle) {
    for (const file of Object.values(bundle)) {
      if (file.type !== 'asset' || !file.fileName.endsWith('.css')) continue;
      file.source = withoutLeftOvers(file.source.toString());
    }
  },
};

/**
 * Has each class name imported by itself, so that the build writes it out where it is used: objects of names that are read
 * once are half a KB of the guest's page.
 */
export const importClassesByName: Plugin[] = [
  {
    name: 'import-classes-by-name',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: /src[\\/]client[\\/].*\.tsx?$/ },
      handler: (code) =>
        code.replaceAll(/^import (\w+) from ('[^']+\.module\.css';)$/gm, 'import * as $1 from $2'),
    },
    /** A class that its sheet does not have. */
    onLog(_level, log) {
      if (log.code === 'IMPORT_IS_UNDEFINED') this.error(log);
    },
  },
  {
    // A sheet of which nothing but names was asked would be left out.
    name: 'keep-sheets',
    apply: 'build',
    enforce: 'post',
    transform: {
      filter: { id: /\.module\.css$/ },
      handler: (code) => ({ code, map: null, moduleSideEffects: 'no-treeshake' }),
    },
  },
];

const isSeenByGuests = (sheet: string) => /^(features.guest-queue|ui)\b/.test(sheet);

/**
 * Every file of scoped class names, in an order that is the same in each build. Guests' first: there are more files than
 * letters, and a new one elsewhere must not make guests' pages heavier.
 */
const moduleSheets = readdirSync(client, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.module.css'))
  .toSorted()
  .toSorted((one, other) => Number(isSeenByGuests(other)) - Number(isSeenByGuests(one)));
/** The names of each sheet, in the order in which they were met. */
const namesBySheet = new Map<string, string[]>();

/** Class names like `c7`, the same in the browser and on the server. Hashes were a twentieth of the sheet. */
export function scopedName(name: string, file: string): string {
  const sheet = path.relative(client, file.split('?')[0] ?? '');
  const index = moduleSheets.indexOf(sheet);
  if (index === -1) throw new Error(`${file} is no *.module.css below src/client`);
  const names = namesBySheet.get(sheet) ?? [];
  namesBySheet.set(sheet, names);
  if (!names.includes(name)) names.push(name);
  return `${letters(index)}${names.indexOf(name)}`;
}

/** 0 is 'a', 51 'Z', 52 'aa'. */
function letters(index: number): string {
  const alphabet = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';
  const rest = Math.floor(index / alphabet.length);
  return (rest === 0 ? '' : letters(rest - 1)) + alphabet.charAt(index % alphabet.length);
}
