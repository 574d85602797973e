import { ownerCopy } from '../../../shared/copy/owner/owner.ts';
import { LOCATION_PARAMETER } from '../../../shared/typing/page-parameters.ts';
import { toast } from '../../ui/status/toast.tsx';

/**
 * The address in a business's QR code (`docs/spec.md` section 2). With `locationId`, guests join the line of this
 * location and need not choose a location.
 */
export function joinUrl(username: string, locationId?: string): string {
  const at = locationId === undefined ? '' : `?${LOCATION_PARAMETER}=${encodeURIComponent(locationId)}`;
  return `${window.location.origin}/queue/${encodeURIComponent(username)}${at}`;
}

/** Copies a join link to the clipboard and shows a toast. */
export async function copyJoinLink(username: string, locationId?: string): Promise<void> {
  const say = ownerCopy.dashboard;
  const url = joinUrl(username, locationId);
  try {
    await navigator.clipboard.writeText(url);
    toast(say.linkCopied, { body: url });
  } catch {
    // The browser forbids copying (no permission, or a page without https). The address can still be copied by hand.
    toast(say.linkNotCopied, { tone: 'bad', body: say.linkNotCopiedBody });
  }
}
