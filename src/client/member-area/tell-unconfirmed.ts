import { OVERVIEW } from '../../shared/contracts/account/view.ts';
import { ownerCopy } from '../../shared/copy/owner/owner.ts';
import { toast } from '../ui/status/toast.tsx';

const say = ownerCopy.unconfirmedEnd;

/** Long enough to read the addresses, also by a screen reader. */
const SHOWN_MS = 10 * 60_000;

/**
 * Names the locations that have not confirmed the end of a session, and the consequence there, until the owner presses
 * OK. Then, or at once if all have confirmed, `goOn` runs.
 */
export function tellUnconfirmed(addresses: string[] | undefined, goOn: () => void = () => {}): void {
  if (addresses === undefined) return goOn();
  toast(say.title, {
    tone: 'bad',
    body: say.body(addresses.map((address) => (address === OVERVIEW ? say.overview : address))),
    action: { label: say.understood, run: goOn, forMs: SHOWN_MS },
  });
}
