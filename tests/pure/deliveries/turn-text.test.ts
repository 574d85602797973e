import { readFileSync } from 'node:fs';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { inGsm, isGsm, septetsOf, keptShare, shortened } from '../../../src/shared/text/gsm.ts';
import { languages } from '../../../src/shared/languages.ts';
import {
  admissionText,
  almostThereText,
  ownWordsProblem,
  textLanguage,
  turnText,
  type TurnText,
} from '../../../src/shared/text/turn-text.ts';
import { withoutLinks } from '../../../src/shared/text/words-check.ts';
import { examples } from '../../support/depth.ts';

const link = `https://queue.holdline.example/queue/blue-door?v=${'x'.repeat(30)}`;
const minutes = (count: number) => count * 60_000;

function aText(about: Partial<TurnText> = {}): TurnText {
  return {
    businessName: 'Blue Door',
    username: 'blue-door',
    protectedNames: [],
    isNameApproved: false,
    language: 'en',
    minutes: 5,
    link,
    isFirst: false,
    ownWords: null,
    ...about,
  };
}

const say = (about: Partial<TurnText> = {}) => turnText(aText(about)).replace(about.link ?? link, '<link>');

test.each([
  ['en', 5, "Blue Door via Holdline: it's your turn. Please arrive within 5 minutes. <link>"],
  ['en', 1, "Blue Door via Holdline: it's your turn. Please arrive within 1 minute. <link>"],
  ['en', 0, "Blue Door via Holdline: it's your turn. Please come now. <link>"],
  ['id', 5, 'Blue Door via Holdline: giliran Anda. Silakan datang dalam 5 menit. <link>'],
  ['id', 1, 'Blue Door via Holdline: giliran Anda. Silakan datang dalam 1 menit. <link>'],
  ['id', 0, 'Blue Door via Holdline: giliran Anda. Silakan datang sekarang. <link>'],
  ['es', 5, 'Blue Door por Holdline: es su turno. Por favor, llegue en 5 minutos. <link>'],
  ['es', 1, 'Blue Door por Holdline: es su turno. Por favor, llegue en 1 minuto. <link>'],
  ['es', 0, 'Blue Door por Holdline: es su turno. Por favor, venga ahora. <link>'],
  ['ar', 5, 'من Blue Door عبر Holdline: حان دورك خلال 5 د. <link>'],
  ['ar', 1, 'من Blue Door عبر Holdline: حان دورك خلال دقيقة. <link>'],
  ['ar', 0, 'من Blue Door عبر Holdline: حان دورك. نرجو الحضور الآن. <link>'],
] as const)(
  'in %s, with %i minutes left, a text names the business, the time and the page',
  (language, left, text) => {
    expect(say({ language, minutes: left })).toBe(text);
  },
);

const short = 'https://a.example/q';
test.each([
  [
    'en',
    "Blue Door via Holdline: it's your turn. Please arrive within 5 minutes. <link> Reply STOP to opt out.",
  ],
  [
    'id',
    'Blue Door via Holdline: giliran Anda. Silakan datang dalam 5 menit. <link> Balas STOP untuk berhenti.',
  ],
  [
    'es',
    'Blue Door por Holdline: es su turno. Por favor, llegue en 5 minutos. <link> Responda STOP para no recibir SMS.',
  ],
  ['ar', 'من Blue Door عبر Holdline: حان دورك. نرجو الحضور خلال 5 د. <link> لإيقاف الرسائل أرسل STOP.'],
] as const)('in %s the first text to a number says how to stop them', (language, text) => {
  expect(say({ language, isFirst: true, link: short })).toBe(text);
});

test.each([
  [
    20,
    "Blue Door via Holdline: it's your turn. Please arrive within 5 minutes. <link> Reply STOP to opt out.",
  ],
  [71, "Blue Door via Holdline: it's your turn. Please arrive within 5 minutes. <link> STOP to opt out"],
  [84, "Blue Door via Holdline: it's your turn. Come within 5 min. <link> STOP to opt out"],
  [97, 'Blue Door via Holdline: come within 5 min. <link> STOP to opt out'],
])('with a link of %i characters the words give way, one after the other', (length, text) => {
  expect(say({ isFirst: true, link: `https://${'x'.repeat(length - 8)}` })).toBe(text);
});

test('a long name is shortened before our words become brief, and then with them', () => {
  const businessName = 'The Blue Door Coffee, Cake and Sandwich House of Kemang';
  expect(say({ businessName })).toBe(
    "The Blue Door Coffee, Cake a... via Holdline: it's your turn. Come within 5 min. <link>",
  );
  const beside = (length: number) =>
    say({ businessName, isFirst: true, link: `https://${'x'.repeat(length - 8)}` });
  expect(beside(100)).toBe('The Blu... via Holdline: come within 5 min. <link> STOP to opt out');
  expect(beside(110)).toBe('Holdline: come within 5 min. <link> STOP to opt out');
});

test('a name that is shortened to a protected one is not told so', () => {
  const businessName = 'My PayPalette Shop';
  const beside = (length: number) => say({ businessName, link: `https://${'x'.repeat(length - 8)}` });
  expect(beside(113)).toBe('My PayPale... via Holdline: come within 5 min. <link>');
  expect(beside(114)).toBe('Holdline: come within 5 min. <link>');
});

test('minutes are whole, and no more than are left but for the time on the way', () => {
  const arrival = (leftMs: number) => {
    const { minutes: _, ...about } = aText();
    return admissionText(leftMs, about).split('turn. ')[1]?.split(' https')[0];
  };
  expect(arrival(minutes(5) - 15_000)).toBe('Please arrive within 5 minutes.');
  expect(arrival(minutes(5) - 15_001)).toBe('Please arrive within 4 minutes.');
  expect(arrival(90_000)).toBe('Please arrive within 1 minute.');
  expect(arrival(45_000)).toBe('Please arrive within 1 minute.');
  expect(arrival(44_999)).toBe('Please come now.');
  expect(arrival(0)).toBe('Please come now.');
});

test.each([
  ['Café Ñandú', 'Café Ñandu'],
  ['Żółw i Łoś', 'Zolw i Los'],
  ['Ærø Øl & Smørrebrød', 'Ærø Øl & Smørrebrød'],
  ['Çiğköftecim İstanbul', 'Çigköftecim Istanbul'],
  ['Phở Hà Nội', 'Pho Hà Noi'],
  ['Œuvre – “Ligature”', 'OEuvre - "Ligature"'],
  ['Пельменная «Щука»', 'Pelmennaya "Shchuka"'],
  ['Київська перепічка', 'Kiyivska perepichka'],
  ['Ψητοπωλείο', 'Psitopoleio'],
  ['ＦＵＬＬ width', 'FULL width'],
  ['100 € [now]', '100 € [now]'],
])('%s is written as %s', (name, written) => {
  expect(inGsm(name)).toBe(written);
});

test.each(['寿司太郎', 'مطعم الباب الأزرق', 'מסעדה 🍜', '김밥천국', 'ร้านอาหาร', '🍜🍣', '田中の店 A'])(
  'the username stands for %s, which cannot be written honestly',
  (businessName) => {
    expect(say({ businessName })).toMatch(/^blue-door via Holdline: it's your turn/);
  },
);

test('a name of which most can be written is written without the rest', () => {
  expect(say({ businessName: 'Sushi Taro 寿司' })).toMatch(/^Sushi Taro via Holdline: /);
});

test('neither a name nor a username carries a link of its own', () => {
  expect(say({ businessName: 'Verify at https://evil.example/login now', link: short })).toMatch(
    /^Verify at https evil example login now via Holdline: /,
  );
  expect(say({ businessName: 'www．evil．example' })).toMatch(/^www evil example via Holdline: /);
  expect(say({ businessName: '寿司', username: 'evil.example' })).toMatch(/^evil example via Holdline: /);
});

test('a name that is a number or a bank’s gives way to the username, and both to our own name', () => {
  expect(say({ businessName: 'Call 0812-3456-789' })).toMatch(/^blue-door via Holdline: it's your turn/);
  expect(say({ businessName: 'BCA Bank' })).toMatch(/^blue-door via Holdline: /);
  expect(say({ businessName: 'Acme Club', protectedNames: ['acme'] })).toMatch(/^blue-door via Holdline: /);
  expect(say({ businessName: 'BCA Bank', isNameApproved: true })).toMatch(/^BCA Bank via Holdline: /);
  expect(say({ businessName: 'Cafe 123456', username: 'cafe123456' })).toMatch(/^Holdline: it's your turn/);
  expect(say({ businessName: 'B4NK', username: 'b.c.a' })).toMatch(/^Holdline: /);
});

test('words that were saved beside another name are not sent if the name makes a number of them', () => {
  const ours = /^Cafe 12345 via Holdline: it's your turn/;
  expect(say({ businessName: 'Cafe 12345', ownWords: 'Hi {business}6' })).toMatch(ours);
});

test('a protected name in the owner’s words is not sent, not even in parts; an approved one is', () => {
  const ours = /^Blue Door via Holdline: it's your turn/;
  expect(say({ ownWords: 'BCA has a message for you' })).toMatch(ours);
  expect(say({ ownWords: 'Acme has a message', protectedNames: ['acme'] })).toMatch(ours);
  expect(say({ businessName: 'Pay', ownWords: 'Hi {business}Pal' })).toMatch(
    /^Pay via Holdline: it's your turn/,
  );
  const approved = { businessName: 'Food Bank', isNameApproved: true };
  expect(say({ ...approved, ownWords: 'Welcome to Food Bank' })).toBe(
    'Food Bank via Holdline: Welcome to Food Bank <link>',
  );
  expect(say({ ...approved, ownWords: 'BCA and {business}' })).toMatch(/^Food Bank via Holdline: it's/);
});

test('a name that looks like a placeholder is a name', () => {
  expect(say({ businessName: '{link} {minutes} {business} $&', link: short })).toBe(
    "{link} {minutes} {business} $& via Holdline: it's your turn. Please arrive within 5 minutes. <link>",
  );
});

test('the owner’s own words are said, with what they lack', () => {
  expect(say({ ownWords: 'Hi! {business} has your table for {minutes} min: {link} See you' })).toBe(
    'Blue Door via Holdline: Hi! Blue Door has your table for 5 min: <link> See you',
  );
  expect(say({ ownWords: 'Your table is ready' })).toBe('Blue Door via Holdline: Your table is ready <link>');
  expect(say({ ownWords: '{business}: meja Anda siap', language: 'id', isFirst: true, link: short })).toBe(
    'Blue Door via Holdline: meja Anda siap <link> Balas STOP untuk berhenti.',
  );
  expect(say({ ownWords: 'Ваш столик готов, {business}' })).toBe(
    'Blue Door via Holdline: Vash stolik gotov, Blue Door <link>',
  );
});

test('our words stand in for the owner’s where theirs do not fit, or count minutes that are not left', () => {
  const ours = /^Blue Door via Holdline: it's your turn\./;
  expect(say({ ownWords: 'x'.repeat(160) })).toMatch(ours);
  expect(say({ ownWords: 'Come within {minutes} minutes', minutes: 0 })).toBe(
    "Blue Door via Holdline: it's your turn. Please come now. <link>",
  );
});

test.each([
  ['Your table is ready, {business}. {minutes} min. {link}', null],
  ['Your table is ready.', null],
  ['', null],
  ['Hi {name}, come in', 'unknownPlaceholder'],
  ['Come {in', 'unknownPlaceholder'],
  ['Menu at menu.example', 'foreignLink'],
  ['https://evil.example {link}', 'foreignLink'],
  ['Menu at www．menu．example', 'foreignLink'],
  ['{business}.com: claim {link}', 'foreignLink'],
  ['evil.{business} {link}', 'foreignLink'],
  ['at bank.{link}', 'foreignLink'],
  ['evil{link}', 'foreignLink'],
  ['{link}evil', 'foreignLink'],
  ['{link}12345', 'foreignLink'],
  ['{link}&next=evil', 'foreignLink'],
  ['x {link}?next=evil', 'foreignLink'],
  ['Your table ({link}).', null],
  ['Here it is: {link}!', null],
  ['call {business}@evil {link}', 'atSign'],
  ['Call +6281234567890 {link}', 'digits'],
  ['Send the code to 0812 3456 {link}', 'digits'],
  ['Code ０８１２３４', 'digits'],
  ['Code 0812{minutes}', 'digits'],
  ['Call 081 ---- 234', 'digits'],
  ['Call 081 {link} 234', 'digits'],
  ['Call 0812x3456x7811', 'digits'],
  ['Row A1 B2, seat 34 c', null],
  ['Pay at tel:12345', 'foreignLink'],
  ['Write to mailto：bob', 'foreignLink'],
  ['Your table:{link}', null],
  ['P.a.y Pa1: your turn', 'foreignLink'],
  ['P a y P a 1: your turn', 'protectedName'],
  ['x'.repeat(40), null],
  ['x'.repeat(60), 'tooLong'],
  ['{link} {link}', 'tooLong'],
  ['€'.repeat(30), 'tooLong'],
] as const)('of the owner’s words %j the problem is %s', (ownWords, problem) => {
  expect(ownWordsProblem(ownWords, aText())).toBe(problem);
});

test.each([
  ['en', "Blue Door via Holdline: it's nearly your turn. Please make your way back. <link>"],
  ['id', 'Blue Door via Holdline: sebentar lagi giliran Anda. Silakan kembali. <link>'],
  ['es', 'Blue Door por Holdline: ya casi es su turno. Por favor, vuelva. <link>'],
  ['ar', 'من Blue Door عبر Holdline: اقترب دورك. نرجو العودة. <link>'],
] as const)('in %s a guest is told that the turn is near', (language, text) => {
  expect(almostThereText(aText({ language })).replace(link, '<link>')).toBe(text);
});

const naughty = z
  .array(z.string())
  .parse(JSON.parse(readFileSync(new URL('../../data/blns.json', import.meta.url), 'utf8')));

const anyName = fc.oneof(
  fc.constantFrom(...naughty),
  fc.string({ unit: 'grapheme', maxLength: 150 }),
  fc.string({ unit: 'binary', maxLength: 150 }),
  fc.string({ unit: fc.constantFrom(...Array.from('aé€{}[]~^|\\ .:/Żłß寿ьщ')), maxLength: 150 }),
);
const anyUsername = fc
  .string({ unit: fc.constantFrom(...Array.from('abcXYZ019_.-')), minLength: 3, maxLength: 40 })
  .filter((name) => /[a-z0-9]/i.test(name));
const anyLink = fc
  .tuple(fc.integer({ min: 20, max: 110 }), fc.constantFrom('https://', 'http://[::1]:8787/'))
  .map(([length, scheme]) => scheme + 'x'.repeat(Math.max(1, length - septetsOf(scheme))));
const anyText: fc.Arbitrary<TurnText> = fc.record({
  businessName: anyName,
  username: anyUsername,
  language: fc.constantFrom(...languages.filter((language) => language !== 'ar')),
  protectedNames: fc.constant([]),
  isNameApproved: fc.boolean(),
  minutes: fc.integer({ min: 0, max: 30 }),
  link: anyLink,
  isFirst: fc.boolean(),
  ownWords: fc.option(
    fc.oneof(
      anyName,
      anyName.map((words) => `${words} {minutes} {business}`),
    ),
  ),
});

test('every text is one segment of the alphabet, with its link whole, the note on how to stop, and whose it is', () => {
  fc.assert(
    fc.property(anyText, fc.boolean(), (about, isNearly) => {
      const text = isNearly ? almostThereText(about) : turnText(about);
      expect(septetsOf(text)).toBeLessThanOrEqual(160);
      expect(isGsm(text)).toBe(true);
      expect(text.split(/\s/)).toContain(about.link);
      expect(text.includes('STOP')).toBe(
        about.isFirst ||
          [about.businessName, about.username, about.ownWords].some((typed) =>
            inGsm(typed ?? '').includes('STOP'),
          ),
      );
      // The text names its sender: it contains at least the start of the business's name, of the username or of
      // "Holdline".
      const told = [about.businessName, about.username, 'Holdline'].map((name) => startOf(name));
      expect(told.filter((start) => start !== '').some((start) => text.includes(start))).toBe(true);
    }),
    { numRuns: examples(1_500) },
  );
});

test('a text in Arabic is two segments, from the right, with its link whole and the note on how to stop', () => {
  const linkOf = (length: number) => `https://${'x'.repeat(length - 8)}`;
  const about = fc.record({
    about: anyText,
    length: fc.integer({ min: 60, max: 110 }),
    isNearly: fc.boolean(),
  });
  fc.assert(
    fc.property(about, ({ about: any, length, isNearly }) => {
      const arabic = { ...any, language: 'ar', link: linkOf(length), ownWords: null } as const;
      const text = isNearly ? almostThereText(arabic) : turnText(arabic);
      if (isGsm(text)) expect(septetsOf(text)).toBeLessThanOrEqual(160);
      else {
        expect(text.length).toBeLessThanOrEqual(134);
        expect(text).toMatch(/^\p{Script=Arabic}/u);
      }
      expect(text.split(/\s/)).toContain(arabic.link);
      if (length <= 80 && arabic.isFirst) expect(text).toContain('STOP');
    }),
    { numRuns: examples(800) },
  );
});

test('a name in Arabic letters is told as it is, without what a phone would make a link of', () => {
  const businessName = 'مقهى الباب الأزرق evil.example';
  expect(say({ language: 'ar', businessName })).toBe(
    'من مقهى الباب الأزرق e... عبر Holdline: دورك خلال 5 د. <link>',
  );
});

test.each(['ꓐꓮꓠꓗ', 'ⲂⲤⲀ Ⲃⲁⲛⲕ', 'ᗷᗩᑎK', '寿司太郎', '0ـ8ـ1ـ2ـ3ـ4'])(
  'a text in Arabic has only Arabic letters and those of GSM-7: the username stands for %s',
  (businessName) => {
    expect(say({ language: 'ar', businessName })).toMatch(/^من blue-door عبر Holdline: /);
  },
);

test('a text that has no room for both names in Arabic is in English', () => {
  const beside = (length: number) =>
    say({ language: 'ar', isFirst: true, link: `https://${'x'.repeat(length - 8)}` });
  expect(beside(81)).toBe('من Blue... عبر Holdline: دورك خلال 5 د. <link> STOP للإيقاف');
  expect(beside(82)).toBe(
    "Blue Door via Holdline: it's your turn. Come within 5 min. <link> STOP to opt out",
  );
});

test.each([
  ['ar', 2, 'ar'],
  ['ar', 1, 'en'],
  ['es', 1, 'es'],
  // The guest switched to Arabic after the credits for an English text were spent.
  ['en', 2, 'ar'],
] as const)('to whoever reads %s a text of %i credits is in %s', (language, credits, written) => {
  expect(textLanguage(language, credits)).toBe(written);
});

/** The part of a name that is never shortened. */
function startOf(name: string): string {
  const plain = withoutLinks(inGsm(name));
  if (septetsOf(plain) <= 12) return plain;
  return shortened(plain, 12, septetsOf).slice(0, -3);
}

test('own words that can be saved are always used, for any remaining minutes', () => {
  fc.assert(
    fc.property(anyText, anyName, (about, ownWords) => {
      fc.pre(ownWordsProblem(ownWords, about) === null);
      const minutes = Math.max(1, about.minutes);
      const text = turnText({ ...about, minutes, ownWords });
      for (const part of inGsm(ownWords).split(/\{(?:business|minutes|link)\}/)) {
        expect(text).toContain(part.trim());
      }
    }),
    { numRuns: examples(800) },
  );
});

test('the alphabet is counted as the standard does', () => {
  expect(septetsOf('a€[b]')).toBe(8);
  expect(isGsm('@£$¥èéùìòÇØøÅå')).toBe(true);
  expect(isGsm('á')).toBe(false);
  expect(isGsm('ç')).toBe(false);
  expect(isGsm('\n')).toBe(false);
  expect(keptShare('')).toBe(1);
  expect(keptShare('ab寿司')).toBe(0.5);
  expect(keptShare('день')).toBe(1);
  expect(shortened('abcdef', 6, septetsOf)).toBe('abcdef');
  expect(shortened('abcdefg', 6, septetsOf)).toBe('abc...');
  expect(shortened('ab cdef', 6, septetsOf)).toBe('ab...');
  expect(shortened('€€€€', 7, septetsOf)).toBe('€€...');
  expect(shortened('abcdef', 3, septetsOf)).toBe('');
});
