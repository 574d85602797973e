/** Stripe's events about one of our customers, from Stripe's fixtures and from recordings. */
import * as z from 'zod/mini';
import fixtures from '../data/stripe-fixtures3-2026-07-29.json' with { type: 'json' };
import recorded from '../data/stripe-real-events.json' with { type: 'json' };

export type StripeEvent = {
  id: string;
  type: string;
  data: { object: object };
};

type Resource = keyof typeof fixtures.resources;

/** The events of a purchase in Stripe's order, each with the kind of its object. */
const purchase = [
  ['customer.created', 'customer'],
  ['payment_method.attached', 'payment_method'],
  ['customer.subscription.created', 'subscription'],
  ['invoice.created', 'invoice'],
  ['invoice.finalized', 'invoice'],
  ['charge.succeeded', 'charge'],
  ['payment_intent.succeeded', 'payment_intent'],
  ['invoice.paid', 'invoice'],
  ['customer.subscription.updated', 'subscription'],
  ['checkout.session.completed', 'checkout.session'],
] as const satisfies [string, Resource][];

function anEvent(type: string, of: Resource, customer: string, id: string): StripeEvent {
  const found = fixtures.resources[of];
  const object = of === 'customer' ? { ...found, id: customer } : { ...found, customer };
  return { ...fixtures.resources.event, id, type, data: { object } };
}

/** The events of one purchase. `ids` makes the ids of the events unique. */
export function purchaseEvents(customer: string, ids: string): StripeEvent[] {
  return purchase.map(([type, of], n) => anEvent(type, of, customer, `evt_${ids}_${n}`));
}

const told = z.looseObject({ object: z.optional(z.union([z.string(), z.looseObject({})])) });

/** Recorded events of several years and API versions, with our customer instead of the recorded one. */
export function recordedEvents(customer: string, ids: string): StripeEvent[] {
  return Object.entries(recorded).map(([name, data], n) => {
    const type = name.startsWith('subscription.') ? `customer.${name}` : name;
    const { object } = told.parse(data);
    // A recording contains the event's object or the event's `data`.
    const about = typeof object === 'object' ? object : data;
    return {
      ...fixtures.resources.event,
      id: `evt_${ids}_recorded_${n}`,
      type,
      data: { object: { ...about, customer } },
    };
  });
}

/** A subscription as `GET /v1/subscriptions` returns it. Times are in epoch seconds. */
export function aStripeSubscription(about: {
  id: string;
  customer: string;
  price: string;
  status: string;
  start: number;
  end: number;
}): object {
  const { id, customer, price, status, start, end } = about;
  const { subscription } = fixtures.resources;
  const [item] = subscription.items.data;
  const data = [
    { ...item, current_period_start: start, current_period_end: end, price: { ...item?.price, id: price } },
  ];
  return {
    ...subscription,
    id,
    customer,
    status,
    start_date: start,
    cancel_at: null,
    cancel_at_period_end: false,
    ended_at: null,
    items: { ...subscription.items, data },
  };
}
