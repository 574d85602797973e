/**
 * The guest's page before React: its early script keeps the server's HTML up to date. Then React takes over the page
 * and the socket, even if messages come before, during or after the takeover.
 */
import * as fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { renderGuestPage } from '../../../src/client/entries/guest-on-server.tsx';
import type { StatusAnswer } from '../../../src/shared/contracts/guest.ts';
import type { MovedMessage } from '../../../src/shared/contracts/live.ts';
import { guestCatalogues } from '../../../src/shared/copy/guest-catalogues.ts';
import { languages } from '../../../src/shared/languages.ts';
import { HOLD_MS } from '../../../src/shared/limits.ts';
import { examples } from '../../support/depth.ts';
import { startServer, theServer, type FakeSocket } from '../support/fake-server.ts';
import { closePages, openEarlyPage, openGuestBoot, toast } from '../support/pages.tsx';
import { openShop } from '../support/shop.ts';

const statusCall = ['GET', '/auth/business/:username/queue/token/:token/status'] as const;
const liveCall = '/auth/business/:username/queue/token/:token/live';

/**
 * The form of a message about a change: the `whole` status, or only the new position (`moved`). `late`: after this
 * message, the server repeats the previous message. `unreadable`: the page cannot read the message, so it must poll.
 */
const forms = ['whole', 'moved', 'late', 'unreadable'] as const;
/** A state of the visit that the server sends: `place` is the position, or 0 at the guest's turn. */
type Said = { place: number; minutes: number; form: (typeof forms)[number] };
const saidIn = (...allowed: Said['form'][]) =>
  fc.record({
    place: fc.oneof(fc.integer({ min: 0, max: 9 }), fc.integer({ min: 99, max: 101 })),
    minutes: fc.integer({ min: 0, max: 90 }),
    form: fc.constantFrom(...allowed),
  });
const few = fc.array(saidIn(...forms), { maxLength: 3 });

/** Starts a server with a visit that is third in line. The result sends messages to the visit's page. */
function playedVisit() {
  startServer();
  const shop = openShop();
  for (const firstName of ['Ana', 'Bo']) shop.queue.join({ firstName });
  const { customer } = shop.queue.join({ firstName: 'Maya' });
  const first = shop.queue.status(customer.id);
  let current = { type: 'status', ...first, version: 1 };
  let sockets = 0;
  let socket: FakeSocket | undefined;
  theServer().onSocket(liveCall, (opened) => {
    sockets += 1;
    socket = opened;
    opened.onSync = () => opened.tell(current);
    opened.tell(current);
  });
  theServer().answer(...statusCall, () => {
    const { type: _, version: _version, ...status } = current;
    return status;
  });
  return {
    shop,
    visitId: customer.id,
    first,
    now: () => current,
    sockets: () => sockets,
    socket: () => socket,
    say({ place, minutes, form }: Said): void {
      const before = current;
      current = { type: 'status', ...statusAt(first, place, minutes, before), version: before.version + 1 };
      if (form === 'unreadable') socket?.tell({ type: 'news' });
      else if (form === 'moved' && before.position > 0 && place > 0) socket?.tell(movedTo(current));
      else socket?.tell(current);
      if (form === 'late') socket?.tell(before);
    },
  };
}

function statusAt(
  first: StatusAnswer,
  position: number,
  minutes: number,
  { serverNow }: StatusAnswer,
): StatusAnswer {
  const later = Date.parse(serverNow) + 1_000;
  const at = { serverNow: new Date(later).toISOString() };
  if (position > 0)
    return {
      ...first,
      ...at,
      customer: { ...first.customer, position },
      position,
      ahead: position - 1,
      estimatedWaitMinutes: minutes,
      estimate: { low: minutes, high: minutes + 12, method: 'learned' },
    };
  const { position: _, ...customer } = first.customer;
  const turn = { admittedAt: at.serverNow, holdEndsAt: new Date(later + HOLD_MS).toISOString() };
  return {
    ...first,
    ...at,
    customer: { ...customer, ...turn, status: 'admitted' },
    status: 'admitted',
    admitted: true,
    position: 0,
    ahead: 0,
    holdEndsAt: turn.holdEndsAt,
  };
}

/** The message with the position of a waiting visit, as the real server sends it. */
function movedTo({ version, ...status }: StatusAnswer & { version: number }): MovedMessage {
  const { position, estimatedWaitMinutes, estimate, serverNow } = status;
  const { low, high } = estimate;
  return {
    type: 'moved',
    to: [version, position, estimatedWaitMinutes, low, high, 0, Date.parse(serverNow)],
  };
}

const titleOf = ({ position, businessName }: StatusAnswer, language: (typeof languages)[number] = 'en') => {
  const { status, turn } = guestCatalogues[language];
  return position > 0 ? status.documentTitle(position, businessName) : `${turn.title} · ${businessName}`;
};

test('after each message the page is as React renders it, in every language', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...languages),
      fc.array(saidIn('whole', 'moved', 'late'), { maxLength: 8 }),
      async (language, all) => {
        const visit = playedVisit();
        const { root } = openEarlyPage(visit.shop, { language, visitId: visit.visitId });
        await vi.waitFor(() => expect(visit.sockets()).toBe(1));
        for (const one of all) {
          visit.say(one);
          const rendered = document.createElement('div');
          rendered.innerHTML = renderGuestPage(globalThis.earlyPage.boot);
          expect(root.innerHTML).toBe(rendered.innerHTML);
          expect(document.title).toBe(titleOf(visit.now(), language));
          const { position, estimatedWaitMinutes, status } = visit.now();
          expect(globalThis.earlyPage.boot.visit?.status).toMatchObject({
            position,
            status,
            ...(position > 0 && { estimatedWaitMinutes }),
          });
        }
      },
    ),
    { numRuns: examples(25) },
  );
  closePages();
});

/**
 * How the early socket ends: never, cut by the network, or closed without an event while the page is in the
 * back-forward cache.
 */
const end = fc.constantFrom('never', 'cut', 'unheard' as const);

test('React takes the same socket over, and nothing is lost or told twice', async () => {
  const told = watchTurnToasts();
  await fc.assert(
    fc.asyncProperty(few, few, few, end, async (before, meanwhile, after, ends) => {
      const visit = playedVisit();
      const { root, hydrate } = openEarlyPage(visit.shop, { visitId: visit.visitId });
      await vi.waitFor(() => expect(visit.sockets()).toBe(1));
      told.turns = 0;
      for (const one of before) visit.say(one);
      const socket = visit.socket();
      if (ends === 'cut') socket?.end(1006);
      if (ends === 'unheard' && socket) socket.readyState = WebSocket.CLOSED;
      hydrate();
      for (const one of meanwhile) visit.say(one);
      await expect.poll(visit.sockets).toBe(ends === 'never' ? 1 : 2);
      await vi.waitFor(() =>
        expect(root.querySelector('section[aria-label=Notifications] > *')).not.toBeNull(),
      );
      for (const one of after) visit.say(one);
      const { position } = visit.now();
      const shows = position > 0 ? `You are #${position} in line` : "It's your turn";
      await expect.poll(() => root.textContent).toContain(shows);
      await expect.poll(() => document.title).toBe(titleOf(visit.now()));
      expect(visit.sockets()).toBe(ends === 'never' ? 1 : 2);
      const places = [visit.first.position, ...[...before, ...meanwhile, ...after].map(({ place }) => place)];
      const turns = places.filter((place, i) => place === 0 && places[i - 1] !== 0).length;
      expect(told.turns).toBeLessThanOrEqual(turns);
      if (position === 0) expect(told.turns).toBeGreaterThan(0);
    }),
    { numRuns: examples(40) },
  );
  told.stop();
  closePages();
});

/** Counts the notifications that tell a guest of the turn. */
function watchTurnToasts() {
  const told = { turns: 0, stop: () => observer.disconnect() };
  const isToast = (node: Node) =>
    node instanceof Element &&
    node.matches('section[aria-label=Notifications] > *') &&
    node.textContent.includes("You've been admitted!");
  const observer = new MutationObserver((changes) => {
    for (const { addedNodes } of changes) told.turns += [...addedNodes].filter(isToast).length;
  });
  observer.observe(document.body, { childList: true, subtree: true });
  return told;
}

test('a turn that came before React is told once, as a turn', async () => {
  const visit = playedVisit();
  const { hydrate } = openEarlyPage(visit.shop, { visitId: visit.visitId });
  await vi.waitFor(() => expect(visit.sockets()).toBe(1));
  visit.say({ place: 0, minutes: 0, form: 'whole' });
  expect(document.querySelector('#root h1')?.textContent).toBe("It's your turn");
  expect(document.querySelector('#root [role=timer]')?.textContent).toBe('05:00');
  hydrate();
  await expect.element(toast("You've been admitted!")).toBeVisible();
  await expect.element(toast('Welcome back!')).not.toBeInTheDocument();
  expect(theServer().callsTo(...statusCall)).toEqual([]);
});

test('a turn whose message the early script could not read is shown by polling', async () => {
  const visit = playedVisit();
  const { hydrate } = openEarlyPage(visit.shop, { visitId: visit.visitId });
  await vi.waitFor(() => expect(visit.sockets()).toBe(1));
  visit.say({ place: 0, minutes: 0, form: 'unreadable' });
  hydrate();
  await expect.element(toast("You've been admitted!")).toBeVisible();
});

test('an end that came before React is told by React', async () => {
  const visit = playedVisit();
  const { hydrate } = openEarlyPage(visit.shop, { visitId: visit.visitId });
  await vi.waitFor(() => expect(visit.sockets()).toBe(1));
  const ended = { ...visit.now(), version: 9, removed: true, status: 'removed', position: 0, ahead: 0 };
  visit.socket()?.tell(ended);
  visit.socket()?.end(4410);
  hydrate();
  await expect.element(toast('Removed from queue')).toBeVisible();
});

test('a page from the service worker’s cache shows what the socket said before React', async () => {
  const visit = playedVisit();
  const { username } = visit.shop.user;
  const asOf = visit.first.serverNow;
  openGuestBoot({
    path: `/queue/${username}`,
    language: 'en',
    business: { username, addresses: visit.shop.addresses() },
    visit: { queueToken: `token-${visit.visitId}`, status: visit.first },
    asOf,
  });
  await vi.waitFor(() => expect(visit.sockets()).toBe(1));
  visit.say({ place: 2, minutes: 10, form: 'whole' });
  await expect.poll(() => document.title).toBe(titleOf(visit.now()));
  expect(visit.sockets()).toBe(1);
});
