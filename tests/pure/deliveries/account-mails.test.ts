import { expect, test } from 'vitest';
import {
  accountDeletedMail,
  askedMail,
  deletionCodeMail,
  handOverCodeMail,
  addressInUseMail,
  emailChangeAskedMail,
  emailChangedMail,
  newDeviceMail,
  passkeyMail,
  passwordChangedMail,
  passwordResetMail,
  recoveryCodesMail,
  resetMail,
  secondStepMail,
  verifyMail,
} from '../../../src/worker/features/account/account-mails.ts';
import {
  trialEndsSoonMail,
  trialEndsTodayMail,
} from '../../../src/worker/features/billing/mails/trial-mails.ts';

const origin = 'https://queue.example.com';

test('the mail that verifies an address says what to do, for how long, and what if it was not you', () => {
  expect(verifyMail(origin, 'tok-en_1')).toMatchObject({
    subject: 'Confirm your email address for Holdline',
    text: `Hello,

Please confirm that this is the email address of your Holdline account.

Confirm this address:
https://queue.example.com/verify?token=tok-en_1

The link works once and expires in 48 hours. If you asked more than once, only the newest link works.

If you have no account with us, there is nothing to do.

Holdline
support@holdline.example
`,
  });
});

test('the mail about a forgotten password says what to do, for how long, and what if it was not you', () => {
  expect(resetMail(origin, 'tok-en_1')).toMatchObject({
    subject: 'Reset your Holdline password',
    text: `Hello,

Someone asked to reset the password of your Holdline account.

Choose a new password:
https://queue.example.com/reset?token=tok-en_1

The link works once and expires in 1 hour. If you asked more than once, only the newest link works.

If this wasn’t you, there is nothing to do: your password stays as it is.

Holdline
support@holdline.example
`,
  });
});

const notMe = 'https://queue.example.com/not-me?token=x.y';

test.each([
  ['Your Holdline email address is about to change', emailChangeAskedMail(notMe)],
  ['Your Holdline email address was changed', emailChangedMail(notMe)],
  ['Your Holdline password was changed', passwordChangedMail(notMe)],
  ['Your Holdline password was reset', passwordResetMail(notMe)],
  [
    'New login to your Holdline account',
    newDeviceMail(notMe, { by: 'password', device: 'Firefox on Linux' }),
  ],
  ['We were asked to export your Holdline account', askedMail(notMe, 'export')],
  ['We were asked to delete your Holdline account', askedMail(notMe, 'account')],
  ['A passkey was added at Holdline', passkeyMail(notMe, 'added')],
  ['A passkey was removed at Holdline', passkeyMail(notMe, 'removed')],
  ['Two-step login was turned on for Holdline', secondStepMail(notMe, 'on')],
  ['Two-step login was turned off for Holdline', secondStepMail(notMe, 'off')],
  ['Recovery codes of your Holdline account', recoveryCodesMail(notMe, 'used')],
  ['Recovery codes of your Holdline account', recoveryCodesMail(notMe, 'renewed')],
])('"%s" says how to stop whoever did it', (subject, mail) => {
  expect(mail.subject).toBe(subject);
  expect(mail.text).toContain(
    `\n\nIf this was you, there is nothing to do.\n\nThis was not me:\n${notMe}\n\nThe link works for 72 hours. `,
  );
});

test.each([
  ['on', false],
  ['off', true],
  ['off_by_reset', false],
] as const)('the mail about two-step login, %s, says that the link turns it on again: %s', (what, says) => {
  expect(secondStepMail(notMe, what).text.includes('the link below turns it on again.')).toBe(says);
});

test('the mail about a guest who asked to be erased has no link that stops it', () => {
  const { subject, text } = askedMail(notMe, 'guest');
  expect(subject).toBe('A guest asked Holdline to be forgotten');
  expect(text).toContain('We do it once two of our staff agree, or in 24 hours.');
  expect(text).not.toContain(notMe);
});

test.each([
  ['deletion', deletionCodeMail, 'Code to delete your Holdline account', 'deleted'],
  ['hand-over', handOverCodeMail, 'Code to hand over your business on Holdline', 'handed over'],
])('the mail with the code for a %s has the link that stops a thief', (_, mail, about, done) => {
  const { subject, text } = mail(notMe, '012345');
  expect(subject).toBe(about);
  expect(text).toContain(`Nothing is ${done} without this code: 012345\n`);
  expect(text).toContain(`If this was you, type the code within 15 minutes.\n\nThis was not me:\n${notMe}\n`);
});

test.each(['owner', 'us', 'idle'] as const)(
  'the mail about a deletion by %s asks to answer, as no link helps any more',
  (by) => {
    const { subject, text } = accountDeletedMail(by);
    expect(subject).toBe('Your Holdline account was deleted');
    expect(text).toContain('If this wasn’t you, reply to this email right away.\n');
    expect(text.includes('deleted by us, because somebody asked us for it,')).toBe(by === 'us');
    expect(text.includes('deleted by us, because nobody has used it for a year,')).toBe(by === 'idle');
    expect(text).not.toContain('://');
  },
);

test('the mail about an address that is in use says that nothing was changed', () => {
  expect(addressInUseMail().text).toContain('so nothing was changed');
});

const endsAt = Date.UTC(2026, 10, 24, 7, 5);
const hours = (count: number) => count * 3_600_000;

test('the reminder some days before has the days, the end in the location’s zone, and the link to the plans', () => {
  const end = { endsAt, now: endsAt - hours(70), timezone: 'Asia/Jakarta' };
  expect(trialEndsSoonMail(origin, end)).toMatchObject({
    subject: 'Your Holdline trial ends in 3 days',
    text: `Hello,

The free trial of your Holdline account ends on 24 November 2026 at 14:05 (Asia/Jakarta time).

From then on nobody can join your queues until you choose a plan. Guests who are in line then can still be called.

Choose a plan:
https://queue.example.com/payments

If you do not want to go on, there is nothing to do: nothing is charged.

Holdline
support@holdline.example
`,
  });
  const late = trialEndsSoonMail(origin, { ...end, now: endsAt - hours(48) });
  expect(late.subject).toBe('Your Holdline trial ends in 2 days');
});

test('the reminder on the day says today, and tomorrow in the evening before', () => {
  const subject = (now: number, timezone: string) =>
    trialEndsTodayMail(origin, { endsAt, now, timezone }).subject;
  expect(subject(endsAt - hours(5), 'Asia/Jakarta')).toBe('Your Holdline trial ends today');
  // The same trial ends at 02:05 in New York.
  expect(subject(endsAt - hours(5), 'America/New_York')).toBe('Your Holdline trial ends tomorrow');
  expect(subject(endsAt - hours(2), 'America/New_York')).toBe('Your Holdline trial ends today');
});
