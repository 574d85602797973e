/**
 * Constants of the feedback and the sales form: `docs/spec.md` section 9 unless a comment names another source. Beside `limits.ts`,
 * which guests' pages load.
 */

export const FEEDBACK_MESSAGE_MAX_LENGTH = 1_200;
export const SALES_MESSAGE_MAX_LENGTH = 1_400;
/** Ours, as in `limits.ts`. */
export const MAX_SUBJECT_LENGTH = 200;
export const MAX_WEBSITE_LENGTH = 200;
/** Digits of a figure. */
export const MAX_FIGURE_DIGITS = 9;
/** No person has filled in one of the forms so soon after it was shown (`docs/decisions/0050-forms-to-us.md`). */
export const FORM_SHOWN_MIN_MS = 2_000;

/** How long messages of the forms are kept after they were sent, by the calendar; the policy says it. */
export const FORM_MESSAGE_RETENTION_MONTHS = 24;
/** The field that Turnstile's widget puts its token into, and the longest that one is, as its documents say. */
export const HUMAN_TOKEN = 'cf-turnstile-response';
export const HUMAN_TOKEN_MAX_LENGTH = 2_048;
