import { ownerCopy } from '../../../shared/copy/en/owner.ts';
import { toast } from '../../ui/status/toast.tsx';

/** The address in a business's QR code (`docs/spec.md` section 2). */
export function joinUrl(username: string): string {
  return `${window.location.origin}/queue/${encodeURIComponent(username)}`;
}

/** Copies the join link to the clipboard and shows a toast. */
export async function copyJoinLink(username: string): Promise<void> {
  const say = ownerCopy.dashboard;
  try {
    await navigator.clipboard.writeText(joinUrl(username));
    toast(say.linkCopied, { body: joinUrl(username) });
  } catch {
    // The browser forbids copying (no permission, or a page without https). The address can still be copied by hand.
    toast(say.linkNotCopied, { tone: 'bad', body: say.linkNotCopiedBody });
  }
}
