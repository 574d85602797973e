/**
 * Makes the demo business by calls of the product's API: an import of a business file, then the payment of its plan.
 * Every step can be repeated, so the next start finishes the work of a start that was killed.
 */
import { randomBytes } from 'node:crypto';
import { accountView } from '../../src/shared/contracts/account/view.ts';
import { checkoutAnswer } from '../../src/shared/contracts/billing.ts';
import { existsAnswer } from '../../src/shared/contracts/guest.ts';
import { importBusiness } from '../operator/transfer.ts';
import { demoFile } from './business-file.ts';
import { answerOf, asDemoAdmin, logInAsDemoOwner, post, type Send } from './calls.ts';
import { demoOwner } from './demo-business.ts';

/**
 * The lines of the file, with the state at `now` (epoch milliseconds). This function takes a second, so the caller runs
 * this function while the server starts.
 */
export function makeDemoFile(now: number): string[] {
  return [...demoFile(now, () => randomBytes(32).toString('hex'))];
}

/**
 * `pays`: true if the demo pays for its plan. The demo can pay only at the simulated payment provider. Throws if the
 * server refuses a call.
 */
export async function seedDemo(send: Send, file: string[], { pays }: { pays: boolean }): Promise<void> {
  if (!(await isThere(send))) {
    await asDemoAdmin(send, (post) =>
      importBusiness(
        post,
        async function* () {
          yield* file;
        },
        () => Promise.reject(new Error('The demo’s file is not sealed')),
      ),
    );
  }
  if (pays) await payPlan(send);
}

async function isThere(send: Send): Promise<boolean> {
  const path = `/auth/exists?username=${demoOwner.username}`;
  return existsAnswer.parse(await answerOf(await send(path, {}), path)).exists;
}

/**
 * Pays for the first month at the simulated payment provider. Pays nothing if the business already has a subscription.
 */
async function payPlan(send: Send): Promise<void> {
  const cookie = await logInAsDemoOwner(send);
  if (cookie === null) throw new Error('the log-in of the demo owner was refused');
  const user = accountView.parse(await answerOf(await send('/auth/me', { headers: { cookie } }), '/auth/me'));
  if (user.subscriptionStatus === null) {
    const asked = { planKey: 'Professional Monthly', userId: user.id };
    const path = '/stripe/create-checkout-session';
    const checkout = checkoutAnswer.parse(
      await answerOf(await post(send, path, { body: asked, cookie }), path),
    );
    const { pathname, origin } = new URL(checkout.url);
    const paid = await send(pathname, {
      method: 'POST',
      headers: { origin },
      body: new URLSearchParams({ action: 'pay' }),
      redirect: 'manual',
    });
    if (paid.status !== 303) throw new Error(`the payment of the demo's plan answered ${paid.status}`);
  }
  await answerOf(await post(send, '/auth/logout', { cookie }), '/auth/logout');
}
