/** What `src/` exports is used by another file, and each sentence of the copy catalogue is shown somewhere. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { adminCopy } from '../../src/shared/copy/admin.ts';
import { demoCopy } from '../../src/shared/copy/demo.ts';
import { formsCopy } from '../../src/shared/copy/forms.ts';
import { guestCopy } from '../../src/shared/copy/guest.ts';
import { analyticsCopy } from '../../src/shared/copy/analytics.ts';
import { accountCopy } from '../../src/shared/copy/account.ts';
import { billingCopy } from '../../src/shared/copy/billing.ts';
import { helpCopy } from '../../src/shared/copy/help.ts';
import { landingCopy } from '../../src/shared/copy/landing.ts';
import { ownerCopy } from '../../src/shared/copy/owner.ts';
import { settingsCopy } from '../../src/shared/copy/settings.ts';
import { siteCopy } from '../../src/shared/copy/site.ts';
import { securityCopy } from '../../src/shared/copy/security.ts';

const projectRoot = path.dirname(path.dirname(import.meta.dirname));

/** The words of each file, by its path. */
const wordsOf = new Map(
  ['src', 'scripts', 'bench', 'tests'].flatMap(sourcesBelow).map((file) => [file, words(read(file))]),
);
const sources = [...wordsOf.keys()].filter((file) => file.startsWith('src/'));

test('every value that a file of src exports is used by another file', () => {
  const values = /^export (?:async )?(?:const|let|function|class) (\w+)/gm;
  expect(exportsUsedNowhere(values, () => true)).toEqual([]);
});

test('every type that a file of src exports is used by another file or by its own', () => {
  const types = /^export type (\w+)/gm;
  expect(exportsUsedNowhere(types, (file, name) => !isUsedWithin(file, name))).toEqual([]);
});

test('every entry of the copy catalogue is used outside of it', () => {
  const elsewhere = sources.filter((file) => !file.startsWith('src/shared/copy/'));
  const used = new Set(elsewhere.flatMap((file) => [...(wordsOf.get(file) ?? [])]));
  const entries = Object.entries({
    adminCopy,
    analyticsCopy,
    demoCopy,
    formsCopy,
    guestCopy,
    helpCopy,
    landingCopy,
    accountCopy,
    billingCopy,
    ownerCopy,
    securityCopy,
    settingsCopy,
    siteCopy,
  }).flatMap(leaves);
  expect(entries.length).toBeGreaterThan(200);
  expect(entries.filter((entry) => !used.has(entry.split('.').at(-1) ?? ''))).toEqual([]);
});

function exportsUsedNowhere(pattern: RegExp, counts: (file: string, name: string) => boolean): string[] {
  return sources.flatMap((file) =>
    [...read(file).matchAll(pattern)]
      .map(([, name = '']) => name)
      .filter((name) => !isUsedOutside(file, name) && counts(file, name))
      .map((name) => `${file}: ${name}`),
  );
}

function isUsedOutside(file: string, name: string): boolean {
  return [...wordsOf].some(([other, inOther]) => other !== file && inOther.has(name));
}

function isUsedWithin(file: string, name: string): boolean {
  return read(file).split(new RegExp(`\\b${name}\\b`)).length > 2;
}

function leaves([name, value]: [string, unknown]): string[] {
  if (typeof value !== 'object' || value === null) return [name];
  return Object.entries(value)
    .flatMap(leaves)
    .map((leaf) => `${name}.${leaf}`);
}

function words(text: string): Set<string> {
  return new Set(text.match(/\w+/g));
}

function read(file: string): string {
  return readFileSync(path.join(projectRoot, file), 'utf8');
}

function sourcesBelow(folder: string): string[] {
  return readdirSync(path.join(projectRoot, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => path.relative(projectRoot, path.join(entry.parentPath, entry.name)))
    .map((file) => file.replaceAll('\\', '/'));
}
