/**
 * Makes a location in a busy hour by calls of the product's API: waiting parties, admitted parties and ended visits.
 */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import * as z from 'zod/mini';
import type { WalkInRequest } from '../../src/shared/contracts/line.ts';
import { visitView, type VisitView } from '../../src/shared/contracts/queue-view.ts';
import { openShop, type Shop } from '../../tests/e2e/support/factories.ts';
import { inParallel } from '../queue/http-client.ts';

const FIRST_NAMES = [
  'Maya',
  'Budi',
  'Putu',
  'Sofia',
  'Kenji',
  'Amara',
  'Łukasz',
  'ليلى',
  'Nadia',
  'Theodore',
];
const LAST_NAMES = ['Wijaya', 'Santoso', 'Anggraini', 'Lindqvist', 'Okafor', 'Featherstonehaugh-Smythe', ''];
const SIZES = [2, 4, 1, 6, 3, 2, 8, 5];
const CALLS_AT_ONCE = 8;

export type FullShop = Shop & {
  origin: string;
  /** The waiting parties in order, as they were when the shop was made. */
  waiting: VisitView[];
};

const staffAnswer = z.object({ customer: visitView });
const outboxAnswer = z.object({ messages: z.array(z.object({ recipient: z.string(), body: z.string() })) });

/**
 * Opens an account with one location. `waiting`, `arriving` and `done` are the numbers of parties in the lists of the
 * page.
 */
export async function openFullShop(
  origin: string,
  { waiting, arriving, done }: Record<'waiting' | 'arriving' | 'done', number>,
): Promise<FullShop> {
  const shop = { ...(await openShop(origin)), origin };
  await confirmMailbox(origin, shop.email);
  const parties = Array.from({ length: waiting + arriving + done }, (_, index) => partyOf(index));
  const added = await inParallel(parties, CALLS_AT_ONCE, async (party) => {
    const answer = await call(origin, `/auth/locations/${shop.location.id}/visits`, party, shop.cookie);
    return staffAnswer.parse(answer).customer;
  });
  const inOrder = added.toSorted((a, b) => a.joinedAt.localeCompare(b.joinedAt));
  const called = inOrder.slice(0, arriving + done);
  for (const visit of called) await act(shop, visit, 'admit');
  for (const visit of called.slice(0, done)) await act(shop, visit, 'arrived');
  return { ...shop, waiting: inOrder.slice(arriving + done) };
}

/** `body`: additional data of the action. */
export async function act(
  { origin, location, cookie }: Shop & { origin: string },
  { id }: VisitView,
  action: 'admit' | 'arrived' | 'move',
  body: object = {},
): Promise<void> {
  await call(origin, `/auth/locations/${location.id}/visits/${id}/${action}`, body, cookie);
}

/** Confirms a new owner's mailbox. An account with an unconfirmed mailbox may have at most 100 guests. */
async function confirmMailbox(origin: string, email: string): Promise<void> {
  for (;;) {
    const outbox = await fetch(`${origin}/dev/outbox`, { headers: { accept: 'application/json' } });
    const { messages } = outboxAnswer.parse(await outbox.json());
    const mail = messages.find(({ recipient }) => recipient === email);
    const token = /\/verify\?token=([\w-]{43})\s/.exec(mail?.body ?? '')?.[1];
    if (token !== undefined) {
      await call(origin, '/auth/verify-email', { token });
      return;
    }
    await pause(100);
  }
}

/** Makes each call on a new connection, because the server may close an idle connection at the moment of the call. */
async function call(origin: string, path: string, body: object, cookie = ''): Promise<unknown> {
  const headers = { 'content-type': 'application/json', 'idempotency-key': randomUUID(), cookie };
  const sent = request(origin + path, { method: 'POST', agent: false, headers });
  const answered = once(sent, 'response');
  sent.end(JSON.stringify(body));
  const [answer] = z.tuple([z.instanceof(IncomingMessage)]).parse(await answered);
  const said = await text(answer);
  if (answer.statusCode === undefined || answer.statusCode >= 300)
    throw new Error(`${path} was answered with ${answer.statusCode}: ${said}`);
  return JSON.parse(said);
}

/** Every third party waits elsewhere and has its own phone number. */
function partyOf(index: number): WalkInRequest {
  const isElsewhere = index % 3 === 0;
  return {
    firstName: FIRST_NAMES[index % FIRST_NAMES.length] ?? '',
    lastName: LAST_NAMES[index % LAST_NAMES.length] ?? '',
    numGuests: SIZES[index % SIZES.length] ?? 1,
    waitingPreference: isElsewhere ? 'wait_anywhere' : 'on_premises',
    phoneNumber: isElsewhere ? `+62 812 5550 ${String(1_000 + index)}` : '',
  };
}
