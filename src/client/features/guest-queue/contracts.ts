import { guestCopy } from '../../../shared/copy/guest.ts';
import { ApiError } from '../../lib/api-error.ts';
import { toast } from '../../ui/toast.tsx';
import type * as guestContracts from './guest-contracts.ts';

type Contracts = typeof guestContracts;

let loading: Promise<Contracts> | null = null;

/**
 * The calls and schemas, which load while the page is already alive: they are a tenth of its weight and nothing of its
 * first picture. Throws `ApiError` with status 0, like a call without an answer, when they could not be loaded.
 */
export function contracts(): Promise<Contracts> {
  loading ??= import('./guest-contracts.ts').catch(() => {
    loading = null;
    throw new ApiError(0, '', 'no_answer');
  });
  return loading;
}

/** The checks of the form; null, and told, when they could not be loaded. */
export async function formChecks(): Promise<Contracts['schemas'] | null> {
  try {
    return (await contracts()).schemas;
  } catch {
    toast(guestCopy.toasts.joinFailed, { body: guestCopy.toasts.tryAgain, tone: 'bad' });
    return null;
  }
}
