/** The plural forms of the guest's languages. English has its own in `words.ts`. */
import type { Language } from '../languages.ts';

/** A phrase for each category that the language has (Unicode CLDR); `other` stands for those that are left out. */
type Forms = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string };

/** Chooses among the forms of one language. */
export function pluralIn(language: Language): (n: number, forms: Forms) => string {
  const rules = new Intl.PluralRules(language);
  return (n, forms) => forms[rules.select(n)] ?? forms.other;
}
