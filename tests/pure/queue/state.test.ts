import { expect, test } from 'vitest';
import { serviceOf, withCredits, withService } from '../../../src/shared/queue/state.ts';
import { aLocation, aVisit, main } from '../support/factories.ts';

test('a service is found by its id, and by a visit of it', () => {
  const location = aLocation({ service: { lastRank: 7 } });
  expect(serviceOf(location, main).lastRank).toBe(7);
  expect(serviceOf(location, aVisit())).toBe(serviceOf(location, main));
});

test('an unknown service throws', () => {
  expect(() => serviceOf(aLocation(), { serviceId: 'other' })).toThrow('there is no service other');
  expect(() => withService(aLocation(), { serviceId: 'other' }, {})).toThrow('there is no service other');
});

test('a change of one part leaves the others, and the location before, as they are', () => {
  const location = aLocation({ service: { lastRank: 7 }, credits: { smsCredits: 3 } });
  expect(withService(location, main, { lastRank: 8 })).toEqual(
    aLocation({ service: { lastRank: 8 }, credits: { smsCredits: 3 } }),
  );
  expect(withCredits(location, { smsCredits: 2 })).toEqual(
    aLocation({ service: { lastRank: 7 }, credits: { smsCredits: 2 } }),
  );
  expect(location).toEqual(aLocation({ service: { lastRank: 7 }, credits: { smsCredits: 3 } }));
});

test('a change of one service leaves the others as they are', () => {
  const location = aLocation();
  const two = { ...location, services: { ...location.services, other: serviceOf(location, main) } };
  const after = withService(two, { serviceId: 'other' }, { lastRank: 8 });
  expect([serviceOf(after, main).lastRank, serviceOf(after, { serviceId: 'other' }).lastRank]).toEqual([
    0, 8,
  ]);
});
