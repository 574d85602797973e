import { expect, test } from 'vitest';
import {
  accountDeletedMail,
  addressInUseMail,
  emailChangeAskedMail,
  emailChangedMail,
  passwordChangedMail,
  recoveryCodesMail,
  secondStepMail,
  verifyMail,
} from '../../src/worker/messages/account-mails.ts';

const origin = 'https://queue.example.com';

test('the mail that verifies an address says what to do, for how long, and what if it was not you', () => {
  expect(verifyMail(origin, 'tok-en_1')).toEqual({
    subject: 'Confirm your email address for Holdline',
    body: `Please confirm that this is the email address of your Holdline account:

https://queue.example.com/verify?token=tok-en_1

The link works once and expires in 48 hours. If you asked more than once, only the newest link works.

If you have no account with us, there is nothing to do.

Holdline
support@holdline.example
`,
  });
});

test.each([
  ['Your Holdline email address is about to change', emailChangeAskedMail(origin)],
  ['Your Holdline password was changed', passwordChangedMail(origin)],
  ['Two-step login was turned on for Holdline', secondStepMail(origin, true)],
  ['Two-step login was turned off for Holdline', secondStepMail(origin, false)],
  ['Recovery codes of your Holdline account', recoveryCodesMail(origin, 'used')],
  ['Recovery codes of your Holdline account', recoveryCodesMail(origin, 'renewed')],
])('"%s" says how to stop whoever did it', (subject, mail) => {
  expect(mail.subject).toBe(subject);
  expect(mail.body).toContain(
    'If it was not you, choose a new password now: https://queue.example.com/forgot\n',
  );
});

test.each([
  ['Your Holdline email address was changed', emailChangedMail()],
  ['Your Holdline account was deleted', accountDeletedMail()],
])('"%s" asks to answer, as no link helps any more', (subject, mail) => {
  expect(mail.subject).toBe(subject);
  expect(mail.body).toContain('If it was not you, answer this mail at once.\n');
});

test('the mail about an address that is in use says that nothing was changed', () => {
  expect(addressInUseMail().body).toContain('so nothing was changed');
});
