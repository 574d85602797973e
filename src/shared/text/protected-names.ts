/**
 * Protected names: banks, carriers and authorities. In texts, a business with such a name is called by its username
 * until an operator has approved the name. `PROTECTED_NAMES` of the deployment extends the list. Pure.
 */
import { inGsm } from './gsm.ts';
import { latinByShape } from './letter-shapes.ts';
import { I_OR_L, readingsOf } from './look-alikes.ts';
import { product } from '../product.ts';

/**
 * The name must contain one of these as whole words, also in look-alike letters. Our own name is one: a text in our name
 * would seem to come from us.
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

/** Words that are written in one piece with a protected name, as in `KLIKBCA` and `HSBCUK`. */
const additions: readonly string[] = [
  'my', 'klik', 'click', 'mobile', 'internet', 'online', 'digital', 'web', 'app', 'pay', 'card', 'cards', 'care', 'help',
  'helpdesk', 'info', 'secure', 'security', 'support', 'service', 'services', 'official', 'team', 'alert', 'alerts',
  'login', 'verify', 'refund', 'refunds', 'promo', 'post', 'id', 'uk', 'usa',
]; // oxfmt-ignore

/** Whether this name contains a protected name as whole words. `more`: the names that the operator added. */
export function isProtectedName(name: string, more: readonly string[]): boolean {
  const plain = name.normalize('NFKC').replace(INVISIBLE, '');
  const pattern = more.length === 0 ? builtIn : patternOf([...protectedNames, ...more]);
  // Texts in GSM-7 write letters of other scripts by their sound. Texts in Arabic show these letters.
  return [inGsm(plain), plain]
    .map((written) => latinByShape(withoutMarks(written)).replace(BOUNDARY_IN_WORD, ' '))
    .flatMap(readingsOf)
    .flatMap(partsOf)
    .some((part) => pattern.test(part));
}

const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\p{Cf}]/gu;
/** The start of a word or a number inside another word, as in `BCABank` and `BCA24`. */
const BOUNDARY_IN_WORD =
  /(?<=\p{Ll})(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})|(?<=\p{L})(?=\p{N})|(?<=\p{N})(?=\p{L})/gu;
/** More letters than the longest protected name together with another one. */
const LETTERS_MAX = 32;
const ARTICLE = /^ال(?=..)/u;

const builtIn = patternOf(protectedNames);

/** The pattern of one or more protected names in one piece, also with `additions`. */
function patternOf(names: readonly string[]): RegExp {
  const [name, more] = [names, additions].map(oneOf);
  return new RegExp(`^(?:${more})*(?:${name})(?:${name}|${more})*$`, 'u');
}

function oneOf(words: readonly string[]): string {
  const folded = words.map(foldedOf).filter((word) => word !== '');
  return folded.join('|').replace(/[il]/g, `[$&${I_OR_L}]`);
}

/** A protected name in one piece, as `partsOf` makes it. The piece has only letters and digits. */
function foldedOf(name: string): string {
  const written = inGsm(name);
  const [reading = ''] = readingsOf(withoutMarks(written === '' ? name : written));
  return wordsOf(reading).join('').replace(ARTICLE, '');
}

/** Words and neighbouring words in one piece, so that neither spaces nor signs between letters part a name. */
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
