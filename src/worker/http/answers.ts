/** Parses request bodies and creates all refusals. */
import type { Context } from 'hono';
import * as z from 'zod/mini';
import { guestSentence } from '../../shared/copy/guest-refusals.ts';
import { refusals, type RefusalCode } from '../../shared/copy/en/refusals.ts';
import type { Language } from '../../shared/languages.ts';

import type { BotCheckWidget } from '../../shared/contracts/guest.ts';
import type { AppContext } from './context.ts';
import { log } from '../platform/log.ts';
import { senderHashOf } from './caller.ts';
import { isIdempotencyKey } from './idempotency-key.ts';
import { isForm, isJson } from './cross-site.ts';
import { recordMetric } from '../platform/metrics.ts';
import { PeriodCounts } from '../platform/period-counts.ts';

type FieldErrors = Record<string, string[]>;

export type Refused = {
  code: RefusalCode;
  fieldErrors?: FieldErrors;
  retryAfterSeconds?: number;
  /** URL where the user can solve the problem. */
  url?: string;
  /** The widget of the bot check that a join needs. */
  widget?: BotCheckWidget;
};

/** The refusal of a typed value. `fieldErrors` has the sentence for the field of this value. */
export type WrongField = { ok: false; code: 'invalid_input'; fieldErrors: FieldErrors };

export function wrongField(field: string, sentence: string): WrongField {
  return { ok: false, code: 'invalid_input', fieldErrors: { [field]: [sentence] } };
}

/** Default `Retry-After` of temporary refusals, in seconds. */
export const RETRY_AFTER_SECONDS = 2;

const MINUTE_MS = 60_000;

/** zod's default message, which is not for people. */
const UNNAMED_ISSUE = 'Invalid input';

/** Refusals that our own pages rarely cause. Such refusals may be signs of an attack, so they are logged. */
const telling: ReadonlySet<RefusalCode> = new Set([
  'bad_origin',
  'bad_signature',
  'not_json',
  'not_a_form',
  'invalid_json',
  'too_large',
  'not_a_person',
  'not_logged_in',
  'not_your_role',
  'no_right',
  'not_found',
  'unknown_business',
  'idempotency_key_reused',
]);

/** Calls by which pages check for a session. "Not logged in" is an expected answer to these calls. */
const sessionChecks: ReadonlySet<string> = new Set(['/auth/me', '/admin/me']);

const namesVisit = /:(token|customerKey)/;

/**
 * Counts the log lines about rate limits in this minute for each sender, so that a flood of refusals does not flood the
 * log.
 */
const limitLines = new PeriodCounts(MINUTE_MS);

/**
 * Logs a refusal with the route's pattern. The path is not logged, because it can contain a guest's name or token.
 * Refusals by a limit (429) are logged at most once a minute for each sender.
 */
function note(c: Context<AppContext>, code: RefusalCode): void {
  const isSessionCheck = c.req.method === 'GET' && sessionChecks.has(c.req.path);
  const isLimit = refusals[code].status === 429;
  if (!(telling.has(code) || isLimit) || isSessionCheck) return;
  const sender = isLimit ? senderHashOf(c)() : null;
  if (sender !== null && limitLines.count(sender, Date.now()) > 1) return;
  const businessId = c.get('businessId') ?? null;
  const { routePath: route, method } = c.req;
  // Without a log-in, `not_found` is common. If the sender is logged in, or if the route has a visit's token or
  // customer key, `not_found` may show an attempt to reach the data of others.
  if (code === 'not_found' && businessId === null && !namesVisit.test(route)) return;
  log({ event: 'call_refused', code, route, method, businessId });
}

/**
 * Answers `{ error, code, issues?, url?, widget? }` with status and sentence from `copy/en/refusals.ts`. With
 * `fieldErrors`, `error` is the first field's first sentence. POST requests below `/admin` get the sentence as plain
 * text (`docs/spec.md` section 7). `language`: the guest's language. Members get English answers.
 */
export function refuse(
  c: Context<AppContext>,
  refused: RefusalCode | Refused,
  language: Language = 'en',
): Response {
  const told: Refused = typeof refused === 'string' ? { code: refused } : refused;
  const { code, fieldErrors, retryAfterSeconds, url, widget } = told;
  note(c, code);
  recordMetric(c.env, { event: 'refused', code });
  const { status } = refusals[code];
  const sentence = guestSentence(code, language, retryAfterSeconds);
  const firstOfField = fieldErrors && Object.values(fieldErrors)[0]?.[0];
  const headers: Record<string, string> = {};
  if (retryAfterSeconds !== undefined || status === 503 || status === 429) {
    headers['Retry-After'] = String(retryAfterSeconds ?? RETRY_AFTER_SECONDS);
  }
  if (c.req.method === 'POST' && c.req.path.startsWith('/admin/')) {
    return c.text(firstOfField ?? sentence, status, headers);
  }
  return c.json(
    {
      error: firstOfField ?? sentence,
      code,
      ...(fieldErrors && { issues: { fieldErrors } }),
      ...(url !== undefined && { url }),
      ...(widget && { widget }),
    },
    status,
    headers,
  );
}

/** Answers a request for a page, or a form that was sent without scripts, with 429 and a sentence as plain text. */
export function refusePage(c: Context<AppContext>, language: Language): Response {
  const code = 'too_many_requests';
  note(c, code);
  recordMetric(c.env, { event: 'refused', code });
  return c.text(`${guestSentence(code, language)}\n`, 429, { 'Retry-After': '60' });
}

/**
 * Reads a JSON body of at most `MAX_BODY_BYTES` and parses it with `schema`. Refuses with 415 `not_json`, 413
 * `too_large`, 400 `invalid_json` (also without a body) or 400 `invalid_input` with `issues.fieldErrors`.
 */
export async function readBody<Schema extends z.core.$ZodType>(
  c: Context<AppContext>,
  schema: Schema,
): Promise<{ ok: true; body: z.core.output<Schema> } | { ok: false; response: Response }> {
  const no = (refused: RefusalCode | Refused) => ({ ok: false as const, response: refuse(c, refused) });
  const request = c.req.raw;
  if (!request.body) return no('invalid_json');
  if (!isJson(request)) return no('not_json');
  const text = await c.get('body');
  if (text === 'too_large') return no('too_large');
  const json = text && parseJson(text.text);
  if (!json) return no('invalid_json');
  const parsed = z.safeParse(schema, json.value);
  if (!parsed.success) return no({ code: 'invalid_input', fieldErrors: fieldErrorsOf(parsed.error) });
  return { ok: true, body: parsed.data };
}

/** Reads a form of at most `MAX_BODY_BYTES`. Refuses with 415 `not_a_form`, 413 `too_large` or 400 `invalid_input`. */
export async function readForm(
  c: Context<AppContext>,
): Promise<{ ok: true; form: URLSearchParams } | { ok: false; response: Response }> {
  const request = c.req.raw;
  if (!isForm(request)) return { ok: false, response: refuse(c, 'not_a_form') };
  const text = await c.get('body');
  if (text === 'too_large') return { ok: false, response: refuse(c, 'too_large') };
  if (text === null) return { ok: false, response: refuse(c, 'invalid_input') };
  return { ok: true, form: new URLSearchParams(text.text) };
}

/**
 * Parses the query with `schema`. Empty values count as missing. Refuses with 400 `invalid_input` and the errors of the
 * fields.
 */
export function readQuery<Schema extends z.core.$ZodType>(
  c: Context<AppContext>,
  schema: Schema,
): { ok: true; query: z.core.output<Schema> } | { ok: false; response: Response } {
  const given = Object.fromEntries(Object.entries(c.req.query()).filter(([, value]) => value !== ''));
  const parsed = z.safeParse(schema, given);
  if (parsed.success) return { ok: true, query: parsed.data };
  return {
    ok: false,
    response: refuse(c, { code: 'invalid_input', fieldErrors: fieldErrorsOf(parsed.error) }),
  };
}

/** The `Idempotency-Key` header; null if missing, a refusal if invalid. */
export function readIdempotencyKey(c: Context<AppContext>): string | null | Response {
  const key = c.req.header('Idempotency-Key') ?? null;
  if (key === null || isIdempotencyKey(key)) return key;
  const fieldErrors = { 'Idempotency-Key': [refusals.invalid_input.sentence] };
  return refuse(c, { code: 'invalid_input', fieldErrors });
}

function parseJson(text: string): { value: unknown } | null {
  try {
    return { value: JSON.parse(text) };
  } catch {
    // For null, the caller answers `invalid_json`.
    return null;
  }
}

/** Sentences by field name. Issues about the whole body are left out. */
function fieldErrorsOf(error: z.core.$ZodError): FieldErrors {
  const fieldErrors: FieldErrors = {};
  for (const issue of error.issues) {
    const [field] = issue.path;
    if (field === undefined) continue;
    const sentence = issue.message === UNNAMED_ISSUE ? refusals.invalid_input.sentence : issue.message;
    (fieldErrors[String(field)] ??= []).push(sentence);
  }
  return fieldErrors;
}
