/** A grant of credits as a line of a business’s file has it. */
export const aGrant = {
  subscriptionId: 'sub_1',
  periodStart: 5,
  slot: 1,
  customerCredits: 300,
  smsCredits: 300,
  grantedAt: 6,
  fetch: 1,
  plan: 'Starter',
};
