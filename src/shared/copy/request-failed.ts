/** What is said of a refusal that brought no sentence of its own (spec section 7). */
export function requestFailed(status: number): string {
  return `Request Failed: ${status}`;
}
