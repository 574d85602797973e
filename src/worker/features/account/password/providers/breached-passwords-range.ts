/**
 * Look-up of breached passwords by k-anonymity (https://haveibeenpwned.com/API/v3#PwnedPasswords). The service gets
 * only the first five digits of the password's SHA-1, and returns the endings of all breached hashes that begin with
 * these digits.
 */

/** The timeout is short, because the owner waits. */
const ANSWER_WITHIN_MS = 2_000;

/**
 * Whether the password is in the service's list. If the service does not answer, `isBreached` is null, and `reason` is
 * a word for the log.
 */
export async function breachedPasswordsRange(
  baseUrl: string,
  password: string,
): Promise<{ isBreached: boolean } | { isBreached: null; reason: string }> {
  const digest = await crypto.subtle.digest('SHA-1', new TextEncoder().encode(password));
  const hash = Buffer.from(digest).toString('hex').toUpperCase();
  try {
    const response = await fetch(`${baseUrl}/range/${hash.slice(0, 5)}`, {
      // With this header, the service adds endings with a count of 0, so that the length of the answer reveals nothing.
      headers: { 'Add-Padding': 'true' },
      redirect: 'manual',
      signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
    });
    if (response.status !== 200) return { isBreached: null, reason: `http_${response.status}` };
    const lines = (await response.text()).split(/\r?\n/);
    const found = lines.map((line) => line.split(':')).find(([ending]) => ending === hash.slice(5));
    return { isBreached: Number(found?.[1] ?? 0) > 0 };
  } catch (error) {
    return { isBreached: null, reason: error instanceof Error ? error.name : 'no_answer' };
  }
}
