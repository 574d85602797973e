/**
 * The feedback form and the sales form in English. `tests/pure/shared/spec-texts.test.ts` checks the sentences that the
 * specification prescribes.
 */
import { TRIAL_DAYS } from '../../limits.ts';
import { isOne } from './words.ts';

/** Words of both forms. */
const both = {
  optional: (label: string) => `${label} (optional)`,
  aboutYou: 'About you',
  subject: 'Subject',
  message: 'Message',
  phone: 'Phone Number',
  subjectRequired: 'Subject is required',
  emailInvalid: 'Enter a valid email',
  tooLong: (max: number) => `Please use at most ${max} characters`,
  pickOne: 'Pick one of the list',
  busy: 'Sending...',
  counter: (length: number, max: number) => `${length}/${max} characters`,
  charactersLeft: (n: number) => (isOne(n) ? `${n} character left` : `${n} characters left`),
  /** Label of the honeypot field, in case a person sees the field. */
  honeypot: 'Leave this field empty',
  orWrite: 'Or write to',
};

export const formsCopy = {
  both,
  feedback: {
    title: 'Share your feedback',
    intro: 'Something broken, awkward or missing? Tell us. A person reads every message.',
    points: [
      'It goes to the people who build the product.',
      'We write back by email if we need to know more.',
    ],
    yourMessage: 'Your message',
    type: 'Feedback Type',
    types: {
      bug: 'Bug',
      ux: 'Usability',
      feature: 'Feature',
      billing: 'Billing',
      other: 'Other',
    },
    severity: 'Severity',
    severities: { low: 'Low', medium: 'Medium', high: 'High' },
    name: 'Your Name',
    email: 'Email',
    businessName: 'Business Name',
    allowContact: 'You may contact me about this feedback.',
    submit: 'Send Feedback',
    messageRequired: 'Please describe your feedback',
    messageTooLong: 'Message exceeds 1200 characters',
    emailRequired: 'Email is required',
    nameRequired: 'Your name is required',
    severityRequired: 'Pick a severity',
    contactRequired: 'Please allow us to contact you to follow up.',
    done: 'Thanks for your feedback!',
    doneBody: "We've received your message and will get back to you if needed.",
    failed: 'Failed to submit feedback. Please try again.',
  },
  sales: {
    title: 'Contact Sales',
    intro: 'Tell us what you need, and we make a custom plan for your business.',
    points: [
      'Your own number of locations, SMS and customer credits.',
      'Custom integrations, analytics and bulk SMS.',
      `Every plan starts with a ${TRIAL_DAYS}-day free trial, without a credit card.`,
    ],
    yourBusiness: 'Your business',
    businessName: 'Business Name',
    website: 'Website',
    useCase: 'Use Case',
    useCases: {
      restaurant: 'Restaurant',
      clinic: 'Clinic',
      retail: 'Retail',
      salon: 'Salon',
      other: 'Other',
    },
    budget: 'Budget',
    budgets: { low: 'Entry', mid: 'Mid', high: 'Enterprise', not_sure: 'Not sure' },
    locations: 'Locations',
    smsPerMonth: 'SMS per Month',
    customersPerDay: 'Customers per Day',
    unknown: 'Leave blank what you don’t know yet.',
    yourNeeds: 'Your needs',
    defaultSubject: 'Custom Plan Inquiry',
    contactName: 'Contact Name',
    workEmail: 'Work Email',
    allowContact: 'You may contact me about this request.',
    submit: 'Send Inquiry',
    businessNameRequired: 'Business name is required',
    contactNameRequired: 'Contact name is required',
    emailRequired: 'Work email is required',
    numbersOnly: 'Locations/SMS/Customers must be numbers',
    messageRequired: 'Please describe your needs',
    messageTooLong: 'Message exceeds 1400 characters',
    contactRequired: 'Please allow us to contact you about this request.',
    done: 'Thanks! Our sales team will reach out.',
    doneBody: "We've received your custom plan request.",
    failed: 'Failed to submit inquiry. Please try again.',
  },
};
