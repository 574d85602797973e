/** List of the most common passwords, which are refused (`docs/decisions/0008-our-own-sessions.md`). */

/**
 * Whether `password`, in upper or lower case, is one of the 17,950 most common passwords of 8 or more characters. The
 * list is loaded on first use, so that the Worker starts fast. A search in the list takes about 50 microseconds.
 */
export async function isCommonPassword(password: string): Promise<boolean> {
  const line = password.toLowerCase();
  if (line.includes('\n')) return false;
  const { default: commonPasswords } = await import('./common-passwords.txt?raw');
  return commonPasswords.startsWith(`${line}\n`) || commonPasswords.includes(`\n${line}\n`);
}
