/**
 * Makes the font files of `src/client/fonts` from the pinned packages. Run this script by hand (`npm run fonts`) after
 * a change of a font or a range. The result is committed, so that a build needs no font tools.
 */
import { copyFile, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import subsetFont from 'subset-font';

const require = createRequire(import.meta.url);
const target = path.join(import.meta.dirname, '../src/client/fonts');

function sourceFile(family: string, file: string): string {
  return require.resolve(`@fontsource-variable/${family}/files/${family}-${file}.woff2`);
}

/** Every character of the ranges, including the first and last character of each range. */
function characters(...ranges: (readonly [first: number, last: number])[]): string {
  return ranges
    .flatMap(([first, last]) =>
      Array.from({ length: last - first + 1 }, (_, i) => String.fromCodePoint(first + i)),
    )
    .join('');
}

/** Western European text and its punctuation: the same ranges as `unicode-range` in `styles/fonts.css`. */
const latin = characters(
  [0x20, 0x7e], [0xa0, 0xa0], [0xa3, 0xa3], [0xa9, 0xa9], [0xb7, 0xb7], [0xbf, 0xff], [0x2013, 0x2014],
  [0x2018, 0x201d], [0x2022, 0x2022], [0x2026, 0x2026], [0x20ac, 0x20ac],
); // oxfmt-ignore

/**
 * Letters of names outside Western Europe (Ł, ş, ő, ẽ, Vietnamese bases). A page loads this font only if the page has
 * such a letter.
 */
const latinExtended = characters([0x100, 0x2ba], [0x1e00, 0x1e9f], [0x1ef2, 0x1eff]);

/**
 * Features that stay in the fonts: kerning, accents, tabular figures. The pages use no fractions, ordinals or old-style
 * figures.
 */
const usedFeatures = ['kern', 'mark', 'mkmk', 'ccmp', 'locl', 'tnum', 'calt'];

const subsets = [
  {
    from: sourceFile('figtree', 'latin-wght-normal'),
    to: 'figtree-latin.woff2',
    text: latin,
    weights: { min: 400, max: 700 },
  },
  {
    from: sourceFile('figtree', 'latin-ext-wght-normal'),
    to: 'figtree-latin-ext.woff2',
    text: latinExtended,
    weights: { min: 400, max: 700 },
  },
  {
    from: sourceFile('bricolage-grotesque', 'latin-wght-normal'),
    to: 'bricolage-digits.woff2',
    text: '#0123456789:+',
    weights: 700,
  },
  {
    from: sourceFile('bricolage-grotesque', 'latin-wght-normal'),
    to: 'bricolage-latin.woff2',
    text: latin,
    weights: 700,
  },
];

for (const { from, to, text, weights } of subsets) {
  const subset = await subsetFont(await readFile(from), text, {
    targetFormat: 'woff2',
    variationAxes: { wght: weights },
    keepFeatures: usedFeatures,
    noHinting: true,
  });
  await writeFile(path.join(target, to), subset);
  console.log(`${to} ${subset.length} bytes`);
}
for (const family of ['figtree', 'bricolage-grotesque']) {
  await copyFile(
    require.resolve(`@fontsource-variable/${family}/LICENSE`),
    path.join(target, `${family}-OFL.txt`),
  );
}
