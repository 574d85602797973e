/** Homoglyphs ("confusables" of Unicode): letters of other scripts that look like a Latin letter. Pure. */
import { tableOf } from './look-alikes.ts';

/** Letters of other scripts, and rare Latin letters, each with the Latin letter that it looks like. */
const lettersOfShapes: ReadonlyMap<string, string> = tableOf(
  // Cyrillic
  'аa вb сc еe нh іi јj кk мm пn оo рp гr ѕs тt иu уy хx ԁd ԛq ԝw һh ӏl ьb ъb зe эe',
  'АA ВB СC ЕE НH ІI ЈJ КK МM ОO РP ЅS ТT УY ХX ԚQ ԜW ҺH ӀI ЗE ЭE',
  // Greek
  'αa βb εe ηn ιi κk μu νv οo ρp σo ςs τt υu χx γy ωw',
  'ΑA ΒB ΕE ΖZ ΗH ΙI ΚK ΜM ΝN ΟO ΡP ΣE ΤT ΥY ΧX',
  // Latin: small capitals, hooks and strokes
  'ᴀa ʙb ᴄc ᴅd ᴇe ꜰf ɢg ʜh ɪi ᴊj ᴋk ʟl ᴍm ɴn ᴏo ᴘp ʀr ꜱs ᴛt ᴜu ᴠv ᴡw ʏy ᴢz',
  'ɑa ƀb ɓb Ɓb ȼc đd ɗd ɛe ƒf ɡg ɠg ħh ɦh ıi ɩi ɨi ƙk łl ɫl Łl ŋn ɲn øo Øo ƥp ŧt ƭt ʋv ƶz',
  // Armenian, Cherokee
  'օo ոn սu հh ցg զq աw',
  'ᎪA ᏴB ᏟC ᎠD ᎬE ᏀG ᎻH ᎫJ ᏦK ᏞL ᎷM ᏢP ᏒR ᏚS ᎢT ᏙV ᎳW ᎩY ᏃZ',
);

const FIRST_OF_LETTER_SIGNS = [0x1f150, 0x1f170, 0x1f1e6] as const;

/** The text with each look-alike letter replaced by the Latin letter that it looks like, in the same case. */
export function latinByShape(text: string): string {
  return Array.from(text, (sign) => lettersOfShapes.get(sign) ?? letterInSign(sign) ?? sign).join('');
}

/** The letter in a sign: a letter in a circle or square, or one half of a flag. */
function letterInSign(sign: string): string | undefined {
  const code = sign.codePointAt(0) ?? 0;
  const first = FIRST_OF_LETTER_SIGNS.find((start) => code >= start && code < start + 26);
  return first === undefined ? undefined : String.fromCodePoint(0x61 + code - first);
}
