/**
 * `npm run admin:password`: asks for a password and prints its hash for `ADMIN_PASSWORD_HASH`. If the input is a pipe,
 * the command reads the password from the first line. The password is neither stored nor printed.
 */
import { OPERATOR_PASSWORD_MIN_LENGTH, PASSWORD_MAX_LENGTH } from '../src/shared/limits.ts';
import { hashPassword } from '../src/worker/platform/passwords.ts';
import { askSilently } from './operator/terminal.ts';

const password = (await askSilently('Password for the admin area: ')).normalize('NFKC');
if (password.length < OPERATOR_PASSWORD_MIN_LENGTH || password.length > PASSWORD_MAX_LENGTH) {
  console.error(
    `The password must have ${OPERATOR_PASSWORD_MIN_LENGTH} to ${PASSWORD_MAX_LENGTH} characters.`,
  );
  process.exit(1);
}
console.log(await hashPassword(password));
