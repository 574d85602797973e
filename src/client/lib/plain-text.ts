/** A text in lower case and without accents, to compare it with other texts. */
export function plain(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}

/** The words of a typed search, to search for them in `plain` texts. */
export function wordsOf(typed: string): string[] {
  return plain(typed).split(/\s+/).filter(Boolean);
}
