import type { Feedback, SalesInquiry } from '../../src/shared/contracts/forms/messages.ts';

/** The body of `POST /feedback/submit`. Each field is as the page sends it. */
export function aFeedbackForm(about: Record<string, unknown> = {}) {
  return {
    name: 'Ada Lovelace',
    email: 'ada@example.com',
    businessName: '',
    phone: '',
    feedbackType: 'bug',
    severity: 'medium',
    subject: 'The bell',
    message: 'It rings twice.\nOnly on Tuesdays.',
    allowContact: true,
    ...about,
  };
}

/** The body of `POST /sales/inquiry`. */
export function aSalesForm(about: Record<string, unknown> = {}) {
  return {
    businessName: 'Blue Door Café',
    businessWebsite: 'https://blue-door.example',
    contactName: 'Grace Hopper',
    workEmail: 'grace@blue-door.example',
    phone: '',
    locations: '12',
    smsPerMonth: '',
    customersPerDay: '400',
    useCase: 'restaurant',
    budget: 'mid',
    subject: 'Custom Plan Inquiry',
    message: 'We open in twelve towns.',
    allowContact: true,
    ...about,
  };
}

/** The message that is stored for `aFeedbackForm`. */
export function aFeedback(about: Partial<Feedback> = {}): Feedback {
  const { allowContact: _allowed, ...sent } = aFeedbackForm();
  return { ...sent, feedbackType: 'bug', severity: 'medium', ...about };
}

/** The message that is stored for `aSalesForm`. */
export function anInquiry(about: Partial<SalesInquiry> = {}): SalesInquiry {
  const { allowContact: _allowed, ...sent } = aSalesForm();
  return {
    ...sent,
    locations: 12,
    smsPerMonth: null,
    customersPerDay: 400,
    useCase: 'restaurant',
    budget: 'mid',
    ...about,
  };
}
