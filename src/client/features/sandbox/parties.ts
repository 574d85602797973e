/** Who stands in the sandbox's line: nobody real, and at a time that never changes, so that a page is drawn once. */
import type { VisitView } from '../../../shared/contracts/queue-view.ts';

export const shop = { businessName: 'Blue Door Café', address: '14 Kemang Raya, Jakarta' };

export const now = Date.UTC(2025, 7, 21, 5, 30);

function party(
  firstName: string,
  lastName: string,
  minutesAgo: number,
  about: Pick<VisitView, 'numGuests' | 'waitingPreference'>,
): VisitView {
  return {
    id: firstName,
    firstName,
    lastName,
    ...about,
    joinedAt: new Date(now - minutesAgo * 60_000).toISOString(),
    address: shop.address,
    status: 'waiting',
  };
}

/** In order; the last one holds the phone. */
export const partiesInLine: readonly VisitView[] = [
  party('Putu', 'Wirawan', 9, { numGuests: 4, waitingPreference: 'on_premises' }),
  party('Chen', 'Wei', 5, { numGuests: 2, waitingPreference: 'wait_anywhere' }),
  party('Mara', 'Lindqvist', 2, { numGuests: 2, waitingPreference: 'wait_anywhere' }),
];
