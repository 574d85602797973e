/**
 * Computes the status that a waiting visit gets when staff admit the visit. The server sends the HTML of this status
 * together with the HTML that shows the place in line. Pure.
 */
import type { StatusAnswer } from '../../../../shared/contracts/guest.ts';

/** The status as if the visit were admitted now. */
export function turnOf(status: StatusAnswer): StatusAnswer {
  const { position: _, ...customer } = status.customer;
  const holdEndsAt = new Date(Date.parse(status.serverNow) + status.holdMs).toISOString();
  return {
    ...status,
    customer: { ...customer, status: 'admitted' },
    status: 'admitted',
    admitted: true,
    position: 0,
    ahead: 0,
    holdEndsAt,
  };
}
