import { expect, test } from 'vitest';
import { mailCopy as arabic } from '../../../src/shared/copy/ar/owner/mails.ts';
import { mailCopy as english, type MailCopy } from '../../../src/shared/copy/en/owner/mails.ts';
import { mailCopy as spanish } from '../../../src/shared/copy/es/owner/mails.ts';
import { mailCopy as indonesian } from '../../../src/shared/copy/id/owner/mails.ts';
import type { Mail } from '../../../src/worker/deliveries/mail/mail-layout.ts';
import * as account from '../../../src/worker/features/account/account-mails.ts';
import * as billing from '../../../src/worker/features/billing/mails/billing-mails.ts';
import * as trial from '../../../src/worker/features/billing/mails/trial-mails.ts';
import * as team from '../../../src/worker/features/team/team-mails.ts';

const origin = 'https://queue.example.com';
const notMe = `${origin}/not-me?token=tok-en_1`;
const timezone = 'Asia/Jakarta';
const endsAt = Date.UTC(2026, 10, 24, 7, 5);
const hours = (count: number) => count * 3_600_000;

function mailsIn(say: MailCopy): Mail[] {
  const paid = { plan: 'Starter', interval: 'Monthly', periodEnd: endsAt, timezone } as const;
  const failed = { plan: 'Starter', endsAt, timezone } as const;
  return [
    account.verifyMail(origin, 'tok-en_1', say),
    account.resetMail(origin, 'tok-en_1', say),
    account.logInLinkMail(origin, 'tok-en_1', say),
    account.addressInUseMail(say),
    account.emailChangeAskedMail(notMe, say),
    account.emailChangedMail(notMe, say),
    account.passwordResetMail(notMe, say),
    account.passwordChangedMail(notMe, say),
    account.newDeviceMail(notMe, { by: 'password', device: 'Firefox on Linux' }, say),
    account.newDeviceMail(notMe, { by: 'passkey', device: null }, say),
    ...(['on', 'off', 'off_by_reset'] as const).map((what) => account.secondStepMail(notMe, what, say)),
    ...(['added', 'removed'] as const).map((what) => account.passkeyMail(notMe, what, say)),
    ...(['used', 'renewed'] as const).map((what) => account.recoveryCodesMail(notMe, what, say)),
    account.deletionCodeMail(notMe, '012345', say),
    account.handOverCodeMail(notMe, '012345', say),
    account.idleAccountMail(origin, { deletionAt: endsAt, timezone }, say),
    ...(['owner', 'us', 'idle'] as const).map((by) => account.accountDeletedMail(by, say)),
    ...(['export', 'account', 'guest'] as const).map((what) => account.askedMail(notMe, what, say)),
    account.ownershipOfferedMail(notMe, say),
    team.invitationMail(origin, 'tok-en_1', say),
    account.removedMail(say),
    team.offerMail(origin, say),
    ...(['wrongCodes', 'handedOver', 'invited', 'roleChanged', 'deviceSetUp', 'pinSet'] as const).map(
      (what) => account.warning(notMe, say.warnings[what], say),
    ),
    billing.paymentFailedMail(origin, { ...failed, now: endsAt - 1 }, say),
    billing.paymentFailedMail(origin, { ...failed, now: endsAt }, say),
    billing.planChangedMail(origin, { ...paid, ends: false }, say),
    billing.planChangedMail(origin, { ...paid, ends: true }, say),
    billing.paidTwiceMail(say),
    trial.trialEndsSoonMail(origin, { endsAt, now: endsAt - hours(70), timezone }, say),
    trial.trialEndsTodayMail(origin, { endsAt, now: endsAt - hours(5), timezone }, say),
    trial.trialEndsTodayMail(origin, { endsAt, now: endsAt - hours(8), timezone }, say),
  ];
}

/** Lines that are the same in every language: links, our name, our email address and empty lines. */
const sameLine = /^(https:\/\/\S+|Holdline|support@holdline\.example|)$/;
const linesOf = ({ subject, text }: Mail) =>
  [subject, ...text.split('\n')].filter((line) => !sameLine.test(line));
const linksOf = ({ text, html }: Mail) => ({
  inText: text.replaceAll(inLanguage, '').match(/https:\S+/g),
  inHtml: html.replaceAll(inLanguage, '').match(/href="[^"]+"/g),
});
/** The parameter of a link that sets the language of the page. */
const inLanguage = /[?&](amp;)?lang=(id|es|ar)/g;

/** English words that do not occur in our other languages. */
const englishWord = /\b(the|your|you|was|with|this|and|from|if|is|to|at|on)\b/i;

const translations: [string, MailCopy, string][] = [
  ['id', indonesian, '<html lang="id" dir="ltr">'],
  ['es', spanish, '<html lang="es" dir="ltr">'],
  ['ar', arabic, '<html lang="ar" dir="rtl">'],
];

test.each(translations)(
  'each mail in %s has the links of the English mail, and no English sentence',
  (_, say, head) => {
    const mails = mailsIn(say);
    for (const [index, inEnglish] of mailsIn(english).entries()) {
      const mail = mails[index];
      if (mail === undefined) throw new Error(`No mail ${index}`);
      expect(linksOf(mail)).toEqual(linksOf(inEnglish));
      expect(mail.html).toContain(head);
      const lines = linesOf(mail);
      expect(lines).toHaveLength(linesOf(inEnglish).length);
      for (const line of lines) {
        expect(linesOf(inEnglish)).not.toContain(line);
        expect(line).not.toMatch(englishWord);
      }
    }
  },
);

test('each link of a button leads to a page in the language of the mail; in English, to that of the browser', () => {
  const buttonsOf = (say: MailCopy) =>
    mailsIn(say).flatMap(({ text }) => /^https:\S+$/m.exec(text)?.[0] ?? []);
  const inArabic = buttonsOf(english).map((url) => `${url}${url.includes('?') ? '&' : '?'}lang=ar`);
  expect(inArabic).toContain(`${notMe}&lang=ar`);
  expect(inArabic).toContain(`${origin}/login?lang=ar`);
  expect(buttonsOf(arabic)).toEqual(inArabic);
});

test('a moment and a day are written in the language, with Latin digits', () => {
  const ends = (say: MailCopy) =>
    trial.trialEndsTodayMail(origin, { endsAt, now: endsAt - hours(5), timezone }, say);
  expect(ends(spanish).text).toContain('el 24 de noviembre de 2026 a las 14:05 (hora de Asia/Jakarta).');
  expect(ends(indonesian).text).toContain('24 November 2026 pukul 14.05 (waktu Asia/Jakarta)');
  expect(ends(arabic).text).toContain('24 نوفمبر 2026');
  const idle = account.idleAccountMail(origin, { deletionAt: endsAt, timezone }, spanish);
  expect(idle.subject).toBe('Su cuenta de Holdline se eliminará el 24 de noviembre de 2026');
});

test('a device is named in the language', () => {
  const about = { by: 'password', device: 'Firefox on Linux' } as const;
  expect(account.newDeviceMail(notMe, about, spanish).text).toContain('Firefox en Linux');
  expect(account.newDeviceMail(notMe, about, indonesian).text).toContain('Firefox di Linux');
  expect(account.newDeviceMail(notMe, about, arabic).text).toContain(
    '\u2068Firefox\u2069 على \u2068Linux\u2069',
  );
});
