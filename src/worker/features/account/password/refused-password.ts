/**
 * Refusal of new passwords that are easy to guess, or known from breaches (`docs/decisions/0008-our-own-sessions.md`).
 */
import { accountCopy } from '../../../../shared/copy/en/account.ts';
import { product } from '../../../../shared/product.ts';
import { checkedConfig } from '../../../platform/checked-config.ts';
import { log } from '../../../platform/log.ts';
import { isCommonPassword } from './common-passwords.ts';
import { breachedPasswordsRange } from './providers/breached-passwords-range.ts';

/**
 * Words of the account, for example its names, as the owner typed them. `person`: the person's own name in the team.
 */
type OwnWords = { name: string; username: string; email: string; person?: string | null };

/** A password needs at least this many letters or digits that are not part of the account's own words. */
const OTHERS_MIN = 5;
/**
 * The minimum length of a part of a name that is treated as one of the account's own words. A shorter part may be in a
 * password by chance.
 */
const WORD_MIN = 4;
const DIFFERENT_MIN = 4;

/** The sentence that refuses a new password; null if the password is accepted. */
export async function passwordRefusal(env: Env, password: string, own: OwnWords): Promise<string | null> {
  const { passwordCommon, passwordOwnWords } = accountCopy.signUp;
  if (isRepetition(password) || (await isCommonPassword(password))) return passwordCommon;
  if (isOwnWords(password, own)) return passwordOwnWords;
  return (await isBreached(env, password)) ? passwordCommon : null;
}

/** Whether a password repeats one piece, such as `abcabcabc`, or has few different characters. */
function isRepetition(password: string): boolean {
  return /^(.+?)\1+$/su.test(password) || new Set(password).size < DIFFERENT_MIN;
}

/** Whether a password consists almost only of the names of the product, the business, the person and the mailbox. */
function isOwnWords(password: string, { name, username, email, person }: OwnWords): boolean {
  const whole = [product.name, name, username, email, email.split('@')[0] ?? ''];
  const parts = [name, username, person ?? ''].flatMap((words) => words.split(/[^\p{L}\p{M}\p{N}]+/u));
  const words = [...whole.map(plain), ...parts.map(plain).filter((word) => word.length >= WORD_MIN)]
    .filter((word) => word !== '')
    .toSorted((one, other) => other.length - one.length);
  const typed = plain(password);
  const left = words.reduce((rest, word) => rest.replaceAll(word, ''), typed);
  return left !== typed && left.length < OTHERS_MIN;
}

/** Returns only the letters and digits of a text, in lower case and without accents. */
function plain(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '');
}

/**
 * Whether the service for breached passwords lists the password. Returns false if no service is configured or the
 * service does not answer. Then only the list in the Worker decides.
 */
async function isBreached(env: Env, password: string): Promise<boolean> {
  const checked = checkedConfig(env);
  if (!checked.ok || checked.config.breachedPasswords === null) return false;
  const answer = await breachedPasswordsRange(checked.config.breachedPasswords, password);
  if (answer.isBreached !== null) return answer.isBreached;
  log({ event: 'breach_check_unavailable', reason: answer.reason });
  return false;
}
