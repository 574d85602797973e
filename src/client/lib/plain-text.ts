/** Returns the text in lower case and without accents, so that it can be compared with other texts. */
export function plain(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}

/** Splits a typed search into words, in the form that `plain` returns. */
export function wordsOf(typed: string): string[] {
  return plain(typed).split(/\s+/).filter(Boolean);
}
