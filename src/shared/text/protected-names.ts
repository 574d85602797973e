/**
 * Protected names: banks, carriers and authorities. Texts show the username instead of a protected name, until an
 * operator approves the name. The variable `PROTECTED_NAMES` of a deployment adds names to the list. Pure.
 */
import { inGsm } from './gsm.ts';
import { latinByShape } from './letter-shapes.ts';
import { I_OR_L, readingsOf } from './look-alikes.ts';
import { product } from '../product.ts';

/**
 * A name is protected if it contains one of these names as whole words, even in look-alike letters. Our own name is in
 * the list, because a text of a business with our name would seem to come from us.
 */
const protectedNames: readonly string[] = [
  product.name,
  'bank', 'banking', 'bank of america', 'banco', 'banque', 'banca', 'masraf', 'credit union', 'central bank',
  'bca', 'bri', 'bni', 'btn', 'bsi', 'mandiri', 'cimb', 'danamon', 'maybank', 'ocbc', 'dbs', 'hsbc', 'citibank',
  'jpmorgan', 'wells fargo', 'capital one', 'barclays', 'natwest', 'santander', 'bbva', 'caixabank', 'sparkasse',
  'commerzbank', 'unicredit', 'paypal', 'mastercard', 'american express', 'amex', 'western union', 'revolut',
  'monzo', 'al rajhi', 'stc pay', 'gopay', 'shopeepay',
  'telkomsel', 'indosat', 'xl axiata', 'smartfren', 'telkom', 'vodafone', 'verizon', 't mobile', 'at t', 'telefonica',
  'movistar', 'claro', 'etisalat', 'zain', 'whatsapp', 'royal mail', 'usps', 'fedex', 'dhl', 'pos indonesia',
  'police', 'polisi', 'policia', 'polri', 'ministry', 'kementerian', 'ministerio', 'government', 'pemerintah', 'gov uk',
  'irs', 'hmrc', 'pajak', 'bpjs', 'bea cukai', 'customs office', 'tax office', 'social security', 'interpol',
  // Arabic: banks and cards, carriers, post and messengers, authorities.
  'بنك', 'مصرف', 'الراجحي', 'باي بال', 'فيزا', 'ماستركارد', 'ويسترن يونيون',
  'فودافون', 'اتصالات', 'موبايلي', 'زين', 'اس تي سي', 'واتساب', 'البريد',
  'الشرطة', 'وزارة', 'الحكومة', 'الجمارك', 'الضرائب', 'الجوازات', 'المرور', 'المحكمة', 'أبشر',
]; // oxfmt-ignore

/** Words that banks and others write together with their name as one word, as in `KLIKBCA` and `HSBCUK`. */
const additions: readonly string[] = [
  'my', 'klik', 'click', 'mobile', 'internet', 'online', 'digital', 'web', 'app', 'pay', 'card', 'cards', 'care', 'help',
  'helpdesk', 'info', 'secure', 'security', 'support', 'service', 'services', 'official', 'team', 'alert', 'alerts',
  'login', 'verify', 'refund', 'refunds', 'promo', 'post', 'id', 'uk', 'usa',
]; // oxfmt-ignore

/** Whether this name contains a protected name as whole words. `more`: the names that the operator added. */
export function isProtectedName(name: string, more: readonly string[]): boolean {
  const plain = name.normalize('NFKC').replace(INVISIBLE, '');
  const pattern = more.length === 0 ? builtIn : patternOf([...protectedNames, ...more]);
  // Texts in GSM-7 transliterate letters of other scripts, but texts in Arabic contain these letters unchanged. So the
  // transliterated form and the unchanged form are checked. Before the words are split, each form is also read with `W`
  // in place of `VV`, because the split would cut `VVh` after the first `V`.
  return [inGsm(plain), plain]
    .map((written) => latinByShape(withoutMarks(written)))
    .flatMap((latin) => [latin, latin.replaceAll(/vv/gi, 'W')])
    .map((latin) => latin.replace(BOUNDARY_IN_WORD, ' '))
    .flatMap(readingsOf)
    .flatMap(partsOf)
    .some((part) => pattern.test(part));
}

const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\p{Cf}]/gu;
/** The start of a word or a number inside another word, as in `BCABank` and `BCA24`. */
const BOUNDARY_IN_WORD =
  /(?<=\p{Ll})(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})|(?<=\p{L})(?=\p{N})|(?<=\p{N})(?=\p{L})/gu;
/**
 * The largest number of letters in a group of joined words. The limit is higher than the letters of the longest
 * protected name and one other name together.
 */
const LETTERS_MAX = 32;
const ARTICLE = /^ال(?=..)/u;

const builtIn = patternOf(protectedNames);

/** The pattern of one or more protected names without spaces, with or without `additions`. */
function patternOf(names: readonly string[]): RegExp {
  const [name, more] = [names, additions].map(oneOf);
  return new RegExp(`^(?:${more})*(?:${name})(?:${name}|${more})*$`, 'u');
}

function oneOf(words: readonly string[]): string {
  const folded = words.map(foldedOf).filter((word) => word !== '');
  return folded.join('|').replace(/[il]/g, `[$&${I_OR_L}]`);
}

/** A protected name in the form that `partsOf` makes: only letters and digits, without spaces. */
function foldedOf(name: string): string {
  const written = inGsm(name);
  const [reading = ''] = readingsOf(withoutMarks(written === '' ? name : written));
  return wordsOf(reading).join('').replace(ARTICLE, '');
}

/**
 * The words of a text, and also groups of neighbouring words that are joined into one word. So a name is found even
 * with spaces or signs between its letters.
 */
function partsOf(reading: string): string[] {
  const words = wordsOf(reading);
  return words.flatMap((_, first) => {
    const parts: string[] = [];
    let part = '';
    for (const word of words.slice(first)) {
      part += word;
      if (part.length > LETTERS_MAX) break;
      parts.push(part.replace(ARTICLE, ''));
    }
    return parts;
  });
}

function wordsOf(text: string): string[] {
  return text.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '');
}

/** The text without accents and vowel signs, and with one form of each Arabic letter. */
function withoutMarks(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\p{M}ـ]/gu, '')
    .replace(/[ىیے]/gu, 'ي')
    .replace(/[ةھہە]/gu, 'ه')
    .replace(/[کڪ]/gu, 'ك')
    .replaceAll('ٱ', 'ا');
}
