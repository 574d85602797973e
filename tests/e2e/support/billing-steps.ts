/** Purchases and subscriptions with the stand-in of the payment provider, without a browser. */
import { accountAnswer } from '../../../src/shared/contracts/account/view.ts';
import { checkoutAnswer } from '../../../src/shared/contracts/billing.ts';
import type { PlanKey } from '../../../src/shared/plans.ts';
import type { Shop } from './factories.ts';

/** Buys a plan and pays for it. */
export async function buyPlan(origin: string, shop: Shop, planKey: PlanKey): Promise<void> {
  const me = await fetch(`${origin}/auth/me`, { headers: { cookie: shop.cookie } });
  const { id: userId } = accountAnswer.parse(await me.json());
  const answer = await fetch(`${origin}/stripe/create-checkout-session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie: shop.cookie },
    body: JSON.stringify({ planKey, userId }),
  });
  const { url } = checkoutAnswer.parse(await answer.json());
  await press(origin, url, { action: 'pay' });
}

/** After this call, immediate charges to the shop's card are declined. */
export async function declineCard(origin: string, shop: Shop): Promise<void> {
  const answer = await fetch(`${origin}/auth/billing-portal`, {
    method: 'POST',
    headers: { cookie: shop.cookie },
  });
  const { url } = checkoutAnswer.parse(await answer.json());
  const page = await (await fetch(url)).text();
  const subscription = /name="subscription" value="([^"]+)"/.exec(page)?.[1] ?? '';
  await press(origin, url, { subscription, action: 'decline_card' });
}

async function press(origin: string, url: string, fields: Record<string, string>): Promise<void> {
  const answer = await fetch(url, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'content-type': 'application/x-www-form-urlencoded', origin },
    body: new URLSearchParams(fields).toString(),
  });
  if (answer.status !== 303) throw new Error(`The stand-in answered ${answer.status}`);
}
