import { expect, test } from 'vitest';
import { isCommonPassword } from '../../../src/worker/features/account/password/common-passwords.ts';
import {
  hashOfNobody,
  hashPassword,
  isPasswordHash,
  verifyPassword,
} from '../../../src/worker/platform/passwords.ts';

test('a password fits its own hash only', async () => {
  const hash = await hashPassword('correct horse battery');
  expect(hash).toMatch(/^\$scrypt\$ln=14,r=8,p=5\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
  expect(await verifyPassword('correct horse battery', hash)).toEqual({ fits: true, needsRehash: false });
  expect(await verifyPassword('correct horse batterz', hash)).toEqual({ fits: false, needsRehash: false });
});

test('one password has two hashes', async () => {
  expect(await hashPassword('correct horse')).not.toBe(await hashPassword('correct horse'));
});

test('the dummy hash costs the same and matches no password', async () => {
  expect(await verifyPassword('', hashOfNobody)).toEqual({ fits: false, needsRehash: false });
});

test('a hash with other parameters still fits and asks to be made anew', async () => {
  // The test vector of RFC 7914, section 12: scrypt("pleaseletmein", "SodiumChloride", 16384, 8, 1, 64).
  const hash =
    '$scrypt$ln=14,r=8,p=1$U29kaXVtQ2hsb3JpZGU$cCO9yzr9c0hGHAbNgf046/2o+7qQT44+qbVD9lRdofLVQylVYT8Pz2LUlwUkKpr55h6F3A1lHkDfzwF7RVdYhw';
  expect(await verifyPassword('pleaseletmein', hash)).toEqual({ fits: true, needsRehash: true });
  expect(await verifyPassword('pleaseletmeout', hash)).toEqual({ fits: false, needsRehash: true });
});

test('the format of a hash', async () => {
  expect(isPasswordHash(await hashPassword('correct horse battery'))).toBe(true);
  expect(isPasswordHash(hashOfNobody)).toBe(true);
});

test.each(['', 'plain', '$scrypt$ln=30,r=8,p=5$c2FsdA$a2V5', '$argon2id$v=19$m=1$c2FsdA$a2V5'])(
  'the damaged hash %j is a bug, not a refusal',
  async (stored) => {
    const error = await verifyPassword('x', stored).then(
      () => null,
      (reason: unknown) => reason,
    );
    expect(error).toBeInstanceOf(Error);
    expect(isPasswordHash(stored)).toBe(false);
  },
);

test('common passwords are known whatever their case, the first and the last of the list too', async () => {
  for (const common of ['password', 'PassWord', '12345678', 'iloveyou', '!qaz2wsx', 'zzzzzzz1']) {
    expect(await isCommonPassword(common)).toBe(true);
  }
  for (const own of ['correct horse battery', 'passwor', 'assword\n1234567', '', 'password\n12345678']) {
    expect(await isCommonPassword(own)).toBe(false);
  }
});
