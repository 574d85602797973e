import type { GuestCopy } from '../../../shared/copy/en/guest.ts';
import { toast } from '../../ui/status/toast.tsx';
import { sentenceOf } from './sentence-of.ts';

export function toastFailure(title: string, failure: unknown, copy: GuestCopy): void {
  toast(title, { body: sentenceOf(failure, copy) || copy.toasts.tryAgain, tone: 'bad' });
}
