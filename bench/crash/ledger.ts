/** What the load asked and what it was told: afterwards the server is held to every word of it. */
import type { JoinAnswer } from '../../src/shared/contracts/guest.ts';
import type { Shop } from './shop.ts';

/** One party, known by its last name, its idempotency key and, where it waits elsewhere, its phone number. */
export type Guest = {
  shop: Shop;
  lastName: string;
  key: string;
  /** '' of a guest who stays on the premises. */
  phoneNumber: string;
  /** Every answer to a join with the key. All of them have to speak of one visit. */
  joins: JoinAnswer[];
};

export type ActKind = 'admit' | 'leave' | 'remove';

/** What was answered: it is done now, or why it is not; the two refusals also say what had happened before. */
type ActAnswer = 'done' | 'already_admitted' | 'not_waiting';

/** One act on one visit, asked until it was answered. */
export type Act = { shop: Shop; visitId: string; kind: ActKind; answer: ActAnswer };

export type Ledger = {
  guests: Guest[];
  acts: Act[];
  /** Calls that got no answer, because the server was killed under them. */
  unanswered: number;
};
