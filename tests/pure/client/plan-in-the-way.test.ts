import { expect, test } from 'vitest';
import { planInTheWay } from '../../../src/client/features/billing/plan-in-the-way.ts';

test.each([
  [{ trial: true, subscriptionStatus: null }, null],
  [{ trial: false, subscriptionStatus: null }, 'Starter'],
  [{ trial: false, subscriptionStatus: 'active' }, 'Starter'],
  [{ trial: false, subscriptionStatus: 'past_due' }, 'Starter'],
  [{ trial: false, subscriptionStatus: 'canceled' }, null],
])('%j: %s cannot be bought', (about, plan) => {
  expect(planInTheWay({ plan: 'Starter', ...about })).toBe(plan);
});
