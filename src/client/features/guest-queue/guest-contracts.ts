/**
 * All that the guest's page says to the server and checks (`spec.md` sections 5 and 7), and with it all of its schemas.
 * The page is drawn and alive without it; `contracts()` brings it. Every call throws `ApiError` when it fails.
 */
import {
  addressesAnswer,
  existsAnswer,
  joinAnswer,
  joinSchemas,
  statusAnswer,
  type GuestLocation,
  type JoinAnswer,
  type JoinRequest,
  type PreferenceChange,
  type StatusAnswer,
} from '../../../shared/guest-queue.ts';
import { customerKey, type VisitView } from '../../../shared/queue-view.ts';
import { guestMessage } from '../../../shared/live.ts';
import { guestCopy } from '../../../shared/copy/guest.ts';
import { request } from '../../lib/api.ts';
import { visitPath } from './visit-rules.ts';

/** The checks of the form's steps, in the page's language. */
export const schemas = joinSchemas(guestCopy.errors);

function businessPath(username: string): string {
  return `/auth/business/${encodeURIComponent(username)}`;
}

export async function businessExists(username: string): Promise<boolean> {
  const { exists } = await request('GET', `/auth/exists?username=${encodeURIComponent(username)}`, {
    schema: existsAnswer,
  });
  return exists;
}

export async function loadLocations(username: string, signal: AbortSignal): Promise<GuestLocation[]> {
  const { addresses } = await request('GET', `${businessPath(username)}/addresses`, {
    schema: addressesAnswer,
    signal,
  });
  return addresses;
}

/** @param idempotencyKey the same for every try of one wish to join */
export function join(username: string, body: JoinRequest, idempotencyKey: string): Promise<JoinAnswer> {
  return request('POST', `${businessPath(username)}/queue`, {
    body,
    schema: joinAnswer,
    headers: { 'Idempotency-Key': idempotencyKey },
  });
}

export function loadStatus(username: string, token: string, signal: AbortSignal): Promise<StatusAnswer> {
  return request('GET', `${visitPath(username, token)}/status`, { schema: statusAnswer, signal });
}

export function changePreference(
  username: string,
  token: string,
  body: PreferenceChange,
): Promise<StatusAnswer> {
  return request('PATCH', visitPath(username, token), { body, schema: statusAnswer });
}

export async function leave(username: string, token: string, visit: VisitView): Promise<void> {
  await request('POST', `${businessPath(username)}/queue/${encodeURIComponent(customerKey(visit))}/leave`, {
    headers: { Authorization: `Bearer ${token}` },
  });
}

/** The status in a live message; null for what is none. */
export function statusInMessage(message: unknown): StatusAnswer | null {
  const read = guestMessage.safeParse(message);
  // Without `type` it is the same shape as the answer to a call.
  return read.success ? statusAnswer.parse(read.data) : null;
}
