import { expect, test } from 'vitest';
import {
  hashRecoveryCode,
  newRecoveryCodes,
} from '../../../src/worker/features/account/second-step/recovery-codes.ts';

test('ten codes are made, each another, of letters that are not mistaken for others', () => {
  const codes = Array.from({ length: 20 }, newRecoveryCodes).flat();
  expect(new Set(codes).size).toBe(200);
  expect(codes.filter((code) => !/^([0-9A-HJKMNP-TV-Z]{4}-){3}[0-9A-HJKMNP-TV-Z]{4}$/.test(code))).toEqual(
    [],
  );
});

test('a code is the same however it is typed', () => {
  const hash = hashRecoveryCode('0123-4567-89AB-CDEF');
  expect(hash).toMatch(/^[\w-]{43}$/);
  for (const typed of [
    '0123456789abcdef',
    ' o123 4567 89ab cdef ',
    '0I23-4567-89AB-CDEF',
    '0l23-4567-89ab-cdef',
  ]) {
    expect(hashRecoveryCode(typed)).toBe(hash);
  }
  expect(hashRecoveryCode('0123-4567-89AB-CDEG')).not.toBe(hash);
});

test.each([
  '',
  '123456',
  '0123-4567-89AB-CDE',
  '0123-4567-89AB-CDEFG',
  'UUUU-UUUU-UUUU-UUUU',
  '0123-4567-89AB-CDÉF',
])('%j is none', (typed) => {
  expect(hashRecoveryCode(typed)).toBeNull();
});
