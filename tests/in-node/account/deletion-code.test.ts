/** The mailed code that is needed to delete an account with a confirmed address. */
import { expect, test } from 'vitest';
import { call, goodPassword, newOwner, read } from '../../worker/support/factories.ts';
import { invalid, refused } from '../../worker/support/owner-calls.ts';
import {
  deletionCode,
  post,
  securityOf,
  stopTheClock,
  success,
  verifyToken,
  deleteAccount,
} from '../../worker/support/security-calls.ts';

const password = goodPassword;

/** Makes an owner with a confirmed address. Returns the owner and the mailed code. */
async function withMailedCode(about: Parameters<typeof newOwner>[0] = {}) {
  const clock = stopTheClock();
  const owner = await newOwner({ ...about, emailVerifiedAt: 1 });
  return { owner, clock, mailedCode: await deletionCode(owner) };
}

const wrongMailedCode = invalid({
  mailedCode: ['That code is not right, or it has expired. Please request a new one.'],
});

test('where the address is confirmed, a code from its mailbox is needed besides the password', async () => {
  const { owner, mailedCode } = await withMailedCode();
  const another = mailedCode === '000000' ? '000001' : '000000';
  expect(await read(await deleteAccount(owner))).toEqual(
    invalid({ mailedCode: ['Enter the six digits of the mail.'] }),
  );
  expect(await read(await deleteAccount(owner, { password, mailedCode: another }))).toEqual(wrongMailedCode);
  expect(await read(await deleteAccount(owner, { password: 'not the password', mailedCode }))).toEqual(
    invalid({ password: ['That is not your current password'] }),
  );
  expect((await call('GET', '/auth/me', owner)).status).toBe(200);
  const inArabic = mailedCode.replaceAll(/\d/g, (digit) => '٠١٢٣٤٥٦٧٨٩'.charAt(Number(digit)));
  expect(await read(await deleteAccount(owner, { password, mailedCode: inArabic }))).toEqual(success);
});

test('the mailed code is of one account, and ends within half an hour', async () => {
  const { owner, clock, mailedCode } = await withMailedCode();
  const other = await newOwner({ emailVerifiedAt: 1 });
  expect(await read(await deleteAccount(other, { password, mailedCode }))).toEqual(wrongMailedCode);
  clock.forward(30 * 60_000);
  expect(await read(await deleteAccount(owner, { password, mailedCode }))).toEqual(wrongMailedCode);
  const fresh = await deletionCode(owner);
  clock.forward(15 * 60_000);
  expect(await read(await deleteAccount(owner, { password, mailedCode: fresh }))).toEqual(success);
});

test('an account without a confirmed address needs the code after its first day', async () => {
  const clock = stopTheClock();
  const [owner, other] = [await newOwner(), await newOwner({ email: 'ada@example.com' })];
  expect((await securityOf(owner)).deletionNeedsCode).toBe(false);
  clock.forward(24 * 3_600_000 - 1);
  expect(await read(await deleteAccount(owner))).toEqual(success);
  clock.forward(1);
  expect((await securityOf(other)).deletionNeedsCode).toBe(true);
  expect(await read(await deleteAccount(other))).toEqual(
    invalid({ mailedCode: ['Enter the six digits of the mail.'] }),
  );
  expect(await read(await deleteAccount(other, { password, mailedCode: await deletionCode(other) }))).toEqual(
    success,
  );
});

test('a thief who moves the address to another mailbox cannot delete the account for 72 hours', async () => {
  const clock = stopTheClock();
  const owner = await newOwner({ email: 'ada@example.com', emailVerifiedAt: 1 });
  const email = 'thief@example.com';
  await post('/auth/change-email', owner, { email, password });
  await call('POST', '/auth/verify-email', { body: { token: await verifyToken(email) } });
  const mailedCode = await deletionCode(owner);
  clock.forward(72 * 3_600_000 - 1);
  expect(await read(await deleteAccount(owner, { password, mailedCode }))).toEqual(refused('deletion_held'));
  clock.forward(1);
  const fresh = await deletionCode(owner);
  expect(await read(await deleteAccount(owner, { password, mailedCode: fresh }))).toEqual(success);
});
