/** API contract of the calls about accounts (`docs/spec.md` sections 3, 5, 7, 10.16 and 10.19 to 10.21). */
import * as z from 'zod/mini';
import { accountCopy } from '../../copy/owner/account.ts';
import { EMAIL_ADDRESS } from '../../typing/email-address.ts';
import {
  MAX_BUSINESS_NAME_LENGTH,
  MAX_EMAIL_LENGTH,
  MAX_PHONE_LENGTH,
  PASSWORD_MAX_LENGTH,
  PASSWORD_MIN_LENGTH,
  PHONE_MIN_LENGTH,
  USERNAME_MAX_LENGTH,
  USERNAME_MIN_LENGTH,
} from '../../limits.ts';
import { lookAlikeOf, readingsOf } from '../../text/look-alikes.ts';
import { withPlainDigits } from '../../typing/plain-digits.ts';
import { cleanLine, cleanUsername } from '../../typing/typed-text.ts';

const { logIn, signUp, forgot, reset } = accountCopy;

/** Reserved usernames: the product's own path segments. A name that looks like a reserved one is reserved, too. */
const reservedPaths = [
  'admin', 'api', 'assets', 'auth', 'business', 'cdn-cgi', 'demo', 'dev', 'device', 'feedback', 'forgot', 'healthz', 'help', 'invitation',
  'login', 'logout', 'not-me', 'payment-success', 'payments', 'plan-change', 'policy', 'privacy', 'queue', 'reset', 'sales',
  'signup', 'sms', 'stripe', 'terms', 'verify', 'holdline', 'support', 'www',
] as const; // oxfmt-ignore
const reservedLooks: ReadonlySet<string> = new Set(reservedPaths.map(lookAlikeOf));
/** Names of properties that every JavaScript object has. These names are also reserved usernames. */
const objectProperties: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

/** Extensions of static files (`/sw.js`, `/robots.txt`). A username must not end in one of these extensions. */
const fileName = /\.(css|html|ico|js|json|png|svg|txt|webmanifest|woff2|xml)$/i;

function isReserved(username: string): boolean {
  const looksReserved = readingsOf(username).some((reading) => reservedLooks.has(lookAlikeOf(reading)));
  return looksReserved || objectProperties.has(username.toLowerCase()) || fileName.test(username);
}

const password = z.pipe(
  z.string(signUp.passwordRequired),
  z.transform((typed) => typed.normalize('NFKC')),
);

/** A new password: 8 to 128 characters after NFKC. Only the server checks whether the password is a common one. */
export const newPassword = z.pipe(
  password,
  z
    .string()
    .check(
      z.minLength(1, signUp.passwordRequired),
      z.minLength(PASSWORD_MIN_LENGTH, signUp.passwordTooShort),
      z.maxLength(PASSWORD_MAX_LENGTH, signUp.passwordTooLong(PASSWORD_MAX_LENGTH)),
    ),
);

/** A required line of text: cleaned, then checked. */
export const line = (required: string, ...checks: z.core.$ZodCheck<string>[]) =>
  z.pipe(
    z.pipe(z.string(required), z.transform(cleanLine)),
    z.string().check(z.minLength(1, required), ...checks),
  );

/** An email address of an account. Sign-up and "forgot password" share this rule. */
export const emailAddress = (required: string) =>
  line(
    required,
    z.maxLength(MAX_EMAIL_LENGTH, signUp.tooLong(MAX_EMAIL_LENGTH)),
    z.regex(EMAIL_ADDRESS, signUp.emailInvalid),
  );

/** The username of an account. The paths of the account's pages contain the username. */
export const username = z.string().check(
  z.minLength(1, signUp.usernameRequired),
  z.minLength(USERNAME_MIN_LENGTH, signUp.usernameTooShort),
  z.maxLength(USERNAME_MAX_LENGTH, signUp.usernameTooLong(USERNAME_MAX_LENGTH)),
  z.regex(/^[\w.-]*$/, signUp.usernameCharacters),
  // At least one letter or digit is needed, because a path segment that has only dots would be a relative path.
  z.regex(/[a-z0-9]/i, signUp.usernameCharacters),
  z.refine((name) => !isReserved(name), signUp.usernameReserved),
);

const businessName = line(
  signUp.businessNameRequired,
  z.maxLength(MAX_BUSINESS_NAME_LENGTH, signUp.tooLong(MAX_BUSINESS_NAME_LENGTH)),
);

/** `PATCH /auth/me`: changes the name of the business. */
export const renameRequest = z.object({ name: businessName });
export type RenameRequest = z.infer<typeof renameRequest>;

/** `POST /auth/signup`. */
export const signUpRequest = z.object({
  name: businessName,
  username: z.pipe(z.pipe(z.string(signUp.usernameRequired), z.transform(cleanUsername)), username),
  email: emailAddress(signUp.emailRequired),
  phone: line(
    signUp.phoneRequired,
    z.minLength(PHONE_MIN_LENGTH, signUp.phoneTooShort),
    z.maxLength(MAX_PHONE_LENGTH, signUp.tooLong(MAX_PHONE_LENGTH)),
  ),
  password: newPassword,
});
export type SignUpRequest = z.infer<typeof signUpRequest>;

/** The sign-up form: the fields of the call and the repeated password. */
export const signUpForm = z
  .extend(signUpRequest, {
    confirmPassword: z.pipe(
      z.pipe(
        z.string(signUp.confirmRequired),
        z.transform((typed) => typed.normalize('NFKC')),
      ),
      z.string().check(z.minLength(1, signUp.confirmRequired)),
    ),
  })
  .check(
    z.refine((form) => form.confirmPassword === '' || form.password === form.confirmPassword, {
      path: ['confirmPassword'],
      message: signUp.mismatch,
      // This rule also runs if other fields have errors, so that the form shows all errors at once.
      when: () => true,
    }),
  );

/** The current password, as typed. The minimum length of new passwords is not checked here. */
export const presentPassword = (required: string) =>
  z.pipe(
    z.pipe(
      z.string(required),
      z.transform((typed) => typed.normalize('NFKC')),
    ),
    z
      .string()
      .check(
        z.minLength(1, required),
        z.maxLength(PASSWORD_MAX_LENGTH, signUp.passwordTooLong(PASSWORD_MAX_LENGTH)),
      ),
  );

/** A code of the authenticator app, or a recovery code. Any other text counts as a wrong code. */
export const secondStepCode = z.pipe(
  z.string().check(z.maxLength(64)),
  z.transform((typed) => withPlainDigits(typed).trim()),
);

/**
 * `POST /auth/login`. After the answer `second_step_required` the page sends the call again with `code`. After the
 * answer `proof_needed` the page adds `link`, the token of a mailed log-in link.
 */
export const logInRequest = z.object({
  emailOrUsername: line(
    logIn.identifierRequired,
    z.maxLength(MAX_EMAIL_LENGTH, signUp.tooLong(MAX_EMAIL_LENGTH)),
  ),
  password: presentPassword(logIn.passwordRequired),
  code: z.optional(secondStepCode),
  link: z.optional(z.string().check(z.maxLength(300))),
});
export type LogInRequest = z.infer<typeof logInRequest>;

/**
 * `POST /auth/forgot-password`. An invalid address is refused, so that a person with a typing error does not wait for a
 * mail. The refusal does not reveal whether an account exists: no account has an invalid address, because sign-up also
 * refuses such an address.
 */
export const forgotPasswordRequest = z.object({ email: emailAddress(forgot.emailRequiredBody) });
export type ForgotPasswordRequest = z.infer<typeof forgotPasswordRequest>;

/** A password in the reset form. Spaces at its start and end are removed (`docs/spec.md` section 5). */
const trimmedPassword = (required: string) =>
  z.pipe(
    z.string(required),
    z.transform((typed) => typed.normalize('NFKC').trim()),
  );

const replacingPassword = z.pipe(
  trimmedPassword(reset.passwordRequired),
  z
    .string()
    .check(
      z.minLength(1, reset.passwordRequired),
      z.minLength(PASSWORD_MIN_LENGTH, reset.passwordTooShort),
      z.maxLength(PASSWORD_MAX_LENGTH, signUp.passwordTooLong(PASSWORD_MAX_LENGTH)),
    ),
);

/** `POST /auth/reset-password`. */
export const resetPasswordRequest = z.object({
  token: z.string(reset.linkInvalidBody).check(z.minLength(1, reset.linkInvalidBody)),
  newPassword: replacingPassword,
});
export type ResetPasswordRequest = z.infer<typeof resetPasswordRequest>;

/** The reset form: the new password and the repeated password. The token is in the page's address. */
export const resetPasswordForm = z
  .object({ newPassword: replacingPassword, confirmPassword: trimmedPassword(reset.mismatch) })
  .check(
    z.refine((form) => form.newPassword === form.confirmPassword, {
      path: ['confirmPassword'],
      message: reset.mismatch,
    }),
  );
