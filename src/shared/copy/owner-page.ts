/**
 * Makes the sentences that the script of a language gives to the app (`copy/page-language.ts`). Every language except
 * English has such a script.
 */
import type { Language } from '../languages.ts';
import type { OwnerCatalogue, OwnerRefusals } from './owner-catalogue.ts';
import type { OwnerPage, RefusalBody } from './page-language.ts';

/** Returns the `OwnerPage` of a language, made from the catalogue and the refusals. */
export function ownerPageIn(
  language: Language,
  catalogue: OwnerCatalogue,
  refusals: OwnerRefusals,
): OwnerPage {
  const loaded: OwnerPage['loaded'] = [];
  return { language, catalogue, loaded, translate: (refusal) => translateRefusal(refusal, refusals, loaded) };
}

/**
 * Translates a refusal by its code, and the errors of fields by their English sentences. A field's error without a
 * translation gets the sentence of the code, so that the page never shows two languages.
 */
function translateRefusal(
  { error, code = '', issues }: RefusalBody,
  refusals: Readonly<Record<string, string | undefined>>,
  loaded: OwnerPage['loaded'],
): RefusalBody {
  const sentence = refusals[code] ?? refusals['internal'];
  if (error === undefined || sentence === undefined) return {};
  const translated = (line: string) => {
    for (const [english, translation] of loaded) {
      const found = findSentence(line, english, translation);
      if (found !== undefined) return found;
    }
    return sentence;
  };
  const fieldErrors = Object.entries(issues?.fieldErrors ?? {}).map(([field, lines]) => [
    field,
    lines.map(translated),
  ]);
  return { error: sentence, code, issues: { fieldErrors: Object.fromEntries(fieldErrors) } };
}

/** The translation of an English sentence; undefined if this part of the catalogue does not have the sentence. */
function findSentence(sentence: string, english: unknown, translation: unknown): string | undefined {
  if (english === sentence && typeof translation === 'string') return translation;
  if (!isRecord(english) || !isRecord(translation)) return undefined;
  for (const [key, part] of Object.entries(english)) {
    const found = findSentence(sentence, part, translation[key]);
    if (found !== undefined) return found;
  }
  return undefined;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
