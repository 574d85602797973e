/** Texts to guests in every language. */
import type { Language } from '../languages.ts';
import * as arabic from './ar/texts.ts';
import * as english from './en/texts.ts';
import * as spanish from './es/texts.ts';
import * as indonesian from './id/texts.ts';

export const turnTextCatalogues: Record<Language, english.TurnTexts> = {
  en: english.turnTexts,
  id: indonesian.turnTexts,
  es: spanish.turnTexts,
  ar: arabic.turnTexts,
};

export const replyTextCatalogues: Record<Language, english.ReplyTexts> = {
  en: english.replyTexts,
  id: indonesian.replyTexts,
  es: spanish.replyTexts,
  ar: arabic.replyTexts,
};
