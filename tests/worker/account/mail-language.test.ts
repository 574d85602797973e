/** A mail is in the recipient's language. An invitation to a new address is in the inviter's language. */
import { expect, test } from 'vitest';
import { mailCopy as english } from '../../../src/shared/copy/en/owner/mails.ts';
import { ownerLanguages } from '../../../src/shared/owner-languages.ts';
import { mailCopyFor } from '../../../src/worker/deliveries/mail/mail-copy.ts';
import { call, goodPassword, newOwner } from '../support/factories.ts';
import { newMember } from '../support/members.ts';
import { mails, post, success } from '../support/security-calls.ts';

const byText = (one: string, other: string) => one.localeCompare(other);
const all = { role: 'host', locationIds: null, mayReadNumbers: false };

test.each(ownerLanguages)('mails of a person whose language is %s', async (language) => {
  const owner = await newOwner({ emailVerifiedAt: 1 });
  const other = await newOwner({ emailVerifiedAt: 1 });
  const member = await newMember(owner, 'host');
  const { cookie } = owner;
  const chosen = await call('PATCH', '/auth/language', { cookie, body: { language } });
  expect(chosen.status).toBe(200);

  for (const email of ['new@example.com', other.user.email]) {
    const body = { ...all, email, password: goodPassword };
    expect((await post('/auth/team/invitations', owner, body)).status).toBe(201);
  }
  expect(await post('/auth/deletion-code', owner)).toEqual(success);
  expect((await call('DELETE', `/auth/team/members/${member.user.id}`, { cookie })).status).toBe(200);

  const say = await mailCopyFor(language);
  expect(say.language).toBe(language);
  const sent = async () =>
    (await mails()).map(({ recipient, subject }) => `${recipient}: ${subject}`).toSorted(byText);
  await expect.poll(async () => (await sent()).length).toBe(6);
  expect(await sent()).toEqual(
    [
      `new@example.com: ${say.team.invitation.subject}`,
      `${other.user.email}: ${english.team.invitation.subject}`,
      `${owner.user.email}: ${say.warnings.invited.subject}`,
      `${owner.user.email}: ${say.warnings.invited.subject}`,
      `${owner.user.email}: ${say.warnings.deletionCode('').subject}`,
      `${member.user.email}: ${english.team.removed.subject}`,
    ].toSorted(byText),
  );
});
