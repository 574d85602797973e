/** The most common passwords, which nobody may choose (decision 20). */
import commonPasswords from './common-passwords.txt?raw';

/**
 * True for one of the 17,950 most common passwords of 8 characters or more, whatever its case. The list stays one
 * string that is searched (some 50 microseconds): a Set of it would cost every start of the Worker.
 */
export function isCommonPassword(password: string): boolean {
  const line = password.toLowerCase();
  if (line.includes('\n')) return false;
  return commonPasswords.startsWith(`${line}\n`) || commonPasswords.includes(`\n${line}\n`);
}
