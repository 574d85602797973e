/** The format of our legal texts: `copy/en/site/policy.ts` and `copy/en/site/terms.ts`. */

/** Plain text, in which `[words](address)` is a link. */
type Words = string;

export type LegalSection = {
  title: string;
  /** A string is a paragraph, and an array is a bulleted list. */
  body: readonly (Words | readonly Words[])[];
};

export type LegalText = {
  title: string;
  /** The date of the last change, such as '24 November 2026'. */
  updated: string;
  /** A short summary. */
  intro: readonly Words[];
  sections: readonly LegalSection[];
};

/** Splits a text into plain words and links, in order. */
export function wordsAndLinks(words: Words): { words: string; href?: string }[] {
  return words
    .split(/(\[[^\]]+\]\([^)]+\))/)
    .filter((part) => part !== '')
    .map((part) => {
      const [, label, href] = /^\[([^\]]+)\]\(([^)]+)\)$/.exec(part) ?? [];
      return label === undefined || href === undefined ? { words: part } : { words: label, href };
    });
}
