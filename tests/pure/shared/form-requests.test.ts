/** The checks of the feedback form and the sales form (`docs/spec.md` section 5), on the page and at the server. */
import { expect, test } from 'vitest';
import type * as z from 'zod/mini';
import {
  feedbackForm,
  feedbackOf,
  feedbackRequest,
  salesForm,
  salesInquiryOf,
  salesRequest,
  failedBotCheck,
} from '../../../src/shared/contracts/forms/requests.ts';
import { aFeedback, aFeedbackForm, anInquiry, aSalesForm } from '../../support/form-factories.ts';

/** The field and the sentence of each error, in order. */
function complaints(schema: z.core.$ZodType & z.ZodMiniType, typed: unknown): string[] {
  const checked = schema.safeParse(typed);
  return (checked.error?.issues ?? []).map(({ path, message }) => `${path.join('.')}: ${message}`);
}

test('an empty feedback form is refused field by field, in the order of the page', () => {
  expect(complaints(feedbackRequest, {})).toEqual([
    'feedbackType: Pick one of the list',
    'subject: Subject is required',
    'message: Please describe your feedback',
    'name: Your name is required',
    'email: Email is required',
    'allowContact: Please allow us to contact you to follow up.',
  ]);
});

test('an empty sales form is refused field by field, in the order of the page', () => {
  expect(complaints(salesRequest, {})).toEqual([
    'businessName: Business name is required',
    'useCase: Pick one of the list',
    'budget: Pick one of the list',
    'subject: Subject is required',
    'message: Please describe your needs',
    'contactName: Contact name is required',
    'workEmail: Work email is required',
    'allowContact: Please allow us to contact you about this request.',
  ]);
});

test.each<[Record<string, unknown>, string]>([
  [{ subject: ' \u200b ' }, 'subject: Subject is required'],
  [{ subject: 'x'.repeat(201) }, 'subject: Please use at most 200 characters'],
  [{ message: ' \n ' }, 'message: Please describe your feedback'],
  [{ message: 'x'.repeat(1201) }, 'message: Message exceeds 1200 characters'],
  [{ email: '' }, 'email: Email is required'],
  [{ email: 'ada@example' }, 'email: Enter a valid email'],
  [{ email: 'ada example.com' }, 'email: Enter a valid email'],
  [{ email: 'a@example.com\r\nBcc: all@example.com' }, 'email: Enter a valid email'],
  [{ email: `${'x'.repeat(250)}@example.com` }, 'email: Please use at most 254 characters'],
  [{ name: '\u202e' }, 'name: Your name is required'],
  [{ name: 'x'.repeat(81) }, 'name: Please use at most 80 characters'],
  [{ businessName: 'x'.repeat(121) }, 'businessName: Please use at most 120 characters'],
  [{ phone: '1'.repeat(41) }, 'phone: Please use at most 40 characters'],
  [{ feedbackType: 'praise' }, 'feedbackType: Pick one of the list'],
  [{ allowContact: false }, 'allowContact: Please allow us to contact you to follow up.'],
  [{ allowContact: 'true' }, 'allowContact: Please allow us to contact you to follow up.'],
])('feedback with %j is refused: %s', (about, complaint) => {
  expect(complaints(feedbackRequest, aFeedbackForm(about))).toEqual([complaint]);
});

test.each(['bug', 'ux', 'billing'])('feedback of the type %s needs a severity', (feedbackType) => {
  for (const severity of [undefined, null, '', 'worst', 7, ['low']]) {
    expect([severity, complaints(feedbackRequest, aFeedbackForm({ feedbackType, severity }))]).toEqual([
      severity,
      ['severity: Pick a severity'],
    ]);
  }
  const sent = feedbackRequest.parse(aFeedbackForm({ feedbackType, severity: 'high' }));
  expect(feedbackOf(sent)).toMatchObject({ feedbackType, severity: 'high' });
});

test.each(['feature', 'other'])(
  'feedback of the type %s has no severity, whatever is sent',
  (feedbackType) => {
    for (const severity of [undefined, null, '', 'worst', 'high']) {
      const sent = feedbackRequest.parse(aFeedbackForm({ feedbackType, severity }));
      expect(feedbackOf(sent)).toEqual(aFeedback({ feedbackType: sent.feedbackType, severity: null }));
    }
  },
);

test.each<[Record<string, unknown>, string]>([
  [{ businessName: ' ' }, 'businessName: Business name is required'],
  [{ businessWebsite: 'x'.repeat(201) }, 'businessWebsite: Please use at most 200 characters'],
  [{ contactName: '' }, 'contactName: Contact name is required'],
  [{ workEmail: '' }, 'workEmail: Work email is required'],
  [{ workEmail: 'grace' }, 'workEmail: Enter a valid email'],
  [{ subject: '' }, 'subject: Subject is required'],
  [{ message: '' }, 'message: Please describe your needs'],
  [{ message: 'x'.repeat(1401) }, 'message: Message exceeds 1400 characters'],
  [{ useCase: 'casino' }, 'useCase: Pick one of the list'],
  [{ budget: 'none' }, 'budget: Pick one of the list'],
  [{ allowContact: undefined }, 'allowContact: Please allow us to contact you about this request.'],
])('an inquiry with %j is refused: %s', (about, complaint) => {
  expect(complaints(salesRequest, aSalesForm(about))).toEqual([complaint]);
});

test.each(['locations', 'smsPerMonth', 'customersPerDay'])('%s is empty or digits only', (field) => {
  for (const wrong of ['many', '-1', '1.5', '1e3', '0x10', '1 000', '٣', 1.5, -1, true, null, ['1']]) {
    expect([wrong, complaints(salesRequest, aSalesForm({ [field]: wrong }))]).toEqual([
      wrong,
      [`${field}: Locations/SMS/Customers must be numbers`],
    ]);
  }
  // A number has at most 9 characters, because JavaScript would lose digits of very large numbers.
  expect(complaints(salesRequest, aSalesForm({ [field]: '1234567890' }))).toEqual([
    `${field}: Please use at most 9 characters`,
  ]);
  const kept = ['', ' ', undefined, '0', '007', ' 12 ', 12, '999999999'].map((typed) => {
    const sent = salesRequest.parse(aSalesForm({ locations: '', customersPerDay: '', [field]: typed }));
    const { locations, smsPerMonth, customersPerDay } = salesInquiryOf(sent);
    return [locations, smsPerMonth, customersPerDay].find((figure) => figure !== null) ?? null;
  });
  expect(kept).toEqual([null, null, null, 0, 7, 12, 12, 999_999_999]);
});

test('the longest messages are taken, an emoji as one character', () => {
  const feedback = feedbackRequest.parse(aFeedbackForm({ message: '🙂'.repeat(1200) }));
  expect(feedback.message).toBe('🙂'.repeat(1200));
  const inquiry = salesRequest.parse(aSalesForm({ message: `  ${'x'.repeat(1400)}\n` }));
  expect(inquiry.message).toBe('x'.repeat(1400));
});

test('optional fields may be missing', () => {
  const { businessName: _name, phone: _phone, ...feedback } = aFeedbackForm();
  expect(feedbackOf(feedbackRequest.parse(feedback))).toEqual(aFeedback());
  const { businessWebsite: _website, phone: _tel, smsPerMonth: _sms, ...inquiry } = aSalesForm();
  expect(salesInquiryOf(salesRequest.parse(inquiry))).toEqual(anInquiry({ businessWebsite: '' }));
});

test('the stored message is the form without its consent and its bot checks', () => {
  const botChecks = { link: '', shownForMs: 40_000 };
  expect(feedbackOf(feedbackRequest.parse(aFeedbackForm(botChecks)))).toEqual(aFeedback());
  expect(salesInquiryOf(salesRequest.parse(aSalesForm(botChecks)))).toEqual(anInquiry());
});

test.each([
  [{}, null],
  [{ link: '' }, null],
  [{ shownForMs: 2_000 }, null],
  [{ link: '', shownForMs: 86_400_000 }, null],
  [{ shownForMs: 1_999 }, 'too_fast'],
  [{ shownForMs: -1 }, 'too_fast'],
  [{ link: ' ' }, 'hidden_field'],
  [{ link: 'https://buy.example', shownForMs: 1 }, 'hidden_field'],
])('%j fails the bot check %s', (sent, check) => {
  expect(failedBotCheck(sent)).toBe(check);
});

test.each([
  [feedbackForm, aFeedbackForm, 'Please allow us to contact you to follow up.'],
  [salesForm, aSalesForm, 'Please allow us to contact you about this request.'],
])(
  'a form of a page says what it lacks, and shows the hidden field once it is filled',
  (schema, fields, consent) => {
    expect(complaints(schema, fields({ allowContact: 'on', link: '' }))).toEqual([]);
    expect(complaints(schema, fields({ allowContact: undefined }))).toEqual([`allowContact: ${consent}`]);
    expect(complaints(schema, fields({ allowContact: 'on', link: 'x' }))).toEqual([
      'link: Leave this field empty',
    ]);
  },
);
