/** The mailed code that an owner with a confirmed address needs to hand over the business. */
import { expect, test } from 'vitest';
import { call, goodPassword, newOwner } from '../../worker/support/factories.ts';
import { newMember } from '../../worker/support/members.ts';
import { invalid, refused } from '../../worker/support/owner-calls.ts';
import {
  deletionCode,
  handOverCode,
  post,
  stopTheClock,
  success,
  verifyToken,
} from '../../worker/support/security-calls.ts';

const password = goodPassword;
const wrong = invalid({
  mailedCode: ['That code is not right, or it has expired. Please request a new one.'],
});

async function anOffer() {
  const clock = stopTheClock();
  const owner = await newOwner({ email: 'ada@example.com', emailVerifiedAt: 1 });
  const { user } = await newMember(owner, 'manager');
  const offer = (mailedCode?: string) =>
    post('/auth/team/ownership', owner, { memberId: user.id, password, mailedCode });
  return { clock, owner, offer };
}

test('session and password are not enough: the offer needs the code from the owner’s mailbox', async () => {
  const { clock, owner, offer } = await anOffer();
  expect(await offer()).toEqual(invalid({ mailedCode: ['Enter the six digits of the mail.'] }));
  const code = await handOverCode(owner);
  expect(await offer(code === '000000' ? '000001' : '000000')).toEqual(wrong);
  clock.forward(30 * 60_000);
  expect(await offer(code)).toEqual(wrong);
  expect(await offer(await handOverCode(owner))).toEqual(success);
});

test('a code for the deletion is none for the hand-over, nor the other way round', async () => {
  const { owner, offer } = await anOffer();
  const [ofDeletion, ofHandOver] = [await deletionCode(owner), await handOverCode(owner)];
  expect(await offer(ofDeletion)).toEqual(wrong);
  const body = { password, mailedCode: ofHandOver };
  expect(await post('/auth/delete-account', owner, body)).toEqual(wrong);
});

test('a thief who moves the address to another mailbox cannot hand the business over for 72 hours', async () => {
  const { clock, owner, offer } = await anOffer();
  const email = 'thief@example.com';
  await post('/auth/change-email', owner, { email, password });
  await call('POST', '/auth/verify-email', { body: { token: await verifyToken(email) } });
  clock.forward(72 * 3_600_000 - 1);
  expect(await offer(await handOverCode(owner))).toEqual(refused('deletion_held'));
  clock.forward(1);
  expect(await offer(await handOverCode(owner))).toEqual(success);
});
