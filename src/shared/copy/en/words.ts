/** What several English catalogues say of the same thing, and its plural. */

/** The two ways to wait (`docs/spec.md` section 1), to guests as to owners. */
export const ways = { onPremises: 'Stay on Premises', waitAnywhere: 'Wait Anywhere' };

/** Of a location that takes nobody new for a while. */
export const joining = { pause: 'Pause joining', paused: 'Joining paused' };

const plural = new Intl.PluralRules('en');

/** Whether this number takes the singular. */
export function isOne(n: number): boolean {
  return plural.select(n) === 'one';
}

/** What is said of a refusal that brought no sentence of its own (`docs/spec.md` section 7). */
export function requestFailed(status: number): string {
  return `Request Failed: ${status}`;
}
