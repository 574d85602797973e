/**
 * Records the requests of the load and their answers. Afterwards, the server's state is compared with these answers.
 */
import type { JoinAnswer } from '../../src/shared/contracts/guest.ts';
import type { Shop } from './shop.ts';

/** One party, identified by its last name, its idempotency key and, if it waits elsewhere, its phone number. */
export type Guest = {
  shop: Shop;
  lastName: string;
  key: string;
  /** '' for a guest on the premises. */
  phoneNumber: string;
  /** All answers to joins with this key. All answers to one key must name the same visit. */
  joins: JoinAnswer[];
};

export type ActKind = 'admit' | 'leave' | 'remove';

/** Answer to an action: done, or refused. The two refusals also show the earlier outcome. */
type ActAnswer = 'done' | 'already_admitted' | 'not_waiting';

/** One action on one visit, repeated until it was answered. */
export type Act = { shop: Shop; visitId: string; kind: ActKind; answer: ActAnswer };

export type Ledger = {
  guests: Guest[];
  acts: Act[];
  /** Number of calls without an answer, because the server was killed. */
  unanswered: number;
};
