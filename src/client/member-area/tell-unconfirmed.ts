import { OVERVIEW } from '../../shared/contracts/account/view.ts';
import { ownerCopy } from '../../shared/copy/owner/owner.ts';
import { toast } from '../ui/status/toast.tsx';

const say = ownerCopy.unconfirmedEnd;

/** The time for which the toast is shown. It is long enough to read the addresses, even with a screen reader. */
const SHOWN_MS = 10 * 60_000;

/**
 * Shows a toast with the locations that have not confirmed the end of a session, and the consequence, until the person
 * presses OK. Then `goOn` runs. If all locations have confirmed, `goOn` runs at once.
 */
export function tellUnconfirmed(addresses: string[] | undefined, goOn: () => void = () => {}): void {
  if (addresses === undefined) return goOn();
  toast(say.title, {
    tone: 'bad',
    body: say.body(addresses.map((address) => (address === OVERVIEW ? say.overview : address))),
    action: { label: say.understood, run: goOn, forMs: SHOWN_MS },
  });
}
