/** The requests of the load, with their answers. After the run, the server's state is compared with these answers. */
import type { JoinAnswer } from '../../src/shared/contracts/guest.ts';
import type { Shop } from './shop.ts';

/** One party, identified by its last name, its idempotency key and, if the party waits elsewhere, its phone number. */
export type Guest = {
  shop: Shop;
  lastName: string;
  key: string;
  /** '' for a guest on the premises. */
  phoneNumber: string;
  /** All answers to joins with this key must name the same visit. */
  joins: JoinAnswer[];
};

export type ActKind = 'admit' | 'leave' | 'remove';

/**
 * The answer to an action: `done`, or the code of a refusal. The code says what happened to the visit before the
 * action.
 */
type ActAnswer = 'done' | 'already_admitted' | 'not_waiting';

/** One action on one visit. The action is repeated until there is an answer. */
export type Act = { shop: Shop; visitId: string; kind: ActKind; answer: ActAnswer };

export type Ledger = {
  guests: Guest[];
  acts: Act[];
  /** Number of calls without an answer, because the server was killed. */
  unanswered: number;
};
