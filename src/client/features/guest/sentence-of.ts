import type { GuestCopy } from '../../../shared/copy/en/guest.ts';
import { ApiError } from '../../lib/api-error.ts';
import { NO_SENTENCE } from '../../lib/refusal.ts';

/** The message of a failed call in the page's language; '' if the failure has no message. */
export function sentenceOf(failure: unknown, copy: GuestCopy): string {
  if (!(failure instanceof ApiError)) return '';
  return failure.code === NO_SENTENCE ? copy.requestFailed(failure.status) : failure.message;
}
