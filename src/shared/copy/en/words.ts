/** Words that several English catalogues share, and the English plural. */

/** Labels of the two waiting modes (`docs/spec.md` section 1), for guests and owners. */
export const ways = { onPremises: 'Stay on Premises', waitAnywhere: 'Wait Anywhere' };

const plural = new Intl.PluralRules('en');

/** Whether English uses the singular for this number. */
export function isOne(n: number): boolean {
  return plural.select(n) === 'one';
}

/** The message for a failed call that has no message in the catalogue (`docs/spec.md` section 7). */
export function requestFailed(status: number): string {
  return `Request Failed: ${status}`;
}
