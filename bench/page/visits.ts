/** The measured pages: a business's join page, the page of a guest in line, and the page of an admitted guest. */
import { visitCookieName } from '../../src/worker/features/guest/visit-cookie.ts';
import { tokenKey } from '../../src/client/features/guest/visit/visit-rules.ts';
import { admit, joinQueue, openShop, waitingVisit } from '../../tests/e2e/support/factories.ts';

export const guestPageNames = ['join', 'status', 'turn'] as const;

export type GuestPage = {
  name: (typeof guestPageNames)[number];
  url: string;
  businessName: string;
  username: string;
  /** The visit's token; null before the join. */
  token: string | null;
};

/** A `Cookie` header; '' for a guest without a visit. */
export function cookieOf(origin: string, { token }: Pick<GuestPage, 'token'>): string {
  return token === null ? '' : `${visitCookieName(origin)}=${token}`;
}

/** The entry of the local storage that a page without server rendering needs. */
export function storedVisit({ username, token }: GuestPage): [key: string, value: string] | null {
  return token === null ? null : [tokenKey(username), token];
}

/**
 * Makes each of the three pages once on the server at `origin`. Before the guest of the page `status`, three parties
 * are in line.
 */
export async function makeGuestPages(origin: string): Promise<Record<GuestPage['name'], GuestPage>> {
  const shop = await openShop(origin);
  const { username, name: businessName } = shop;
  const url = `${origin}/queue/${username}`;
  const called = await joinQueue(origin, shop, { firstName: 'Nadia' });
  const visit = await waitingVisit(origin, shop, 'Nadia');
  if (visit === undefined) throw new Error('The guest is not in line.');
  await admit(origin, shop, visit);
  for (const firstName of ['Ana', 'Bo', 'Chiara']) await joinQueue(origin, shop, { firstName });
  const waiting = await joinQueue(origin, shop);
  return {
    join: { name: 'join', url, businessName, username, token: null },
    status: { name: 'status', url, businessName, username, token: waiting.queueToken },
    turn: { name: 'turn', url, businessName, username, token: called.queueToken },
  };
}
