/** Routes of accounts and sessions (`docs/spec.md` section 7, 10.16 and 10.19 to 10.23). */
import { Hono, type Context } from 'hono';
import { etag, RETAINED_304_HEADERS } from 'hono/etag';
import {
  forgotPasswordRequest,
  logInRequest,
  renameRequest,
  resetPasswordRequest,
  signUpRequest,
} from '../../../shared/contracts/account/account.ts';
import { passkeyLogInRequest } from '../../../shared/contracts/account/passkeys.ts';
import { keepLocationsRequest } from '../../../shared/contracts/locations.ts';
import { accountCopy } from '../../../shared/copy/en/account.ts';
import { settingsCopy } from '../../../shared/copy/en/owner/settings.ts';
import { USERNAME_MAX_LENGTH } from '../../../shared/limits.ts';
import { cleanUsername } from '../../../shared/typing/typed-text.ts';
import { usernameExists } from '../../identity/businesses.ts';
import { countResetRequest, sendResetLink } from './password/forgot-password.ts';
import { rename } from '../locations/profiles.ts';
import { leftOut, removeLocations } from '../locations/locations.ts';
import { beginPasskeyLogIn, logInWithPasskey } from './passkeys/log-in-with-passkey.ts';
import { setDeviceCookie } from './session/known-device.ts';
import { logIn, mailLogInLink, mailNewDevice, mailWrongCodes } from './session/log-in.ts';
import { logOut } from './session/end-sessions.ts';
import { accountViewOf } from '../locations/account-view.ts';
import { mailResetDone, resetPassword } from './password/reset-password.ts';
import { mailNewRecoveryCodes, mailSecondStepChange } from './second-step/second-step.ts';
import { signUp, type SignedIn } from './sign-up/sign-up.ts';
import { sendFirstVerification } from './sign-up/verify-email.ts';
import { presentedToken } from '../../identity/require-staff.ts';
import { limits, consumeRateLimit } from '../../http/rate-limits.ts';
import { readBody, refuse, wrongField } from '../../http/answers.ts';
import { pageOrigin } from '../../http/cross-site.ts';
import { afterAnswer, clientAddressOf } from '../../http/caller.ts';
import { sessionsEnded, unconfirmed } from './session/end-sessions-at.ts';
import { callerOf, clearSessionCookie, setSessionCookie } from './session/session-cookie.ts';
import type { AppContext } from '../../http/context.ts';
import { deviceLanguage, keepLanguage } from '../../http/owner-language.ts';
import { requireMember, requireOwner } from '../../identity/require-member.ts';
import { setLanguage } from '../../identity/users.ts';
import { database } from '../../db/client.ts';
import { answerAccount } from '../locations/account-answer.ts';

export const accounts = new Hono<AppContext>()

  .get('/auth/exists', async (c) => {
    const username = cleanUsername(c.req.query('username') ?? '');
    if (username === '') {
      return refuse(c, wrongField('username', accountCopy.signUp.usernameRequired));
    }
    const within = await consumeRateLimit(c.env, limits.existsPerAddress, clientAddressOf(c), Date.now());
    if (!within.ok) return refuse(c, within);
    const exists = username.length <= USERNAME_MAX_LENGTH && (await usernameExists(c.env, username));
    return c.json({ exists }, 200);
  })

  .post('/auth/signup', async (c) => {
    const read = await readBody(c, signUpRequest);
    if (!read.ok) return read.response;
    const now = Date.now();
    const signedUp = await signUp(c.env, read.body, callerOf(c), now);
    if (!signedUp.ok) return refuse(c, signedUp);
    const { id: userId, email, language } = signedUp.user;
    afterAnswer(c, sendFirstVerification(c.env, c.var.config.origin, { userId, email, language }, now));
    return answerSignedIn(c, signedUp, 201);
  })

  .post('/auth/login', async (c) => {
    const read = await readBody(c, logInRequest);
    if (!read.ok) return read.response;
    const [caller, now] = [callerOf(c), Date.now()];
    const loggedIn = await logIn(c.env, read.body, caller, now);
    if (!loggedIn.ok && loggedIn.code === 'proof_needed') {
      const { user, retryAfterSeconds } = loggedIn;
      if (user) afterAnswer(c, mailLogInLink(c.env, c.var.config, user, caller.sender, now));
      return refuse(c, { code: 'proof_needed', retryAfterSeconds });
    }
    if (!loggedIn.ok) {
      if (loggedIn.told) afterAnswer(c, mailWrongCodes(c.env, c.var.config, loggedIn.told, now));
      return refuse(c, loggedIn.code);
    }
    const { config } = c.var;
    if (loggedIn.recoveryCodeUsed) {
      afterAnswer(c, mailNewRecoveryCodes(c.env, config, loggedIn, 'used', now));
    }
    if (loggedIn.isNewDevice) {
      const by = { by: 'password', device: caller.device } as const;
      afterAnswer(c, mailNewDevice(c.env, config, loggedIn.user, by, now));
    }
    return answerSignedIn(c, loggedIn, 200);
  })

  .post('/auth/login/passkey/options', async (c) => {
    const origin = pageOrigin(c.req.raw, c.var.config);
    const begun = await beginPasskeyLogIn(c.env, origin, clientAddressOf(c), Date.now());
    return begun.ok ? c.json(begun.options, 200) : refuse(c, begun);
  })

  .post('/auth/login/passkey', async (c) => {
    const read = await readBody(c, passkeyLogInRequest);
    if (!read.ok) return read.response;
    const [caller, now] = [callerOf(c), Date.now()];
    const { config } = c.var;
    const origin = pageOrigin(c.req.raw, config);
    const loggedIn = await logInWithPasskey(c.env, origin, read.body.credential, caller, now);
    if (!loggedIn.ok) return refuse(c, loggedIn);
    if (loggedIn.isNewDevice) {
      const by = { by: 'passkey', device: caller.device } as const;
      afterAnswer(c, mailNewDevice(c.env, config, loggedIn.user, by, now));
    }
    return answerSignedIn(c, loggedIn, 200);
  })

  .post('/auth/logout', async (c) => {
    const token = presentedToken(c);
    const unconfirmedAt = token ? await logOut(c.env, token) : [];
    // The cookie is cleared after the server ended the session, because a live session must not look logged out.
    clearSessionCookie(c);
    return c.json(sessionsEnded(unconfirmedAt), 200);
  })

  .post('/auth/forgot-password', async (c) => {
    const read = await readBody(c, forgotPasswordRequest);
    if (!read.ok) return read.response;
    const now = Date.now();
    const within = await countResetRequest(c.env, read.body, clientAddressOf(c), now);
    if (!within.ok) return refuse(c, within);
    // The link is sent after the answer, so that the response time does not reveal whether the account exists.
    if (within.isMailed) afterAnswer(c, sendResetLink(c.env, c.var.config, read.body, now));
    return c.json({ success: true }, 200);
  })

  .post('/auth/reset-password', async (c) => {
    const read = await readBody(c, resetPasswordRequest);
    if (!read.ok) return read.response;
    const by = { sender: clientAddressOf(c), trialKey: c.var.config.phoneHashKey };
    const now = Date.now();
    const done = await resetPassword(c.env, read.body, by, now);
    if (!done.ok) return refuse(c, done);
    // The link proved that the owner uses this browser, so the browser becomes a known device with its own count of
    // wrong passwords. The owner has probably typed wrong passwords before the reset.
    setDeviceCookie(c, done.user, now);
    afterAnswer(c, mailResetDone(c.env, c.var.config, done.user, now));
    if (done.isSecondStepOff) {
      afterAnswer(c, mailSecondStepChange(c.env, c.var.config, done.user, 'off_by_reset', now));
    }
    return c.json(
      { ...sessionsEnded(done.unconfirmedAt), ...(done.isTrialOver && { trialOver: true }) },
      200,
    );
  })

  // The browser caches the answer and revalidates it at each poll. The server answers an unchanged poll with 304.
  .get(
    '/auth/me',
    etag({ retainedHeaders: [...RETAINED_304_HEADERS, 'set-cookie'] }),
    requireMember,
    async (c) => {
      c.header('Cache-Control', 'private, no-cache');
      keepLanguage(c, c.var.member.user.language);
      return c.json(await accountViewOf(c.env, c.var.member), 200);
    },
  )

  .patch('/auth/me', requireOwner, async (c) => {
    const read = await readBody(c, renameRequest);
    if (!read.ok) return read.response;
    const renamed = await rename(c.env, c.var.owner, read.body, Date.now());
    return renamed.ok ? answerAccount(c, 200) : refuse(c, renamed);
  })

  .put('/auth/me', requireOwner, async (c) => {
    const read = await readBody(c, keepLocationsRequest);
    if (!read.ok) return read.response;
    const removed = leftOut(c.var.owner.locations, read.body.locations);
    if (removed === null) return refuse(c, wrongField('locations', settingsCopy.page.unknownLocation));
    const now = Date.now();
    await removeLocations(c.env, removed, { kind: 'owner' }, now);
    return answerAccount(c, 200);
  });

function answerSignedIn(
  c: Context<AppContext>,
  { user, view, token, unconfirmedAt }: SignedIn,
  status: 200 | 201,
): Response {
  setSessionCookie(c, token);
  setDeviceCookie(c, user, Date.now());
  keepLanguage(c, user.language);
  const chosen = deviceLanguage(c);
  if (user.language === null && chosen !== null)
    afterAnswer(c, setLanguage(database(c.env), user.id, chosen));
  return c.json({ user: view, ...unconfirmed(unconfirmedAt) }, status);
}
