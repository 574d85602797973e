/** Plural rules of the guest's languages. `en/words.ts` has the plural rule of English. */
import type { Language } from '../languages.ts';

/** A phrase for each plural category of the language (Unicode CLDR). `other` is used for a missing category. */
type Forms = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string };

/** Returns a function that chooses the plural form in one language. */
export function pluralIn(language: Language): (n: number, forms: Forms) => string {
  const rules = new Intl.PluralRules(language);
  return (n, forms) => forms[rules.select(n)] ?? forms.other;
}
