/** The stand-ins, as the development entry and the tests of the Worker add them to the bindings. */
import type { MayHaveStandIns, StandIns } from '../stand-ins.ts';
import { deleteMessages, mailsKept, textsKept } from './outbox.ts';
import { paymentsLocal } from './payments.ts';

export const standIns: StandIns = {
  texts: textsKept,
  mails: mailsKept,
  payments: paymentsLocal,
  deleteMessages,
};

/** These bindings and the stand-ins. */
export function withStandIns<Bindings extends Env>(env: Bindings): Bindings & MayHaveStandIns {
  return { ...env, STAND_INS: standIns };
}
