/**
 * Calls, other than the log-in, that require the code of the second step. This file also tests a log-in with such a
 * code while a location does not answer.
 */
import { expect, test } from 'vitest';
import { appCode } from '../../e2e/support/authenticator-app.ts';
import { brokenObject, callWith } from '../support/broken.ts';
import { cookieOf, goodPassword, newLocation, read } from '../support/factories.ts';
import { invalid } from '../support/owner-calls.ts';
import {
  countRows,
  logIn,
  newPassword,
  post,
  securityOf,
  success,
  withApp,
} from '../support/security-calls.ts';

const wrongCode = 'That code is not right, or it was used before. Please try the newest one.';
const password = goodPassword;

const changes = [
  ['/auth/change-password', { currentPassword: password, newPassword }],
  ['/auth/change-email', { password, email: 'new@example.com' }],
] as const;

test.each(changes)('%s asks for the second step where it is on', async (path, body) => {
  const { owner, secret, recoveryCodes } = await withApp();
  const codeRequired = invalid({ code: ['Please enter the code from the app'] });
  expect(await post(path, owner, body)).toEqual(codeRequired);
  expect(await post(path, owner, { ...body, code: ' ' })).toEqual(codeRequired);
  expect(await post(path, owner, { ...body, code: '000000' })).toEqual(invalid({ code: [wrongCode] }));
  expect(await logIn(owner, { code: recoveryCodes[0] })).toMatchObject({ status: 200 });
  expect((await securityOf(owner)).pendingEmail).toBeNull();
  expect(await post(path, owner, { ...body, code: appCode(secret) })).toEqual(success);
});

test.each(changes)('%s takes a recovery code, once', async (path, body) => {
  const { owner, recoveryCodes } = await withApp();
  expect(await post(path, owner, { ...body, code: recoveryCodes[0] })).toEqual(success);
  expect(await countRows('recovery_codes')).toBe(9);
});

test('a wrong password is refused before the second step is checked', async () => {
  const { owner, recoveryCodes } = await withApp();
  const [code] = recoveryCodes;
  const wrongPassword = ['That is not your current password'];
  const currentPassword = 'not the password';
  expect(await post('/auth/change-password', owner, { currentPassword, newPassword, code })).toEqual(
    invalid({ currentPassword: wrongPassword }),
  );
  const email = 'new@example.com';
  expect(await post('/auth/change-email', owner, { password: currentPassword, email, code })).toEqual(
    invalid({ password: wrongPassword }),
  );
  expect((await securityOf(owner)).secondStep.recoveryCodesLeft).toBe(10);
});

test('a log-in goes on while a location does not answer, and is told which one that is', async () => {
  const { owner, secret } = await withApp();
  const { id, address } = await newLocation(owner);
  const away = brokenObject(id, 'view', new Error('The object is being moved'));
  const body = { emailOrUsername: owner.business.username, password, code: appCode(secret) };
  const response = await callWith(away, 'POST', '/auth/login', { body });
  expect(cookieOf(response)).toMatch(/^holdline_session=/);
  expect(await read(response)).toMatchObject({
    status: 200,
    body: { user: { locations: [{ id, address, away: true }] } },
  });
});
