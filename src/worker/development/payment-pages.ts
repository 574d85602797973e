/** Pages of the payment provider's stand-in. If the Worker uses the real payment provider, these pages answer 404. */
import { Hono, type Context } from 'hono';
import { html } from 'hono/html';
import { createMiddleware } from 'hono/factory';
import { plans, planChoiceOf } from '../../shared/plans.ts';
import {
  closeCheckoutAt,
  performAtStandIn,
  openCheckoutAt,
  payCheckout,
  completeChange,
  standInActions,
  standInSubscriptions,
  unpaidChangeAt,
  type StandInSubscription,
} from './payment-actions.ts';
import type { AppContext } from '../http/context.ts';
import { readForm, refuse } from '../http/answers.ts';
import { devPage } from './page.ts';

const standInOnly = createMiddleware<AppContext>(async (c, next) => {
  const { environment, payments } = c.var.config;
  if (environment !== 'development' || payments.provider !== 'local') return refuse(c, 'not_found');
  await next();
});

const actionWords: Record<(typeof standInActions)[number], string> = {
  advance: 'Advance a month',
  fail: 'Fail a payment',
  recover: 'Pay what is owed',
  cancel: 'Cancel at the end',
  resume: 'Do not cancel',
  decline_card: 'Decline the card from now on',
  accept_card: 'Take the card again',
};

export const paymentPages = new Hono<AppContext>()

  .get('/dev/checkout/:id', standInOnly, (c) => checkoutPage(c, ''))

  .post('/dev/checkout/:id', standInOnly, async (c) => {
    const read = await readForm(c);
    if (!read.ok) return read.response;
    const checkout = await openCheckoutAt(c.env, c.req.param('id'));
    if (checkout === null) return refuse(c, 'not_found');
    const action = read.form.get('action');
    if (action === 'decline') return checkoutPage(c, 'The card was declined. Nothing was paid.');
    if (action === 'close') {
      await closeCheckoutAt(c.env, checkout.id);
      return c.redirect(checkout.closedUrl, 303);
    }
    if (action !== 'pay') return refuse(c, 'invalid_input');
    const next = await payCheckout(c.env, new URL(c.req.url).origin, checkout, Date.now());
    return next === null ? refuse(c, 'not_found') : c.redirect(next, 303);
  })

  .get('/dev/invoice/:subscriptionId', standInOnly, (c) => invoicePage(c, ''))

  .post('/dev/invoice/:subscriptionId', standInOnly, async (c) => {
    const read = await readForm(c);
    if (!read.ok) return read.response;
    const subscriptionId = c.req.param('subscriptionId');
    const action = read.form.get('action');
    if (action === 'decline') return invoicePage(c, 'The card was declined. Nothing was paid.');
    if (action !== 'pay' && action !== 'close') return refuse(c, 'invalid_input');
    const origin = new URL(c.req.url).origin;
    const isDone = await completeChange(c.env, origin, { subscriptionId, action }, Date.now());
    if (!isDone) return refuse(c, 'not_found');
    return c.redirect(action === 'pay' ? '/business/dashboard' : '/plan-change', 303);
  })

  .get('/dev/billing/:customerId', standInOnly, async (c) => {
    const subscriptions = await standInSubscriptions(c.env, c.req.param('customerId'), Date.now());
    return devPage(
      c,
      { title: 'Billing' },
      html`<p>
          The stand-in of the payment provider: nobody pays anything. <a href="/business/settings">Back</a>
        </p>
        <ol>
          ${subscriptions.length === 0 ? html`<li><p>Nothing was bought yet.</p></li>` : ''}
          ${subscriptions.map(
            (one) =>
              html`<li>
                <h2>${one.planKey}</h2>
                <dl>
                  <dt>Status</dt>
                  <dd>
                    ${one.status}${
                      one.cancelAtPeriodEnd && one.status !== 'canceled' ? ', ends with the period' : ''
                    }
                  </dd>
                  <dt>Period</dt>
                  <dd>${day(one.periodStart)} to ${day(one.periodEnd)}</dd>
                  <dt>Card</dt>
                  <dd>${one.cardDeclines ? 'is declined' : 'pays'}</dd>
                  ${waitingChange(one)}
                </dl>
                ${one.status === 'canceled' ? '' : actionForm(one.id)}
              </li>`,
          )}
        </ol>`,
    );
  })

  .post('/dev/billing/:customerId', standInOnly, async (c) => {
    const read = await readForm(c);
    if (!read.ok) return read.response;
    const subscriptionId = read.form.get('subscription') ?? '';
    const action = standInActions.find((one) => one === read.form.get('action'));
    if (action === undefined) return refuse(c, 'invalid_input');
    const origin = new URL(c.req.url).origin;
    const done = await performAtStandIn(c.env, origin, { subscriptionId, action }, Date.now());
    return done === null ? refuse(c, 'not_found') : c.redirect(`/dev/billing/${done.customerId}`, 303);
  });

async function checkoutPage(c: Context<AppContext>, said: string): Promise<Response> {
  const checkout = await openCheckoutAt(c.env, c.req.param('id') ?? '');
  if (checkout === null) return refuse(c, 'not_found');
  const { plan, interval } = planChoiceOf(checkout.planKey);
  return devPage(
    c,
    { title: 'Checkout' },
    html`<p>The stand-in of the payment provider: nobody pays anything.</p>
      <dl>
        <dt>Plan</dt>
        <dd>${plan}</dd>
        <dt>Price</dt>
        <dd>$${plans[plan].priceUsd[interval]} ${interval.toLowerCase()}</dd>
      </dl>
      ${payForm(said)}`,
  );
}

/** The invoice of an unpaid plan change. */
async function invoicePage(c: Context<AppContext>, said: string): Promise<Response> {
  const waits = await unpaidChangeAt(c.env, c.req.param('subscriptionId') ?? '', Date.now());
  if (waits === null) return refuse(c, 'not_found');
  const { plan, interval } = planChoiceOf(waits.planKey);
  return devPage(
    c,
    { title: 'Invoice' },
    html`<p>The stand-in of the payment provider: nobody pays anything.</p>
      <dl>
        <dt>Change to</dt>
        <dd>${waits.planKey}</dd>
        <dt>Price</dt>
        <dd>
          $${plans[plan].priceUsd[interval]} ${interval.toLowerCase()}, less what is left of
          ${waits.subscription.planKey}
        </dd>
      </dl>
      ${payForm(said)}`,
  );
}

/** `said`: a sentence about the last payment attempt; '' before the first attempt. */
function payForm(said: string) {
  return html`${said === '' ? '' : html`<p role="alert"><b>${said}</b></p>`}
    <form method="post">
      <button class="first" name="action" value="pay">Pay</button>
      <button name="action" value="decline">Decline the card</button>
      <button name="action" value="close">Close</button>
    </form>`;
}

function waitingChange({ id, pending }: StandInSubscription) {
  if (pending === null) return '';
  const until = new Date(pending.until).toISOString().slice(0, 16).replace('T', ' ');
  return html`<dt>Waits for payment</dt>
    <dd><a href="/dev/invoice/${id}">${pending.planKey}</a>, dropped at ${until} UTC</dd>`;
}

function actionForm(subscriptionId: string) {
  return html`<form method="post">
    <input type="hidden" name="subscription" value="${subscriptionId}" />
    ${standInActions.map((action) => html`<button name="action" value="${action}">${actionWords[action]}</button>`)}
  </form>`;
}

function day(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}
