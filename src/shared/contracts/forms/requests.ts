/**
 * API contract of the feedback form and the sales form (`docs/spec.md` sections 3, 5 and 7). Page and server share
 * these schemas.
 */
import * as z from 'zod/mini';
import { formsCopy } from '../../copy/en/forms.ts';
import { EMAIL_ADDRESS } from '../../typing/email-address.ts';
import {
  budgets,
  feedbackTypes,
  severities,
  useCases,
  type Feedback,
  type SalesInquiry,
} from './messages.ts';
import {
  FEEDBACK_MESSAGE_MAX_LENGTH,
  FORM_SHOWN_MIN_MS,
  HUMAN_TOKEN,
  HUMAN_TOKEN_MAX_LENGTH,
  MAX_FIGURE_DIGITS,
  MAX_SUBJECT_LENGTH,
  MAX_WEBSITE_LENGTH,
  SALES_MESSAGE_MAX_LENGTH,
} from '../../typing/form-limits.ts';
import {
  MAX_BUSINESS_NAME_LENGTH,
  MAX_EMAIL_LENGTH,
  MAX_NAME_LENGTH,
  MAX_PHONE_LENGTH,
} from '../../limits.ts';
import { rule, typedLine } from '../../typing/typed-fields.ts';
import { charactersOf, cleanText } from '../../typing/typed-message.ts';

const { both, feedback, sales } = formsCopy;

/** Types of feedback that have a severity (`docs/spec.md` section 5). */
const withSeverity: ReadonlySet<string> = new Set(['bug', 'ux', 'billing']);

export function hasSeverity(type: string): boolean {
  return withSeverity.has(type);
}

function line(required: string, max: number) {
  return typedLine(required, (text) => (text === '' ? required : complaintAboutLength(text, max)));
}

/** An optional line of text. The value is '' if the line is missing. */
function optionalLine(max: number) {
  return z._default(
    typedLine(both.tooLong(max), (text) => complaintAboutLength(text, max)),
    '',
  );
}

function address(required: string) {
  return typedLine(required, (text) => {
    if (text === '') return required;
    return (
      complaintAboutLength(text, MAX_EMAIL_LENGTH) ??
      (EMAIL_ADDRESS.test(text) ? undefined : both.emailInvalid)
    );
  });
}

function complaintAboutLength(text: string, max: number): string | undefined {
  return charactersOf(text) > max ? both.tooLong(max) : undefined;
}

/** Text of several lines. */
function message(required: string, max: number, tooLong: string) {
  const complaintAbout = (text: string) => {
    if (text === '') return required;
    return charactersOf(text) > max ? tooLong : undefined;
  };
  return z.pipe(z.pipe(z.string(required), z.transform(cleanText)), z.string().check(rule(complaintAbout)));
}

/** A number, as a string of digits. The value is '' if the number is missing. A JSON number is also accepted. */
const figure = z._default(
  z.pipe(
    z.pipe(
      z.union([z.string(), z.number()], sales.numbersOnly),
      z.transform((typed) => String(typed).trim()),
    ),
    z.string().check(
      rule((digits) => {
        if (!/^\d*$/.test(digits)) return sales.numbersOnly;
        return digits.length > MAX_FIGURE_DIGITS ? both.tooLong(MAX_FIGURE_DIGITS) : undefined;
      }),
    ),
  ),
  '',
);

/**
 * Fields of the bot checks. `link` is a honeypot: a field that people do not see but bots fill in. `shownForMs` is the
 * time for which the form was visible before the person sent it. API clients other than our pages send neither `link`
 * nor `shownForMs`.
 */
const botChecks = {
  link: z.optional(z.string()),
  shownForMs: z.optional(z.number()),
  /** The token of the CAPTCHA, if one is configured (`forms/human-check.ts`). */
  [HUMAN_TOKEN]: z.optional(z.string().check(z.maxLength(HUMAN_TOKEN_MAX_LENGTH))),
};

/** The bot check that a form failed: the honeypot or the minimum time. Returns null if the form passed both checks. */
export function failedBotCheck(sent: {
  link?: string | undefined;
  shownForMs?: number | undefined;
}): 'hidden_field' | 'too_fast' | null {
  if (sent.link !== undefined && sent.link !== '') return 'hidden_field';
  if (sent.shownForMs !== undefined && sent.shownForMs < FORM_SHOWN_MIN_MS) return 'too_fast';
  return null;
}

/** `POST /feedback/submit`. The severity is ignored if the type has none. */
export const feedbackRequest = z
  .object({
    feedbackType: z.enum(feedbackTypes, both.pickOne),
    severity: z.optional(z.unknown()),
    subject: line(both.subjectRequired, MAX_SUBJECT_LENGTH),
    message: message(feedback.messageRequired, FEEDBACK_MESSAGE_MAX_LENGTH, feedback.messageTooLong),
    name: line(feedback.nameRequired, MAX_NAME_LENGTH),
    email: address(feedback.emailRequired),
    businessName: optionalLine(MAX_BUSINESS_NAME_LENGTH),
    phone: optionalLine(MAX_PHONE_LENGTH),
    allowContact: z.literal(true, feedback.contactRequired),
    ...botChecks,
  })
  .check(
    z.refine((sent) => !hasSeverity(sent.feedbackType) || severityOf(sent) !== null, {
      path: ['severity'],
      message: feedback.severityRequired,
    }),
  );
type FeedbackRequest = z.infer<typeof feedbackRequest>;

/** `POST /sales/inquiry`. */
export const salesRequest = z.object({
  businessName: line(sales.businessNameRequired, MAX_BUSINESS_NAME_LENGTH),
  businessWebsite: optionalLine(MAX_WEBSITE_LENGTH),
  useCase: z.enum(useCases, both.pickOne),
  budget: z.enum(budgets, both.pickOne),
  locations: figure,
  smsPerMonth: figure,
  customersPerDay: figure,
  subject: line(both.subjectRequired, MAX_SUBJECT_LENGTH),
  message: message(sales.messageRequired, SALES_MESSAGE_MAX_LENGTH, sales.messageTooLong),
  contactName: line(sales.contactNameRequired, MAX_NAME_LENGTH),
  workEmail: address(sales.emailRequired),
  phone: optionalLine(MAX_PHONE_LENGTH),
  allowContact: z.literal(true, sales.contactRequired),
  ...botChecks,
});
type SalesRequest = z.infer<typeof salesRequest>;

/** The severity in the form; null if the type has no severity, or the value is missing or invalid. */
function severityOf(sent: { feedbackType: string; severity?: unknown }): Feedback['severity'] {
  if (!hasSeverity(sent.feedbackType)) return null;
  return severities.find((severity) => severity === sent.severity) ?? null;
}

/** The form without the fields of the consent and of the bot checks. */
function contentsOf<Sent extends FeedbackRequest | SalesRequest>(request: Sent) {
  const {
    allowContact: _allowed,
    link: _link,
    shownForMs: _shownForMs,
    [HUMAN_TOKEN]: _token,
    ...contents
  } = request;
  return contents;
}

export function feedbackOf(request: FeedbackRequest): Feedback {
  return { ...contentsOf(request), severity: severityOf(request) };
}

export function salesInquiryOf(request: SalesRequest): SalesInquiry {
  const sent = contentsOf(request);
  return {
    ...sent,
    locations: numberOf(sent.locations),
    smsPerMonth: numberOf(sent.smsPerMonth),
    customersPerDay: numberOf(sent.customersPerDay),
  };
}

function numberOf(digits: string): number | null {
  return digits === '' ? null : Number(digits);
}

/** Converts the checkbox: a browser's form sends 'on' for a ticked box and omits the field otherwise. */
const fieldsOfForm = z.transform((fields: Record<string, unknown>) => ({
  ...fields,
  allowContact: fields['allowContact'] === 'on',
}));

/**
 * The error that the page shows instead of sending a form with a filled honeypot, because a browser may have filled the
 * field for a person. The server shows no error for such a form, but drops the form silently.
 */
const nothingHidden = z.refine<{ link?: string | undefined }>(({ link }) => !link, {
  path: ['link'],
  message: both.honeypot,
});

/** The pages' schemas of the feedback form and the sales form. The input is the fields of the HTML form. */
export const feedbackForm = z.pipe(fieldsOfForm, feedbackRequest).check(nothingHidden);
export const salesForm = z.pipe(fieldsOfForm, salesRequest).check(nothingHidden);
