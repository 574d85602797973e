/**
 * Five kinds of business. The values below were chosen before any estimate was scored, and have never changed since. In
 * each kind, guests join even if the line is long, some guests give up, and some are no-shows. The owner admits the
 * next party some moments after a server is free.
 */

/** A log-normal distribution: the mean in minutes, and the coefficient of variation. */
type Spread = { mean: number; variation: number };

/**
 * Opening hours: `from` and `until` are hours of the day. `joinsPerHour` contains the number of joins in each hour.
 * `servers`: the number of servers in each hour. Without `servers`, every hour has the business's number of servers.
 */
export type Opening = { from: number; until: number; joinsPerHour: number[]; servers?: number[] };

export type Business = {
  kind: string;
  openings: Opening[];
  /** The factors of the demand for the days from Monday to Sunday. The factor of a closed day is 0. */
  weekdays: number[];
  /** Number of servers that work in parallel. A server is a barista, a chair, a doctor, a table or an adviser. */
  servers: number;
  /**
   * One day in ten is a bad day (somebody is sick, or a section is closed). On such a day, this many servers are
   * missing.
   */
  missingOnBadDays: number;
  /** Time to serve one party, including the work before the next party. */
  serviceMinutes: Spread;
  /** Mean time from the moment when a server becomes free until the owner taps on Admit (exponential). */
  tapMinutes: number;
  /** Mean time from the owner's tap to the beginning of the service (exponential). In this time the party walks in. */
  walkInMinutes: number;
  /** A party that is not admitted within this time leaves the line. */
  patienceMinutes: Spread;
  noShowShare: number;
  /** Time for which a server waits for a no-show. */
  noShowMinutes: number;
  /** Length of each server's break around the middle of the opening hours; 0: no break. */
  breakMinutes: number;
  /** Each server starts at most this many minutes after the doors open. */
  lateStartMinutes: number;
};

export const businesses: Business[] = [
  {
    // A small coffee bar: two servers handle an order in about two minutes. The servers are fully busy before office
    // hours and almost fully busy at lunch. The afternoon is quiet.
    kind: 'cafe',
    openings: [{ from: 7, until: 17, joinsPerHour: [20, 44, 40, 26, 26, 44, 36, 22, 20, 16] }],
    weekdays: [0.9, 1, 1, 1, 1, 1.15, 1.1],
    servers: 2,
    missingOnBadDays: 0,
    serviceMinutes: { mean: 2.2, variation: 0.6 },
    tapMinutes: 0.3,
    walkInMinutes: 0.3,
    patienceMinutes: { mean: 18, variation: 0.6 },
    noShowShare: 0.02,
    noShowMinutes: 1,
    breakMinutes: 0,
    lateStartMinutes: 0,
  },
  {
    // A barber's shop with three chairs. A cut with wash and payment takes about 26 minutes. The shop is closed on
    // Mondays, and full on Saturdays and after work.
    kind: 'barber',
    openings: [{ from: 10, until: 18.5, joinsPerHour: [4, 5, 6, 5, 5, 5.5, 7, 7.5, 4] }],
    weekdays: [0, 0.8, 0.9, 1, 1.15, 1.4, 0.9],
    servers: 3,
    missingOnBadDays: 1,
    serviceMinutes: { mean: 26, variation: 0.35 },
    tapMinutes: 1,
    walkInMinutes: 1.5,
    patienceMinutes: { mean: 75, variation: 0.5 },
    noShowShare: 0.06,
    noShowMinutes: 5,
    breakMinutes: 30,
    lateStartMinutes: 5,
  },
  {
    // A medical practice for walk-in patients with two doctors. A consultation takes 13 minutes. In general practice, a
    // consultation takes 9 to 20 minutes. Writing the notes takes two minutes. Most patients come in the morning.
    // Monday morning is the busiest time of the week. The doctors start a little late.
    kind: 'clinic',
    openings: [{ from: 8, until: 17, joinsPerHour: [11, 9, 8, 7, 5, 6, 6.5, 6.5, 5] }],
    weekdays: [1.2, 1, 0.95, 0.95, 1, 0.8, 0],
    servers: 2,
    missingOnBadDays: 0,
    serviceMinutes: { mean: 15, variation: 0.55 },
    tapMinutes: 0.7,
    walkInMinutes: 0.7,
    patienceMinutes: { mean: 120, variation: 0.5 },
    noShowShare: 0.05,
    noShowMinutes: 3,
    breakMinutes: 40,
    lateStartMinutes: 12,
  },
  {
    // A restaurant with fifteen tables and without reservations. A casual meal takes 45 to 60 minutes, and clearing a
    // table takes four minutes. All tables fill when the doors open, and become free at about the same time. Lunch is
    // quiet, dinner is busy.
    kind: 'restaurant',
    openings: [
      { from: 12, until: 14.5, joinsPerHour: [16, 14, 6] },
      { from: 18, until: 21.5, joinsPerHour: [20, 24, 16, 8] },
    ],
    weekdays: [0.7, 0.75, 0.85, 1, 1.25, 1.35, 1],
    servers: 15,
    missingOnBadDays: 3,
    serviceMinutes: { mean: 54, variation: 0.35 },
    tapMinutes: 1.5,
    walkInMinutes: 1,
    patienceMinutes: { mean: 45, variation: 0.5 },
    noShowShare: 0.08,
    noShowMinutes: 5,
    breakMinutes: 0,
    lateStartMinutes: 0,
  },
  {
    // A phone shop with three advisers: many short questions, some long contracts.
    kind: 'shop',
    openings: [{ from: 10, until: 20, joinsPerHour: [8, 11, 15, 14, 12, 12, 13, 17, 17, 9] }],
    weekdays: [0.9, 0.95, 1, 1, 1.1, 1.3, 1.1],
    servers: 3,
    missingOnBadDays: 1,
    serviceMinutes: { mean: 11, variation: 0.8 },
    tapMinutes: 0.6,
    walkInMinutes: 0.5,
    patienceMinutes: { mean: 40, variation: 0.6 },
    noShowShare: 0.08,
    noShowMinutes: 4,
    breakMinutes: 30,
    lateStartMinutes: 5,
  },
];
