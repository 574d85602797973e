/** API contract of "Account & security": email address, password, sessions, second step, deletion of the account. */
import * as z from 'zod/mini';
import { emailAddress, line, presentPassword, secondStepCode } from './account.ts';
import { secondStepKinds, signedByPasskey } from './passkey-signature.ts';
import { sessionsEndedAnswer } from './view.ts';
import { accountCopy } from '../../copy/owner/account.ts';
import { securityCopy } from '../../copy/owner/security.ts';
import { languages } from '../../languages.ts';
import { MAX_PHONE_LENGTH, PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH } from '../../limits.ts';
import { withPlainDigits } from '../../typing/plain-digits.ts';
import { timestamp } from '../queue-view.ts';

const { reset, signUp } = accountCopy;
const { email, number, password, secondStep } = securityCopy;

/** `PATCH /auth/language`: the language of the person's pages and mails. */
export const languageRequest = z.object({ language: z.enum(languages) });

/**
 * `POST /auth/verify-email`, `…/account` and `…/not-mine`: the body is the token of a mailed link. `…/not-mine` ends
 * the link.
 */
export const verifyEmailRequest = z.object({
  token: z.string(email.linkEnded).check(z.minLength(1, email.linkEnded)),
});
export type VerifyEmailRequest = z.infer<typeof verifyEmailRequest>;

/** The answer of `POST /auth/verify-email/account`: the facts that a mailed link confirms. */
export const verifiedAccount = z.object({ name: z.string(), username: z.string(), email: z.string() });
export type VerifiedAccount = z.infer<typeof verifiedAccount>;

/** `POST /auth/not-me`: the token of a link "this was not me". */
export const notMeRequest = z.object({
  token: z
    .string(email.linkEnded)
    .check(z.minLength(1, email.linkEnded), z.maxLength(1_000, email.linkEnded)),
});

/**
 * The answer of `POST /auth/verify-email` and `/auth/reset-password`. Both calls confirm the mailbox. `trialOver`: this
 * mailbox already had a trial with another account, so this account has no trial; absent otherwise.
 */
export const confirmedMailboxAnswer = z.extend(sessionsEndedAnswer, {
  trialOver: z.optional(z.literal(true)),
});

/** `POST /auth/number-code`: sends a code as a text to the owner's number. `phone` has the country code. */
export const numberCodeRequest = z.object({
  phone: line(signUp.phoneRequired, z.maxLength(MAX_PHONE_LENGTH, signUp.tooLong(MAX_PHONE_LENGTH))),
});
export type NumberCodeRequest = z.infer<typeof numberCodeRequest>;

/** `POST /auth/number-code/confirm`: the code from the text proves the number. */
export const proveNumberRequest = z.object({
  code: z.pipe(
    z.pipe(
      z.string(number.codeRequired),
      z.transform((typed) => withPlainDigits(typed).replace(/\s/g, '')),
    ),
    z.string().check(z.regex(/^\d{6}$/, number.codeRequired)),
  ),
});
export type ProveNumberRequest = z.infer<typeof proveNumberRequest>;

/**
 * The second step of a call, needed if the person has switched the second step on. `code`: a code of the app, or a
 * recovery code. `passkey`: a signature for a challenge of `POST /auth/login/passkey/options`.
 */
const givenSecondStep = z.object({
  code: z.optional(secondStepCode),
  passkey: z.optional(signedByPasskey),
});

/** `POST /auth/change-email`. */
export const changeEmailRequest = z.extend(givenSecondStep, {
  email: emailAddress(signUp.emailRequired),
  password: presentPassword(password.currentRequired),
});
export type ChangeEmailRequest = z.infer<typeof changeEmailRequest>;

/** `POST /auth/change-password`. Spaces at the ends of the new password are kept, as at sign-up. */
export const changePasswordRequest = z.extend(givenSecondStep, {
  currentPassword: presentPassword(password.currentRequired),
  newPassword: z.pipe(
    z.pipe(
      z.string(reset.passwordRequired),
      z.transform((typed) => typed.normalize('NFKC')),
    ),
    z
      .string()
      .check(
        z.minLength(1, reset.passwordRequired),
        z.minLength(PASSWORD_MIN_LENGTH, reset.passwordTooShort),
        z.maxLength(PASSWORD_MAX_LENGTH, signUp.passwordTooLong(PASSWORD_MAX_LENGTH)),
      ),
  ),
});
export type ChangePasswordRequest = z.infer<typeof changePasswordRequest>;

/** The form of `POST /auth/change-password`: the fields of the call and the repeated password. */
export const changePasswordForm = z
  .extend(changePasswordRequest, {
    confirmPassword: z.pipe(
      z.string(reset.mismatch),
      z.transform((typed) => typed.normalize('NFKC')),
    ),
  })
  .check(
    z.refine((form) => form.newPassword === form.confirmPassword, {
      path: ['confirmPassword'],
      message: reset.mismatch,
    }),
  );

/** `POST /auth/second-step`: the first step of switching on the authenticator app. */
export const beginSecondStepRequest = z.object({ password: presentPassword(password.currentRequired) });

/** The secret for an authenticator app: as text to type, and as the URI in the QR code. */
export const secondStepOffer = z.object({ secret: z.string(), uri: z.string() });
export type SecondStepOffer = z.infer<typeof secondStepOffer>;

/** `POST /auth/second-step/confirm`: the app's first code. */
export const confirmSecondStepRequest = z.object({
  code: z.pipe(secondStepCode, z.string().check(z.minLength(1, secondStep.codeRequired))),
});

/** `POST /auth/second-step/passkey`: makes passkeys the second step. The signature proves that a passkey works. */
export const passkeyStepRequest = z.object({
  password: presentPassword(password.currentRequired),
  passkey: signedByPasskey,
});
export type PasskeyStepRequest = z.infer<typeof passkeyStepRequest>;

/** Answer of calls that make recovery codes. The codes are never shown again. */
export const recoveryCodesAnswer = z.object({ recoveryCodes: z.array(z.string()) });

/** Body of `POST /auth/second-step/off` and `/auth/second-step/recovery-codes`: the password and the second step. */
export const confirmedRequest = z.extend(givenSecondStep, {
  password: presentPassword(password.currentRequired),
});
export type ConfirmedRequest = z.infer<typeof confirmedRequest>;

/**
 * The body of `POST /auth/delete-account`, and a part of the body of `POST /auth/team/ownership`. `mailedCode` is
 * needed if `deletionNeedsCode` of `GET /auth/security` is true.
 */
export const confirmedByMailRequest = z.extend(confirmedRequest, {
  mailedCode: z.optional(
    z.pipe(
      z.string(),
      z.transform((typed) => withPlainDigits(typed).replaceAll(/\s/g, '')),
    ),
  ),
});
export type ConfirmedByMailRequest = z.infer<typeof confirmedByMailRequest>;

export const passkeyView = z.object({
  id: z.string(),
  name: z.string(),
  createdAt: timestamp,
  lastUsedAt: z.nullable(timestamp),
});
export type PasskeyView = z.infer<typeof passkeyView>;

/** One session of the account. `device` is null if it is unknown. */
const sessionView = z.object({
  id: z.string(),
  device: z.nullable(z.string()),
  createdAt: timestamp,
  /** Rounded to the hour. */
  lastUsedAt: timestamp,
  current: z.boolean(),
});
export type SessionView = z.infer<typeof sessionView>;

/** The body of `GET /auth/security`. */
export const securityView = z.object({
  email: z.string(),
  emailVerified: z.boolean(),
  /** The new address, which replaces `email` when its link is used. */
  pendingEmail: z.nullable(z.string()),
  /** Whether the deletion of the account needs a code that is mailed to `email`. */
  deletionNeedsCode: z._default(z.boolean(), true),
  /** The owner's phone number. This number and the confirmed mailbox together prove the account. */
  phone: z.string(),
  phoneProven: z.boolean(),
  secondStep: z.object({
    on: z.boolean(),
    kind: z._default(z.enum(secondStepKinds), 'app'),
    recoveryCodesLeft: z.int(),
  }),
  /** Sorted by age, the oldest first. */
  passkeys: z.array(passkeyView),
  /** Sorted by last use, the latest first. */
  sessions: z.array(sessionView),
});
export type SecurityView = z.infer<typeof securityView>;
