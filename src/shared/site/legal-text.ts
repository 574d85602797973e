/** The shape of our legal texts: `copy/en/site/policy.ts` and `copy/en/site/terms.ts`. */

/** Plain words. `[words](address)` is a link. */
type Words = string;

export type LegalSection = {
  title: string;
  /** A paragraph each; a list in the place of one is shown as bullets. */
  body: readonly (Words | readonly Words[])[];
};

export type LegalText = {
  title: string;
  /** The day from which on it reads so, as people write it. */
  updated: string;
  /** What it comes to, in a few sentences. */
  intro: readonly Words[];
  sections: readonly LegalSection[];
};

/** The words between links, and the links, in their order. */
export function wordsAndLinks(words: Words): { words: string; href?: string }[] {
  return words
    .split(/(\[[^\]]+\]\([^)]+\))/)
    .filter((part) => part !== '')
    .map((part) => {
      const [, label, href] = /^\[([^\]]+)\]\(([^)]+)\)$/.exec(part) ?? [];
      return label === undefined || href === undefined ? { words: part } : { words: label, href };
    });
}
