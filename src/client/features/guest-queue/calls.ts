/** The guest's calls (`spec.md` section 7). Every one throws `ApiError` when it fails. */
import {
  addressesAnswer,
  existsAnswer,
  joinAnswer,
  statusAnswer,
  type GuestLocation,
  type JoinAnswer,
  type JoinRequest,
  type PreferenceChange,
  type StatusAnswer,
} from '../../../shared/guest-queue.ts';
import { customerKey, type VisitView } from '../../../shared/queue-view.ts';
import { request } from '../../lib/api.ts';

function businessPath(username: string): string {
  return `/auth/business/${encodeURIComponent(username)}`;
}

/** The address of one visit: `/status` and `/live` stand below it. */
export function visitPath(username: string, token: string): string {
  return `${businessPath(username)}/queue/token/${encodeURIComponent(token)}`;
}

export async function businessExists(username: string): Promise<boolean> {
  const { exists } = await request('GET', `/auth/exists?username=${encodeURIComponent(username)}`, { schema: existsAnswer });
  return exists;
}

export async function loadLocations(username: string, signal: AbortSignal): Promise<GuestLocation[]> {
  const { addresses } = await request('GET', `${businessPath(username)}/addresses`, { schema: addressesAnswer, signal });
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

export function changePreference(username: string, token: string, body: PreferenceChange): Promise<StatusAnswer> {
  return request('PATCH', visitPath(username, token), { body, schema: statusAnswer });
}

export async function leave(username: string, token: string, visit: VisitView): Promise<void> {
  await request('POST', `${businessPath(username)}/queue/${encodeURIComponent(customerKey(visit))}/leave`, {
    headers: { Authorization: `Bearer ${token}` },
  });
}
