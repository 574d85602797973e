/** Mails about payments, as plain text and as HTML. */
import { expect, test } from 'vitest';
import {
  paidTwiceMail,
  paymentFailedMail,
  planChangedMail,
  supportPaidTwiceMail,
} from '../../../src/worker/features/billing/mails/billing-mails.ts';

const origin = 'https://queue.example.com';
const now = Date.UTC(2026, 10, 22, 5, 0);
const endsAt = Date.UTC(2026, 10, 29, 5, 0);
const timezone = 'Asia/Jakarta';

test('a failed payment: until when credits stay, and where to pay', () => {
  const mail = paymentFailedMail(origin, { plan: 'Starter', endsAt, now, timezone });
  expect(mail.subject).toBe('A payment for your Holdline plan failed');
  expect(mail.text).toBe(`Hello,

The payment for the Starter plan of your Holdline account did not go through.

Your credits stay until 29 November 2026 at 12:00 (Asia/Jakarta time). From then on nobody can join your queues until it is paid. Guests who are in line then can still be called.

Update your payment method:
https://queue.example.com/business/settings

If you have paid since, there is nothing to do.

Holdline
support@holdline.example
`);
  expect(mail.html).toContain('href="https://queue.example.com/business/settings"');
});

test('a mail about a failure after its grace period says that the credits are on hold', () => {
  const mail = paymentFailedMail(origin, { plan: 'Starter', endsAt, now: endsAt, timezone });
  expect(mail.text).toContain('Your credits are on hold since 29 November 2026 at 12:00');
  expect(mail.text).not.toContain('stay until');
});

test('another plan: what it costs, what it brings, until when it is paid', () => {
  const about = { plan: 'Professional', interval: 'Yearly', periodEnd: endsAt, timezone } as const;
  const mail = planChangedMail(origin, { ...about, ends: false });
  expect(mail.subject).toBe('Your Holdline plan is now Professional');
  expect(mail.text).toBe(`Hello,

Thank you. Your Holdline account is on the Professional plan from now on.

Plan: Professional, $490/year
Included: 3 locations
SMS and customers for each location: 1500 SMS per month, 1500 customers per month
Paid until: 29 November 2026 at 12:00 (Asia/Jakarta time)

Open your settings:
https://queue.example.com/business/settings

If this wasn’t you, reply to this email right away.

Holdline
support@holdline.example
`);
  expect(planChangedMail(origin, { ...about, ends: true }).text).toContain('Ends on: 29 November 2026');
});

test('an account that is paid for twice: the owner has nothing to do, support is told what', () => {
  expect(paidTwiceMail().text).toContain(
    'We have been told as well: we end the second one and give its price back.',
  );
  const about = { businessId: 'b-1', customerId: 'cus_1', subscriptionId: 'sub_2' };
  expect(supportPaidTwiceMail(about).text).toContain(`Account: b-1
Customer at the provider: cus_1
Second subscription: sub_2`);
});
