/** Text provider: Twilio's REST API, <https://www.twilio.com/docs/messaging/api/message-resource>. */
import * as z from 'zod/mini';
import type { TwilioAccount } from '../../../platform/config.ts';
import type {
  NoWord,
  SoughtText,
  TakenText,
  TextMessage,
  TextProvider,
  TextResult,
} from '../text-provider.ts';
import { isAboutOurAccount, progressOf, faultOf } from '../twilio-states.ts';

/**
 * Timeout of a call. This timeout is shorter than the timeout of an attempt (`location/deliveries/attempts.ts`), so
 * that the call is aborted before the attempt is given up.
 */
const CALL_MS = 9_500;
/** Twilio's maximum of `ValidityPeriod`, in seconds. */
const VALIDITY_MAX_S = 36_000;
/** Allowed difference between Twilio's clock and ours. */
const SKEW_MS = 60_000;
/** The highest number of messages that one search requests. A phone number gets far fewer messages in an hour. */
const LISTED = 50;

const message = z.object({
  sid: z.string().check(z.regex(/^(SM|MM)[0-9a-fA-F]{32}$/)),
  status: z.string(),
  error_code: z.nullish(z.int()),
});
const listed = z.object({
  ...message.shape,
  body: z.nullish(z.string()),
  direction: z.nullish(z.string()),
  messaging_service_sid: z.nullish(z.string()),
  date_created: z.nullish(z.string()),
});
const list = z.object({ messages: z.array(listed), next_page_uri: z.nullish(z.string()) });
const refusal = z.object({ code: z.int() });

/** `origin` is the configured origin, to which Twilio sends receipts. */
export function smsTwilio(account: TwilioAccount, origin: string): TextProvider {
  return {
    send: (text) => send(account, origin, text),
    find: (sought) => find(account, sought),
  };
}

async function send(account: TwilioAccount, origin: string, text: TextMessage): Promise<TextResult> {
  const form = new URLSearchParams({
    To: dialled(text.to),
    MessagingServiceSid: account.messagingServiceSid,
    Body: text.body,
    StatusCallback: `${origin}/sms/status?id=${encodeURIComponent(text.id)}`,
  });
  if (text.expiresAt !== null) form.set('ValidityPeriod', String(validitySeconds(text.expiresAt)));
  const answer = await ask(account, '', { method: 'POST', body: form });
  if ('outcome' in answer) return answer;
  const { status, body } = answer;
  if (status >= 200 && status < 300) {
    const read = message.safeParse(body);
    return read.success ? takenText(read.data) : unreadable(status);
  }
  const word = withoutWord(status, body, answer.retryAfter);
  if (word !== null) return word;
  const code = codeOf(body);
  return { outcome: 'refused', reason: reasonOf(status, code), why: faultOf(code) };
}

/**
 * Looks up a text among the messages that Twilio created after the attempt began. The number and the body are compared,
 * because Twilio does not store our id of a text.
 */
async function find(account: TwilioAccount, sought: SoughtText): ReturnType<TextProvider['find']> {
  const query = new URLSearchParams({ To: dialled(sought.to), PageSize: String(LISTED) });
  const answer = await ask(account, `?${query.toString()}`, { method: 'GET' });
  if ('outcome' in answer) return answer;
  const read = list.safeParse(answer.body);
  if (answer.status !== 200 || !read.success) {
    return withoutWord(answer.status, answer.body, answer.retryAfter) ?? unreadable(answer.status);
  }
  const since = sought.begunAt - SKEW_MS;
  const { messages, next_page_uri: nextPage } = read.data;
  const candidates = messages.filter(
    (each) =>
      each.direction !== 'inbound' &&
      each.messaging_service_sid === account.messagingServiceSid &&
      createdAt(each) >= since &&
      !sought.notThese.includes(each.sid),
  );
  const alike = (likeness: 'same' | 'perhaps') =>
    candidates.find(({ body }) => sought.likeness(body ?? '') === likeness);
  const ours = alike('same');
  if (ours !== undefined) return takenText(ours);
  if (alike('perhaps') !== undefined) return { outcome: 'unknown', reason: 'other words' };
  // Twilio lists the newest message first. Twilio does not have our text if the list contains a message that is older
  // than the attempt, or if there is no next page. If all listed messages are newer than the attempt, our text may be
  // on the next page.
  const isWhole = !nextPage || messages.some((each) => createdAt(each) < since);
  return isWhole ? { outcome: 'absent' } : { outcome: 'unknown', reason: 'too many messages' };
}

type HttpAnswer = { status: number; body: unknown; retryAfter: string | null };

async function ask(
  { apiBaseUrl, accountSid, authToken }: TwilioAccount,
  query: string,
  { method, body }: { method: string; body?: URLSearchParams },
): Promise<HttpAnswer | NoWord> {
  const call = new AbortController();
  // `AbortSignal.timeout` is not used, because its timer would continue after the answer and keep the Durable Object
  // awake.
  const timer = setTimeout(() => call.abort(), CALL_MS);
  try {
    const response = await fetch(`${apiBaseUrl}/2010-04-01/Accounts/${accountSid}/Messages.json${query}`, {
      method,
      headers: { Authorization: `Basic ${btoa(`${accountSid}:${authToken}`)}` },
      // A redirect could send the token to another host.
      redirect: 'manual',
      signal: call.signal,
      ...(body && { body }),
    });
    const retryAfter = response.headers.get('Retry-After');
    return { status: response.status, body: parsed(await response.text()), retryAfter };
  } catch (error) {
    // Twilio may have received the request even if the call failed.
    return { outcome: 'unknown', reason: error instanceof Error ? error.name : 'no answer' };
  } finally {
    clearTimeout(timer);
  }
}

/** Returns the outcome if Twilio's error is no final decision about this text; null if Twilio refuses this text. */
function withoutWord(status: number, body: unknown, retryAfter: string | null): NoWord | null {
  const code = codeOf(body);
  if (isAboutOurAccount(status, code)) return { outcome: 'stopped', reason: reasonOf(status, code) };
  if (status === 429)
    return { outcome: 'later', reason: reasonOf(status, code), afterMs: waitOf(retryAfter) };
  const isRefusal = status >= 400 && status < 500 && status !== 408;
  return isRefusal ? null : { outcome: 'unknown', reason: `status ${status}` };
}

function takenText({ sid, status, error_code: code }: z.infer<typeof message>): TakenText {
  return { outcome: progressOf(status) ?? 'sent', providerId: sid, why: faultOf(code ?? null) };
}

function unreadable(status: number): NoWord {
  return { outcome: 'unknown', reason: `unreadable ${status}` };
}

function codeOf(body: unknown): number | null {
  const read = refusal.safeParse(body);
  return read.success ? read.data.code : null;
}

function reasonOf(status: number, code: number | null): string {
  return code === null ? `status ${status}` : `${status} ${code}`;
}

function waitOf(retryAfter: string | null): number | null {
  return retryAfter !== null && /^\d{1,5}$/.test(retryAfter) ? Number(retryAfter) * 1000 : null;
}

function createdAt({ date_created: date }: z.infer<typeof listed>): number {
  const at = Date.parse(date ?? '');
  // A message without a time may be our text, so the code treats it as the newest message.
  return Number.isNaN(at) ? Infinity : at;
}

/** Whole seconds until the expiry, rounded down, within Twilio's limits. */
function validitySeconds(expiresAt: number): number {
  return Math.min(VALIDITY_MAX_S, Math.max(1, Math.floor((expiresAt - Date.now()) / 1000)));
}

/** The number without the separators between its digits. */
function dialled(phoneNumber: string): string {
  return phoneNumber.replace(/[^+\d]/g, '');
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The callers treat null as an unreadable body.
    return null;
  }
}
