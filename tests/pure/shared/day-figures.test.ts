import { describe, expect, it } from 'vitest';
import { calendarDay, dayFigures } from '../../../src/shared/time/day-figures.ts';
import type { VisitView } from '../../../src/shared/contracts/queue-view.ts';

let serial = 0;
function visit(parts: Partial<VisitView>): VisitView {
  serial += 1;
  return {
    id: `visit-${serial}`,
    firstName: 'Ada',
    lastName: 'Lim',
    numGuests: 2,
    waitingPreference: 'on_premises',
    joinedAt: '2026-06-10T08:00:00.000Z',
    address: '14 Kemang Raya, Jakarta',
    status: 'waiting',
    ...parts,
  };
}
const admitted = (joinedAt: string, admittedAt: string, status: VisitView['status'] = 'admitted') =>
  visit({ joinedAt, admittedAt, status });
const left = (leftAt: string) => visit({ status: 'left', leftAt });
const removed = (removedAt: string) => visit({ status: 'removed', removedAt });

function location(parts: {
  timezone?: string;
  queue?: VisitView[];
  admittedCustomers?: VisitView[];
  removedCustomers?: VisitView[];
}) {
  return { timezone: 'UTC', queue: [], admittedCustomers: [], removedCustomers: [], ...parts };
}
const noon = Date.parse('2026-06-10T12:00:00.000Z');

describe('figures of the day', () => {
  it('are 0 and a success rate of 100 when nothing happened', () => {
    expect(dayFigures(location({}), noon)).toEqual({
      totalQueue: 0,
      averageWaitMinutes: 0,
      servedToday: 0,
      successRatePercent: 100,
      leftToday: 0,
      cameToday: 0,
      noShowsToday: 0,
    });
  });

  it('count the line, the served, the left, and the mean wait in whole minutes', () => {
    const figures = dayFigures(
      location({
        queue: [visit({}), visit({}), visit({})],
        admittedCustomers: [
          admitted('2026-06-10T08:00:00.000Z', '2026-06-10T08:10:00.000Z'),
          admitted('2026-06-10T08:00:00.000Z', '2026-06-10T08:15:00.000Z', 'arrived'),
        ],
        removedCustomers: [left('2026-06-10T09:00:00.000Z'), removed('2026-06-10T09:30:00.000Z')],
      }),
      noon,
    );
    expect(figures).toEqual({
      totalQueue: 3,
      averageWaitMinutes: 13,
      servedToday: 2,
      successRatePercent: 50,
      leftToday: 1,
      cameToday: 1,
      noShowsToday: 0,
    });
  });

  it('do not count a no-show as served, but as one who was not served', () => {
    const figures = dayFigures(
      location({
        admittedCustomers: [
          admitted('2026-06-10T08:00:00.000Z', '2026-06-10T08:10:00.000Z', 'arrived'),
          admitted('2026-06-10T08:00:00.000Z', '2026-06-10T08:40:00.000Z', 'no_show'),
        ],
      }),
      noon,
    );
    expect(figures).toEqual({
      totalQueue: 0,
      averageWaitMinutes: 10,
      servedToday: 1,
      successRatePercent: 50,
      leftToday: 0,
      cameToday: 1,
      noShowsToday: 1,
    });
  });

  it('round the success rate to a whole percentage', () => {
    const figures = dayFigures(
      location({
        admittedCustomers: [
          admitted('2026-06-10T08:00:00.000Z', '2026-06-10T08:10:00.000Z'),
          admitted('2026-06-10T08:00:00.000Z', '2026-06-10T08:10:00.000Z'),
        ],
        removedCustomers: [removed('2026-06-10T09:00:00.000Z')],
      }),
      noon,
    );
    expect(figures.successRatePercent).toBe(67);
  });

  it('leave out what happened yesterday, by the millisecond', () => {
    const figures = dayFigures(
      location({
        admittedCustomers: [
          admitted('2026-06-09T23:00:00.000Z', '2026-06-09T23:59:59.999Z'),
          admitted('2026-06-09T23:00:00.000Z', '2026-06-10T00:00:00.000Z'),
        ],
        removedCustomers: [left('2026-06-09T23:59:59.999Z'), left('2026-06-10T00:00:00.000Z')],
      }),
      noon,
    );
    expect(figures).toMatchObject({
      servedToday: 1,
      averageWaitMinutes: 60,
      leftToday: 1,
      successRatePercent: 50,
    });
  });
});

describe('the day is the location’s own', () => {
  const served = [
    admitted('2026-06-10T16:00:00.000Z', '2026-06-10T16:30:00.000Z'),
    admitted('2026-06-10T17:00:00.000Z', '2026-06-10T17:30:00.000Z'),
  ];

  it('begins at midnight in Jakarta, 17:00 UTC', () => {
    const now = Date.parse('2026-06-10T18:00:00.000Z');
    expect(
      dayFigures(location({ timezone: 'Asia/Jakarta', admittedCustomers: served }), now).servedToday,
    ).toBe(1);
    expect(dayFigures(location({ timezone: 'UTC', admittedCustomers: served }), now).servedToday).toBe(2);
  });

  it('differs by two calendar days across the date line at one and the same instant', () => {
    const instant = Date.parse('2026-06-10T10:30:00.000Z');
    expect(calendarDay(instant, 'Pacific/Kiritimati')).toBe('2026-06-11');
    expect(calendarDay(instant, 'Pacific/Pago_Pago')).toBe('2026-06-09');
    const visits = [admitted('2026-06-10T10:00:00.000Z', '2026-06-10T10:20:00.000Z')];
    for (const timezone of ['Pacific/Kiritimati', 'Pacific/Pago_Pago', 'Etc/GMT-14', 'Etc/GMT+12']) {
      expect(dayFigures(location({ timezone, admittedCustomers: visits }), instant).servedToday).toBe(1);
    }
  });

  it('has 23 hours when the clock goes forward', () => {
    // In New York on 8 March 2026, the day begins at 05:00 UTC and ends at 04:00 UTC of the next day.
    const visits = [
      admitted('2026-03-08T04:00:00.000Z', '2026-03-08T04:59:59.999Z'),
      admitted('2026-03-08T04:00:00.000Z', '2026-03-08T05:00:00.000Z'),
      admitted('2026-03-09T03:00:00.000Z', '2026-03-09T03:59:59.999Z'),
      admitted('2026-03-09T03:00:00.000Z', '2026-03-09T04:00:00.000Z'),
    ];
    const at = (now: string) =>
      dayFigures(location({ timezone: 'America/New_York', admittedCustomers: visits }), Date.parse(now))
        .servedToday;
    expect(at('2026-03-08T12:00:00.000Z')).toBe(2);
    expect(at('2026-03-09T12:00:00.000Z')).toBe(1);
    expect(at('2026-03-08T04:30:00.000Z')).toBe(1);
  });

  it('has 25 hours when the clock goes back', () => {
    // In Berlin, 25 October 2026 begins at 22:00 UTC of the 24th and ends at 23:00 UTC of the 25th.
    const visits = [
      left('2026-10-24T21:59:59.999Z'),
      left('2026-10-24T22:00:00.000Z'),
      left('2026-10-25T22:30:00.000Z'),
      left('2026-10-25T23:00:00.000Z'),
    ];
    const at = (now: string) =>
      dayFigures(location({ timezone: 'Europe/Berlin', removedCustomers: visits }), Date.parse(now))
        .leftToday;
    expect(at('2026-10-25T12:00:00.000Z')).toBe(2);
    expect(at('2026-10-26T12:00:00.000Z')).toBe(1);
  });

  it('is the day of UTC where the zone is unknown', () => {
    expect(calendarDay(noon, 'Not/AZone')).toBe('2026-06-10');
  });
});
