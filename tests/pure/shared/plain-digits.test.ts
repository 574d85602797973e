/** Fields for codes and PINs also accept the digits of other scripts, such as Arabic digits. */
import { expect, test } from 'vitest';
import { logInRequest } from '../../../src/shared/contracts/account/account.ts';
import { proveNumberRequest } from '../../../src/shared/contracts/account/security.ts';
import { enrolRequest, setPinRequest, unlockRequest } from '../../../src/shared/contracts/devices.ts';
import { withPlainDigits } from '../../../src/shared/typing/plain-digits.ts';

test.each([
  ['٠١٢٣٤٥٦٧٨٩', '0123456789'],
  ['۰۱۲۳۴۵۶۷۸۹', '0123456789'],
  ['０１２３４５６７８９', '0123456789'],
  ['\u200e٤٢\u2069', '42'],
  ['4 a-٢', '4 a-2'],
])('%j becomes %j', (typed, plain) => {
  expect(withPlainDigits(typed)).toBe(plain);
});

test('PINs and codes are taken from an Arabic keyboard', () => {
  const pin = '٢٥٨٠';
  expect(unlockRequest.parse({ memberId: 'sari', pin }).pin).toBe('2580');
  expect(setPinRequest.parse({ password: 'a password', pin }).pin).toBe('2580');
  expect(setPinRequest.safeParse({ password: 'a password', pin: '١٢٣٤' }).success).toBe(false);
  expect(enrolRequest.parse({ code: '١٢٣ ٤٥٦-٧٨٩' }).code).toBe('123456789');
  expect(proveNumberRequest.parse({ code: '١٢٣ ٤٥٦' }).code).toBe('123456');
  const logIn = { emailOrUsername: 'ada', password: 'a password', code: ' ١٢٣٤٥٦ ' };
  expect(logInRequest.parse(logIn).code).toBe('123456');
});
