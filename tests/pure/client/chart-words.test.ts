/** The labels of the charts, quoted from `docs/spec.md` section 9. */
import { expect, test } from 'vitest';
import { dayLabel, weekLabel } from '../../../src/client/features/analytics/period-labels.ts';
import { analyticsCopy } from '../../../src/shared/copy/en/owner/analytics.ts';

test('hours are shown from 12 AM to 11 PM', () => {
  expect([0, 1, 11, 12, 13, 23].map(analyticsCopy.peakHours.hourOf)).toEqual([
    '12 AM',
    '1 AM',
    '11 AM',
    '12 PM',
    '1 PM',
    '11 PM',
  ]);
});

test('waits are 0-5, 5-10, 10-15, 15-30 and 30+ minutes', () => {
  const { bucket } = analyticsCopy.waits;
  expect([bucket(0, 5), bucket(5, 10), bucket(10, 15), bucket(15, 30), bucket(30, null)]).toEqual([
    '0-5',
    '5-10',
    '10-15',
    '15-30',
    '30+',
  ]);
});

test('weeks are told by the day they began, days by their weekday, wherever they are read', () => {
  expect([weekLabel('2026-11-15'), weekLabel('2026-03-01')]).toEqual(['Week of Nov 15', 'Week of Mar 1']);
  expect([dayLabel('2026-11-21'), dayLabel('2027-01-01')]).toEqual(['Sat, Nov 21', 'Fri, Jan 1']);
});

test('one minute is a minute, and any other number of them minutes', () => {
  const { errorUnit } = analyticsCopy.promise;
  expect([0, 1, 1.5, 2].map(errorUnit)).toEqual(['minutes', 'minute', 'minutes', 'minutes']);
});
