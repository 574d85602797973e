import { expect, test } from 'vitest';
import { creditWarnings } from '../../../src/client/member-area/plan/credit-warnings.ts';

const enough = { customerCredits: 300, smsCredits: 300 };

test.for([
  { left: 61, stage: undefined },
  { left: 60, stage: 'low' },
  { left: 11, stage: 'low' },
  { left: 10, stage: 'last' },
  { left: 1, stage: 'last' },
  { left: 0, stage: 'none' },
])('$left of the 300 credits of a Starter month are $stage', ({ left, stage }) => {
  const [customer] = creditWarnings({ ...enough, customerCredits: left }, 'Starter');
  expect(customer?.stage).toBe(stage);
  const [sms] = creditWarnings({ ...enough, smsCredits: left }, 'Starter');
  expect(sms?.stage).toBe(stage);
});

test('the share is one of the plan, and both kinds warn', () => {
  expect(creditWarnings({ customerCredits: 300, smsCredits: 301 }, 'Professional')).toEqual([
    { of: 'customer', stage: 'low', left: 300 },
  ]);
  expect(creditWarnings({ customerCredits: 0, smsCredits: 9 }, 'Professional')).toEqual([
    { of: 'customer', stage: 'none', left: 0 },
    { of: 'sms', stage: 'last', left: 9 },
  ]);
});
