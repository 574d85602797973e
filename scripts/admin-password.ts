/**
 * `npm run admin:password`: asks for a password and prints its hash for `ADMIN_PASSWORD_HASH`. From a pipe it reads the
 * first line. The password itself is kept nowhere and shown nowhere.
 */
import { createInterface } from 'node:readline/promises';
import { PASSWORD_MAX_LENGTH } from '../src/shared/limits.ts';
import { hashPassword } from '../src/worker/security/passwords.ts';
import { askHidden } from './local/ask-hidden.ts';

/** Longer than an owner's must be: this one opens every business. */
const MIN_LENGTH = 12;

const password = (await ask('Password for the admin area: ')).normalize('NFKC');
if (password.length < MIN_LENGTH || password.length > PASSWORD_MAX_LENGTH) {
  console.error(`The password must have ${MIN_LENGTH} to ${PASSWORD_MAX_LENGTH} characters.`);
  process.exit(1);
}
console.log(await hashPassword(password));

/** One line of standard input. On a terminal what is typed is not echoed. */
async function ask(question: string): Promise<string> {
  if (process.stdin.isTTY) return askHidden(question);
  for await (const line of createInterface({ input: process.stdin })) return line;
  return '';
}
