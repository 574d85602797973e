/** The calls of the guest's page (`docs/spec.md` section 7). Every function throws `ApiError` if its call fails. */
import type {
  BotCheckWidget,
  GuestLocation,
  GuestReply,
  JoinAnswer,
  JoinRequest,
  NumberCheck,
  ChosenPreference,
  StatusAnswer,
} from '../../../../shared/contracts/guest.ts';
import type { Language } from '../../../../shared/languages.ts';
import type { GuestVisit } from '../../../../shared/contracts/queue-view.ts';
import { customerKey } from '../../../../shared/visit-values.ts';
import {
  readJson,
  request,
  type ApiError,
  type AnswerReader,
  type RequestOptions,
} from '../../../lib/api.ts';
import type { Guard } from '../../../lib/guards.ts';
import { refusal } from '../../../lib/refusal.ts';
import { botCheckToken } from '../join/bot-check.ts';
import {
  isAddressesAnswer,
  isBotCheckAsked,
  isExistsAnswer,
  isJoinAnswer,
  isNumberCheck,
  isStatusAnswer,
} from './answers.ts';
import { businessPath, visitPath } from './visit-rules.ts';

function reading<Answer>(isAnswer: Guard<Answer>): AnswerReader<Answer> {
  return { safeParse: (body) => (isAnswer(body) ? { success: true, data: body } : { success: false }) };
}

/** Headers that request answers in the page's language. */
function inPageLanguage(headers: RequestOptions['headers'] = {}): Record<string, string> {
  return { 'Accept-Language': document.documentElement.lang, ...headers };
}

export async function businessExists(username: string): Promise<boolean> {
  const { exists } = await request('GET', `/auth/exists?username=${encodeURIComponent(username)}`, {
    schema: reading(isExistsAnswer),
    headers: inPageLanguage(),
  });
  return exists;
}

export async function loadLocations(username: string, signal: AbortSignal): Promise<GuestLocation[]> {
  const { addresses } = await request('GET', `${businessPath(username)}/addresses`, {
    schema: reading(isAddressesAnswer),
    headers: inPageLanguage(),
    signal,
  });
  return addresses;
}

/** Checks whether texts can be sent to a typed number from this location. */
export function checkNumber(
  username: string,
  body: { locationId: string; phoneNumber: string },
  signal: AbortSignal,
): Promise<Pick<NumberCheck, 'reason'>> {
  return request('POST', `${businessPath(username)}/number-check`, {
    body,
    schema: reading(isNumberCheck),
    headers: inPageLanguage(),
    signal,
  });
}

/**
 * Joins a line. If the server asks for a bot check, the page does the check, and sends the join again with the token of
 * the check.
 * @param idempotencyKey the same for every attempt of one join
 */
export async function join(username: string, body: JoinRequest, idempotencyKey: string): Promise<JoinAnswer> {
  let widget: BotCheckWidget | undefined;
  const send = (headers: Record<string, string> = {}) =>
    request('POST', `${businessPath(username)}/queue`, {
      body,
      schema: reading(isJoinAnswer),
      headers: inPageLanguage({ 'Idempotency-Key': idempotencyKey, ...headers }),
      readRefusal: async (response) => {
        const answer = await readJson(response);
        if (isBotCheckAsked(answer)) widget = answer.widget;
        return refusal(response.status, answer);
      },
    });
  try {
    return await send();
  } catch (error) {
    if (widget === undefined) throw error;
    return send({ 'Human-Check': await botCheckToken(widget) });
  }
}

export function loadStatus(username: string, token: string, signal: AbortSignal): Promise<StatusAnswer> {
  return request('GET', `${visitPath(username, token)}/status`, { schema: reading(isStatusAnswer), signal });
}

export function changePreference(
  username: string,
  token: string,
  body: ChosenPreference,
): Promise<StatusAnswer> {
  return change('PATCH', visitPath(username, token), body);
}

/** Changes only the language, because the waiting preference may be changing at the same time. */
export function changeLanguage(username: string, token: string, language: Language): Promise<StatusAnswer> {
  return change('PUT', `${visitPath(username, token)}/language`, { language });
}

/** Sends a reply to staff and returns the visit's new status. */
export function sendReply(username: string, token: string, body: GuestReply): Promise<StatusAnswer> {
  return change('POST', `${visitPath(username, token)}/reply`, body);
}

/**
 * Changes the visit and returns its status. After a lost answer the call is repeated once; this is safe, because the
 * server makes the change only once.
 */
function change(method: 'PATCH' | 'POST' | 'PUT', path: string, body: object): Promise<StatusAnswer> {
  const send = () =>
    request(method, path, { body, schema: reading(isStatusAnswer), headers: inPageLanguage() });
  return send().catch((failure: ApiError) => {
    if (failure.status) throw failure;
    return send();
  });
}

/** Ends the visit: the guest leaves the line, or cannot come to the turn. */
export async function endVisitBy(
  action: 'leave' | 'cannot-come',
  username: string,
  token: string,
  visit: GuestVisit,
): Promise<void> {
  await request(
    'POST',
    `${businessPath(username)}/queue/${encodeURIComponent(customerKey(visit))}/${action}`,
    {
      headers: inPageLanguage({ Authorization: `Bearer ${token}` }),
    },
  );
}

/** Ends the visit and erases the data of the visit's guest. */
export async function eraseGuest(username: string, token: string): Promise<void> {
  await request('DELETE', visitPath(username, token), { headers: inPageLanguage() });
}
