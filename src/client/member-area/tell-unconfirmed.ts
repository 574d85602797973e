import { OVERVIEW } from '../../shared/contracts/account/view.ts';
import { ownerCopy } from '../../shared/copy/owner/owner.ts';
import { toast } from '../ui/status/toast.tsx';

const say = ownerCopy.unconfirmedEnd;

/** How long the toast is shown: long enough to read the addresses, even with a screen reader. */
const SHOWN_MS = 10 * 60_000;

/**
 * Shows a toast that lists the locations that have not confirmed the end of a session. `goOn` runs when the person
 * presses OK. If all locations have confirmed the end, `goOn` runs at once.
 */
export function tellUnconfirmed(addresses: string[] | undefined, goOn: () => void = () => {}): void {
  if (addresses === undefined) return goOn();
  toast(say.title, {
    tone: 'bad',
    body: say.body(addresses.map((address) => (address === OVERVIEW ? say.overview : address))),
    action: { label: say.understood, run: goOn, forMs: SHOWN_MS },
  });
}
