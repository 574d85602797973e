/** Sentences of the refusals that guests see, in the guest's language. */
import type { Language } from '../languages.ts';
import { refusalSentences as arabic } from './ar/refusals.ts';
import { guestRefusals, refusals, type GuestRefusal, type RefusalCode } from './en/refusals.ts';
import { refusalSentences as spanish } from './es/refusals.ts';
import { refusalSentences as indonesian } from './id/refusals.ts';

const translations: Record<Exclude<Language, 'en'>, Record<GuestRefusal, string>> = {
  id: indonesian,
  es: spanish,
  ar: arabic,
};

/**
 * The sentence of a refusal, in English if guest pages never show the refusal. `retryAfterSeconds`: the time that some
 * sentences name.
 */
export function guestSentence(code: RefusalCode, language: Language, retryAfterSeconds = 60): string {
  const isInEnglish = language === 'en' || !isForGuests(code);
  const sentence = isInEnglish ? refusals[code].sentence : translations[language][code];
  return sentence.replace('{minutes}', String(Math.ceil(retryAfterSeconds / 60)));
}

function isForGuests(code: RefusalCode): code is GuestRefusal {
  return guestRefusals.some((one) => one === code);
}
