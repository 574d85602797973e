/** The mails that tell support about messages sent with the feedback form and the sales form. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { feedbackRequest, salesRequest } from '../../../src/shared/contracts/forms/requests.ts';
import { EMAIL_ADDRESS } from '../../../src/shared/typing/email-address.ts';
import { feedbackMail, salesMail } from '../../../src/worker/features/forms/form-mails.ts';
import { aFeedback, aFeedbackForm, anInquiry, aSalesForm } from '../../support/form-factories.ts';

const adminUrl = 'https://queue.example.com/admin';
const kept = { id: 7, sentAt: '2026-11-20T12:00:00.000Z' };

test('feedback comes with all that was typed, quoted, and is answered to its sender', () => {
  const mail = feedbackMail(adminUrl, { ...aFeedback({ phone: '+62 812' }), ...kept });
  expect(mail).toMatchObject({
    subject: 'Feedback #7: Bug, medium severity',
    replyTo: 'ada@example.com',
    text: `Hello,

Somebody sent feedback.

Subject: The bell
Your Name: Ada Lovelace
Email: ada@example.com
Phone Number: +62 812
Sent: 2026-11-20T12:00:00.000Z

> It rings twice.
> Only on Tuesdays.

Open the admin area:
https://queue.example.com/admin

Holdline
support@holdline.example
`,
  });
});

test('feedback without a severity has none in its subject', () => {
  const feedback = { ...aFeedback({ feedbackType: 'feature', severity: null }), ...kept };
  expect(feedbackMail(adminUrl, feedback).subject).toBe('Feedback #7: Feature');
});

test('an inquiry comes with all that was typed, figures that were left out left out', () => {
  const mail = salesMail(adminUrl, { ...anInquiry({ customersPerDay: 1400, budget: 'not_sure' }), ...kept });
  expect(mail).toMatchObject({
    subject: 'Sales inquiry #7: Restaurant',
    replyTo: 'grace@blue-door.example',
    text: `Hello,

Somebody asks for a custom plan.

Subject: Custom Plan Inquiry
Contact Name: Grace Hopper
Work Email: grace@blue-door.example
Business Name: Blue Door Café
Website: https://blue-door.example
Budget: Not sure
Locations: 12
Customers per Day: 1,400
Sent: 2026-11-20T12:00:00.000Z

> We open in twelve towns.

Open the admin area:
https://queue.example.com/admin

Holdline
support@holdline.example
`,
  });
});

test('without an admin area the mail leads to none', () => {
  const { text } = feedbackMail(null, { ...aFeedback(), ...kept });
  expect(text).toContain('> Only on Tuesdays.\n\nHoldline\n');
});

test('an address with other letters than a header takes is in the text alone', () => {
  const mail = feedbackMail(adminUrl, { ...aFeedback({ email: 'jürgen@example.com' }), ...kept });
  expect(mail.replyTo).toBe(undefined);
  expect(mail.text).toContain('Email: jürgen@example.com\n');
});

const naughty = z
  .array(z.string())
  .parse(JSON.parse(readFileSync(new URL('../../data/blns.json', import.meta.url), 'utf8')));

test('whatever is typed, no header but the one address holds it, and the HTML stays as it is', () => {
  const shape = (html: string) => html.match(/<[^>]*>/g);
  const plain = {
    feedback: shape(
      feedbackMail(adminUrl, { ...aFeedback({ businessName: 'x', phone: '1' }), ...kept }).html,
    ),
    sales: shape(salesMail(adminUrl, { ...anInquiry({ phone: '1', smsPerMonth: 1 }), ...kept }).html),
  };
  let taken = 0;
  for (const typed of naughty) {
    const line = `x${typed}`;
    const words = { subject: line, message: line, businessName: line };
    const feedback = feedbackRequest.safeParse(aFeedbackForm({ ...words, name: line, phone: '1' }));
    const inquiry = salesRequest.safeParse(
      aSalesForm({ ...words, contactName: line, businessWebsite: line }),
    );
    if (!feedback.success || !inquiry.success) continue;
    taken += 1;
    const { subject, message, businessName, name } = feedback.data;
    const mails = [
      feedbackMail(adminUrl, { ...aFeedback({ subject, message, businessName, name, phone: '1' }), ...kept }),
      salesMail(adminUrl, {
        ...anInquiry({ subject, message, businessName, contactName: name, phone: '1', smsPerMonth: 1 }),
        ...kept,
      }),
    ];
    expect(mails.map((mail) => mail.subject)).toEqual([
      'Feedback #7: Bug, medium severity',
      'Sales inquiry #7: Restaurant',
    ]);
    for (const { replyTo = '' } of mails) expect(replyTo).toMatch(EMAIL_ADDRESS);
    expect(mails.map(({ html }) => shape(html))).toEqual([plain.feedback, plain.sales]);
  }
  expect(taken).toBeGreaterThan(450);
});
