/**
 * Protected names: banks, carriers and authorities. A business with such a name is texted about by its username until an
 * operator has approved the name. `PROTECTED_NAMES` of the deployment extends the list. Pure.
 */
import { inGsm } from './gsm.ts';

/** In lower case, without accents and signs. Each must stand in the name as whole words. */
const protectedNames: readonly string[] = [
  'bank', 'banco', 'banque', 'banca', 'masraf', 'credit union', 'central bank',
  'bca', 'bri', 'bni', 'btn', 'bsi', 'mandiri', 'cimb', 'danamon', 'maybank', 'ocbc', 'dbs', 'hsbc', 'citibank',
  'jpmorgan', 'wells fargo', 'capital one', 'barclays', 'natwest', 'santander', 'bbva', 'caixabank', 'sparkasse',
  'commerzbank', 'unicredit', 'paypal', 'mastercard', 'american express', 'western union', 'gopay', 'shopeepay',
  'telkomsel', 'indosat', 'xl axiata', 'smartfren', 'telkom', 'vodafone', 'verizon', 't mobile', 'at t', 'telefonica',
  'movistar', 'claro', 'etisalat', 'zain', 'whatsapp', 'royal mail', 'usps', 'fedex', 'dhl', 'pos indonesia',
  'police', 'polisi', 'policia', 'polri', 'ministry', 'kementerian', 'ministerio', 'government', 'pemerintah',
  'irs', 'hmrc', 'pajak', 'bpjs', 'bea cukai', 'customs office', 'tax office', 'social security', 'interpol',
]; // oxfmt-ignore

/** Digits and signs that are read as letters. */
const lookAlikes: Readonly<Record<string, string>> = {
  '0': 'o', '1': 'i', '3': 'e', '4': 'a', '5': 's', '7': 't', '8': 'b', $: 's', '!': 'i',
}; // oxfmt-ignore

/** Whether this name has a protected one in it, as whole words. `more`: the names that the operator added. */
export function isProtectedName(name: string, more: readonly string[]): boolean {
  const forms = [` ${wordsOf(name)} `, ` ${wordsOf(replaceLookAlikes(name))} `];
  return [...protectedNames, ...more.map(wordsOf)].some(
    (one) => one !== '' && forms.some((form) => form.includes(` ${one} `)),
  );
}

function replaceLookAlikes(name: string): string {
  return name.replace(/[0134578$!]/g, (sign) => lookAlikes[sign] ?? sign);
}

/** Lower-case words of plain letters and digits, with one space between. */
function wordsOf(name: string): string {
  const plain = inGsm(name.normalize('NFKC')).normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  return plain.replace(/[^\p{L}\p{N}]+/gu, ' ').trim();
}
