import type { StandIns as MessageStandIns } from '../deliveries/stand-ins.ts';
import type { PaymentStandIn } from '../features/billing/payment-provider-of.ts';
import { deleteMessages, mailsStored, textsStored } from './outbox.ts';
import { paymentsLocal } from './payments.ts';

type StandIns = MessageStandIns & PaymentStandIn;

const STAND_INS: StandIns = {
  texts: textsStored,
  mails: mailsStored,
  payments: paymentsLocal,
  deleteMessages,
};

/** Adds the stand-ins to the bindings, for the development entry and for tests that pass their own bindings. */
export function withStandIns<Bindings extends Env>(env: Bindings): Bindings & { STAND_INS: StandIns } {
  return Object.assign(env, { STAND_INS });
}
