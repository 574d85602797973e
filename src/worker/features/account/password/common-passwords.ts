/** The most common passwords, which nobody may choose (`docs/decisions/0008-our-own-sessions.md`). */

/**
 * True for one of the 17,950 most common passwords of 8 characters or more, whatever its case. The list is loaded when the first
 * password is chosen, and stays one string that is searched (some 50 microseconds): no start of the Worker waits for it.
 */
export async function isCommonPassword(password: string): Promise<boolean> {
  const line = password.toLowerCase();
  if (line.includes('\n')) return false;
  const { default: commonPasswords } = await import('./common-passwords.txt?raw');
  return commonPasswords.startsWith(`${line}\n`) || commonPasswords.includes(`\n${line}\n`);
}
