/**
 * Mails to support about messages of the feedback and the sales form. Pure. User input is only in the body and in the
 * header with the sender's address (`Mail.replyTo`). A subject contains only our own words and a number.
 */
import { formsCopy } from '../../../shared/copy/en/forms.ts';
import type { StoredFeedback, StoredSalesInquiry } from '../../../shared/contracts/forms/messages.ts';
import { layOut, type Mail } from '../../deliveries/mail/mail-layout.ts';

const { feedback: feedbackWords, sales: salesWords, both } = formsCopy;

const ASCII = /^[\x21-\x7e]+$/;

/**
 * The mail about a feedback message. `adminUrl`: the URL of the admin area, which also shows the message; null if there
 * is no admin area.
 */
export function feedbackMail(adminUrl: string | null, { id, ...sent }: StoredFeedback): Mail {
  const type = feedbackWords.types[sent.feedbackType];
  const severity = sent.severity === null ? '' : feedbackWords.severities[sent.severity];
  return formMail(adminUrl, {
    subject: `Feedback #${id}: ${type}${severity && `, ${severity.toLowerCase()} severity`}`,
    what: 'Somebody sent feedback.',
    email: sent.email,
    facts: [
      [both.subject, sent.subject],
      [feedbackWords.name, sent.name],
      [feedbackWords.email, sent.email],
      [feedbackWords.businessName, sent.businessName],
      [both.phone, sent.phone],
      ['Sent', sent.sentAt],
    ],
    message: sent.message,
  });
}

export function salesMail(adminUrl: string | null, { id, ...sent }: StoredSalesInquiry): Mail {
  const useCase = salesWords.useCases[sent.useCase];
  return formMail(adminUrl, {
    subject: `Sales inquiry #${id}: ${useCase}`,
    what: 'Somebody asks for a custom plan.',
    email: sent.workEmail,
    facts: [
      [both.subject, sent.subject],
      [salesWords.contactName, sent.contactName],
      [salesWords.workEmail, sent.workEmail],
      [both.phone, sent.phone],
      [salesWords.businessName, sent.businessName],
      [salesWords.website, sent.businessWebsite],
      [salesWords.budget, salesWords.budgets[sent.budget]],
      [salesWords.locations, figure(sent.locations)],
      [salesWords.smsPerMonth, figure(sent.smsPerMonth)],
      [salesWords.customersPerDay, figure(sent.customersPerDay)],
      ['Sent', sent.sentAt],
    ],
    message: sent.message,
  });
}

type FormMail = {
  subject: string;
  what: string;
  email: string;
  facts: [label: string, value: string][];
  message: string;
};

function formMail(adminUrl: string | null, { subject, what, email, facts, message }: FormMail): Mail {
  const mail = layOut({
    subject,
    paragraphs: [what],
    facts: facts.filter(([, value]) => value !== ''),
    quoted: message,
    ...(adminUrl !== null && { button: { label: 'Open the admin area', url: adminUrl } }),
  });
  // Some mail providers refuse non-ASCII characters in a header. A refused mail would be worse than no reply address.
  return ASCII.test(email) ? { ...mail, replyTo: email } : mail;
}

function figure(n: number | null): string {
  return n === null ? '' : n.toLocaleString('en');
}
