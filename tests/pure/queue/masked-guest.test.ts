/** The guest's data on the page that the link in a text opens. */
import { expect, test } from 'vitest';
import { masked } from '../../../src/shared/queue/masked-guest.ts';
import { maskedNumber } from '../../../src/shared/queue/masked-number.ts';
import { guestVisit } from '../../../src/shared/queue/project-visit.ts';
import { aLocation, aVisit, NOW } from '../support/factories.ts';

test.each([
  ['', ''],
  ['+62 812 3456-7890', '•••890'],
  ['٠٨١٢٣٤٥', '•••٣٤٥'],
  ['12', '•••12'],
])('of the number %j the page of a link shows %j', (number, shown) => {
  expect(maskedNumber(number)).toBe(shown);
});

test('the page of a link shows the first name and the end of the number', () => {
  const shown = (phoneNumber: string) =>
    masked({ customer: guestVisit(aLocation(), aVisit({ phoneNumber }), 1, NOW) }).customer;
  expect(shown('0812 3456 789')).toMatchObject({ firstName: 'Maya', lastName: '', phoneNumber: '•••789' });
  expect(Object.keys(shown(''))).not.toContain('phoneNumber');
});
