/**
 * Stored messages of the feedback form and the sales form (`docs/spec.md` section 3). The consent to be contacted is
 * not stored, because the server refuses a form without it (`docs/spec.md` section 5).
 */
import * as z from 'zod/mini';
import { timestamp } from '../queue-view.ts';

export const formNames = ['feedback', 'sales'] as const;
export type FormName = (typeof formNames)[number];

export const feedbackTypes = ['bug', 'ux', 'feature', 'billing', 'other'] as const;
export const severities = ['low', 'medium', 'high'] as const;
export const useCases = ['restaurant', 'clinic', 'retail', 'salon', 'other'] as const;
/** The labels: low is Entry, mid is Mid, high is Enterprise. */
export const budgets = ['low', 'mid', 'high', 'not_sure'] as const;

/** An optional field without a value is ''. `severity` is null for the types without a severity (feature, other). */
const feedback = z.object({
  name: z.string(),
  email: z.string(),
  businessName: z.string(),
  phone: z.string(),
  feedbackType: z.enum(feedbackTypes),
  severity: z.nullable(z.enum(severities)),
  subject: z.string(),
  message: z.string(),
});
export type Feedback = z.infer<typeof feedback>;

/** Each of the three numbers is null if the sender typed no number. */
const salesInquiry = z.object({
  businessName: z.string(),
  businessWebsite: z.string(),
  contactName: z.string(),
  workEmail: z.string(),
  phone: z.string(),
  locations: z.nullable(z.int()),
  smsPerMonth: z.nullable(z.int()),
  customersPerDay: z.nullable(z.int()),
  useCase: z.enum(useCases),
  budget: z.enum(budgets),
  subject: z.string(),
  message: z.string(),
});
export type SalesInquiry = z.infer<typeof salesInquiry>;

const kept = { id: z.int(), sentAt: timestamp };

/** A stored message, with its number (the numbers ascend) and the time at which it arrived. */
export const storedFeedback = z.extend(feedback, kept);
export type StoredFeedback = z.infer<typeof storedFeedback>;

export const storedSalesInquiry = z.extend(salesInquiry, kept);
export type StoredSalesInquiry = z.infer<typeof storedSalesInquiry>;
