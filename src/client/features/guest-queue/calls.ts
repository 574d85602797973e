/** All that the guest's page says to the server (`spec.md` section 7). Every call throws `ApiError` when it fails. */
import type {
  GuestLocation,
  GuestReply,
  JoinAnswer,
  JoinRequest,
  PreferenceChange,
  StatusAnswer,
} from '../../../shared/guest-queue.ts';
import type { GuestVisit } from '../../../shared/queue-view.ts';
import { customerKey } from '../../../shared/visit-words.ts';
import { ApiError, request, type AnswerReader, type RequestOptions } from '../../lib/api.ts';
import type { Guard } from '../../lib/shape.ts';
import { isAddressesAnswer, isExistsAnswer, isJoinAnswer, isStatusAnswer } from './answers.ts';
import { visitPath } from './visit-rules.ts';

function reading<Answer>(isAnswer: Guard<Answer>): AnswerReader<Answer> {
  return { safeParse: (body) => (isAnswer(body) ? { success: true, data: body } : { success: false }) };
}

/** What the server says in words it says in the page's language. */
function inPageLanguage(headers: RequestOptions['headers'] = {}): Record<string, string> {
  return { 'Accept-Language': document.documentElement.lang, ...headers };
}

function businessPath(username: string): string {
  return `/auth/business/${encodeURIComponent(username)}`;
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

/** @param idempotencyKey the same for every try of one wish to join */
export function join(username: string, body: JoinRequest, idempotencyKey: string): Promise<JoinAnswer> {
  return request('POST', `${businessPath(username)}/queue`, {
    body,
    schema: reading(isJoinAnswer),
    headers: inPageLanguage({ 'Idempotency-Key': idempotencyKey }),
  });
}

export function loadStatus(username: string, token: string, signal: AbortSignal): Promise<StatusAnswer> {
  return request('GET', `${visitPath(username, token)}/status`, { schema: reading(isStatusAnswer), signal });
}

export function changePreference(
  username: string,
  token: string,
  body: PreferenceChange,
): Promise<StatusAnswer> {
  const { waitingPreference, phoneNumber } = body;
  const call = request('PATCH', visitPath(username, token), {
    body,
    schema: reading(isStatusAnswer),
    headers: inPageLanguage(),
  });
  return orWhatCameOfIt(
    call,
    username,
    token,
    (visit) =>
      visit.waitingPreference === waitingPreference && (visit.phoneNumber ?? '') === (phoneNumber ?? ''),
  );
}

/** What the guest tells the staff; answers the visit as it stands then. */
export function sendReply(username: string, token: string, body: GuestReply): Promise<StatusAnswer> {
  const call = request('POST', `${visitPath(username, token)}/reply`, {
    body,
    schema: reading(isStatusAnswer),
    headers: inPageLanguage(),
  });
  const saidAt = body.reply === 'on_my_way' ? 'onMyWayAt' : 'moreTimeAt';
  return orWhatCameOfIt(call, username, token, (visit) => visit[saidAt] !== undefined);
}

/** An answer that is lost says nothing of what the server has done: where the visit shows that it has, that is the answer. */
async function orWhatCameOfIt(
  call: Promise<StatusAnswer>,
  username: string,
  token: string,
  isDone: (visit: GuestVisit) => boolean,
): Promise<StatusAnswer> {
  try {
    return await call;
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 0) throw error;
    const now = await loadStatus(username, token, new AbortController().signal);
    if (isDone(now.customer)) return now;
    throw error;
  }
}

export async function leave(username: string, token: string, visit: GuestVisit): Promise<void> {
  await request('POST', `${businessPath(username)}/queue/${encodeURIComponent(customerKey(visit))}/leave`, {
    headers: inPageLanguage({ Authorization: `Bearer ${token}` }),
  });
}
