/**
 * The same five kinds of business, but with shifts: the number of servers changes from hour to hour. Breaks are part of
 * the shifts. These numbers were chosen before the first estimate was scored, and then never changed.
 */
import { businesses, type Business } from './businesses.ts';

/**
 * The number of servers in each hour of each opening. The number follows the demand with some delay, as in a real rota.
 */
const serversPerHour: Record<string, number[][]> = {
  cafe: [[1, 2, 2, 1, 2, 3, 2, 1, 1, 1]],
  barber: [[2, 2, 3, 2, 2, 3, 4, 4, 3]],
  clinic: [[2, 3, 3, 2, 1, 2, 2, 2, 1]],
  restaurant: [
    [8, 12, 12],
    [10, 15, 15, 12],
  ],
  shop: [[2, 2, 3, 2, 2, 3, 3, 4, 4, 2]],
};

export const businessesWithShifts: Business[] = businesses.map((business) => ({
  ...business,
  breakMinutes: 0,
  openings: business.openings.map((opening, index) => {
    const servers = serversPerHour[business.kind]?.[index];
    if (servers === undefined) throw new Error(`${business.kind} has no shifts`);
    return { ...opening, servers };
  }),
}));
