/**
 * Limits of the feedback form and the sales form. All limits are from `docs/spec.md` section 9, except the limits whose
 * comment names another source. These limits are not in `limits.ts`, because guest pages load `limits.ts`.
 */

export const FEEDBACK_MESSAGE_MAX_LENGTH = 1_200;
export const SALES_MESSAGE_MAX_LENGTH = 1_400;
/** Our own limits, which the specification does not set. */
export const MAX_SUBJECT_LENGTH = 200;
export const MAX_WEBSITE_LENGTH = 200;
/** The most digits of a number field. */
export const MAX_FIGURE_DIGITS = 9;
/**
 * Bot check: if a form is sent in less than this time after it was shown, a person cannot have filled in the form
 * (`docs/decisions/0050-forms-to-us.md`).
 */
export const FORM_SHOWN_MIN_MS = 2_000;

/** How long messages of the forms are stored, in calendar months. The privacy policy states the same number. */
export const FORM_MESSAGE_RETENTION_MONTHS = 24;
/**
 * The name of the field of Turnstile's widget, and the largest length of the widget's token. Both are from Turnstile's
 * documentation.
 */
export const HUMAN_TOKEN = 'cf-turnstile-response';
export const HUMAN_TOKEN_MAX_LENGTH = 2_048;
