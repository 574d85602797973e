/**
 * Live sockets of a location, or of the overview of a business. All data about a socket are in its attachment, because
 * sockets hibernate.
 */
import * as z from 'zod/mini';
import { SOCKETS_PER_SESSION_MAX, SOCKETS_PER_VISIT_MAX } from '../../shared/limits.ts';
import { masked, maskedForStaff } from '../../shared/queue/masked-guest.ts';
import type { GuestPage } from './broadcaster.ts';
import {
  closeCodes,
  PING,
  PONG,
  type ChangeMessage,
  type GuestMessage,
  type StaffMessage,
} from '../../shared/contracts/live.ts';
import type { OverviewMessage, OverviewNews } from '../../shared/contracts/overview.ts';

const listener = z.discriminatedUnion('role', [
  z.object({
    role: z.literal('guest'),
    visitId: z.string(),
    readsMoved: z._default(z.boolean(), false),
    /** Whether the page was opened by the link in a text (`masked-guest.ts`). */
    byLink: z._default(z.boolean(), false),
  }),
  z.object({
    role: z.literal('staff'),
    sessionTokenHash: z.string(),
    until: z.int(),
    /** Whether the member may not read guests' phone numbers. */
    masksNumbers: z._default(z.boolean(), false),
  }),
  /** A page of the overview. `locationIds` can have about 200 ids, because an attachment has at most 16 KiB. */
  z.object({
    role: z.literal('overview'),
    sessionTokenHash: z.string(),
    until: z.int(),
    locationIds: z.array(z.string()),
  }),
]);
type Listener = z.infer<typeof listener>;
type Message = GuestMessage | StaffMessage | OverviewMessage;

/**
 * Rate limit of `SYNC` messages, by which a page asks for the whole state: `SYNCS_AT_ONCE` messages at once, and then
 * one message in `SYNC_EVERY_MS`.
 */
const SYNCS_AT_ONCE = 10;
const SYNC_EVERY_MS = 1_000;

export class Sockets {
  readonly #ctx: DurableObjectState;
  /** Cache of the sockets' attachments while the object is awake. */
  readonly #listeners = new WeakMap<WebSocket, Listener>();

  /** State of each socket's rate limit: at the time `at`, `left` more `SYNC` messages were allowed. */
  readonly #asked = new WeakMap<WebSocket, { at: number; left: number }>();

  constructor(ctx: DurableObjectState) {
    this.#ctx = ctx;
    ctx.setWebSocketAutoResponse(new WebSocketRequestResponsePair(PING, PONG));
  }

  /** Accepts a socket, sends the first message, and returns the answer to the upgrade. */
  accept(who: Listener, firstMessage: Message): Response {
    const { 0: page, 1: here } = new WebSocketPair();
    const isGuest = who.role === 'guest';
    const own = isGuest ? visitTag(who.visitId) : sessionTag(who.sessionTokenHash);
    this.#makeRoom(own, isGuest ? SOCKETS_PER_VISIT_MAX : SOCKETS_PER_SESSION_MAX);
    this.#ctx.acceptWebSocket(here, [who.role, own]);
    here.serializeAttachment(who);
    here.send(JSON.stringify(asShownTo(who, firstMessage)));
    return new Response(null, { status: 101, webSocket: page });
  }

  /** Answers the upgrade for a visit that has ended: sends the last message, and closes the socket. */
  acceptOver(lastMessage: GuestMessage): Response {
    const { 0: page, 1: here } = new WebSocketPair();
    here.accept();
    here.send(JSON.stringify(lastMessage));
    here.close(closeCodes.over, 'visit over');
    return new Response(null, { status: 101, webSocket: page });
  }

  /**
   * Whether the rate limit allows an answer to this page now. If the page exceeds the limit, closes the socket; the
   * page may connect again.
   */
  maySync(socket: WebSocket, now: number): boolean {
    const last = this.#asked.get(socket) ?? { at: now, left: SYNCS_AT_ONCE };
    const left = Math.min(SYNCS_AT_ONCE, last.left + (now - last.at) / SYNC_EVERY_MS) - 1;
    this.#asked.set(socket, { at: now, left });
    if (left < 0) socket.close(closeCodes.tooMany, 'too many messages');
    return left >= 0;
  }

  listenerOf(socket: WebSocket): Listener {
    const known = this.#listeners.get(socket);
    if (known !== undefined) return known;
    const who = listener.parse(socket.deserializeAttachment());
    this.#listeners.set(socket, who);
    return who;
  }

  send(socket: WebSocket, message: GuestMessage | StaffMessage): void {
    deliver(socket, JSON.stringify(asShownTo(this.listenerOf(socket), message)));
  }

  /** Closes the socket if its lifetime is over. Returns whether the socket was closed. */
  closeIfOver(socket: WebSocket, { until }: { until: number }, now: number): boolean {
    const isOver = now >= until;
    if (isOver) socket.close(closeCodes.unauthorized, 'log in again');
    return isOver;
  }

  /**
   * Sends one message to all pages of staff, and closes sockets whose lifetime is over. The message is built only if a
   * page is open.
   */
  broadcastToStaff(message: () => ChangeMessage, now: number): void {
    const sockets = this.#ctx.getWebSockets('staff');
    if (sockets.length === 0) return;
    const whole = message();
    const text = JSON.stringify(whole);
    let maskedText: string | null = null;
    for (const socket of sockets) {
      const who = this.listenerOf(socket);
      if (who.role !== 'staff' || this.closeIfOver(socket, who, now)) continue;
      if (!who.masksNumbers) deliver(socket, text);
      else deliver(socket, (maskedText ??= JSON.stringify(maskedForStaff(whole))));
    }
  }

  /**
   * Sends a message to the pages of the overview. A message about a location is sent only to pages that list this
   * location. Returns false if no page got the message.
   */
  broadcastToOverview(message: OverviewNews, now: number): boolean {
    const text = JSON.stringify(message);
    let isWatched = false;
    for (const socket of this.#ctx.getWebSockets('overview')) {
      const who = this.listenerOf(socket);
      if (who.role !== 'overview' || ('id' in message && !who.locationIds.includes(message.id))) continue;
      if (!isOpen(socket) || this.closeIfOver(socket, who, now)) continue;
      socket.send(text);
      isWatched = true;
    }
    return isWatched;
  }

  sendToGuest(visitId: string, message: GuestMessage): void {
    for (const socket of this.#ctx.getWebSockets(visitTag(visitId))) this.send(socket, message);
  }

  /**
   * Sends each guest's page the message that `messageFor` returns for this page. If `messageFor` returns null, the page
   * gets no message.
   */
  broadcastToGuests(messageFor: (guest: GuestPage) => GuestMessage | null): void {
    for (const socket of this.#ctx.getWebSockets('guest')) {
      const who = this.listenerOf(socket);
      const message = who.role === 'guest' ? messageFor(who) : null;
      if (message !== null) this.send(socket, message);
    }
  }

  closeVisit(visitId: string): void {
    for (const socket of this.#ctx.getWebSockets(visitTag(visitId)))
      socket.close(closeCodes.over, 'visit over');
  }

  closeGuests(): void {
    for (const socket of this.#ctx.getWebSockets('guest')) socket.close(closeCodes.gone, 'location removed');
  }

  /** Closes the sockets of all staff, so that their pages load again. */
  closeStaff(): void {
    for (const socket of this.#ctx.getWebSockets('staff')) socket.close(closeCodes.gone, 'location removed');
  }

  keepOpen(sessionTokenHash: string, until: number): void {
    for (const socket of this.#ctx.getWebSockets(sessionTag(sessionTokenHash))) {
      const who = { ...this.listenerOf(socket), until };
      socket.serializeAttachment(who);
      this.#listeners.set(socket, who);
    }
  }

  closeSession(sessionTokenHash: string): void {
    for (const socket of this.#ctx.getWebSockets(sessionTag(sessionTokenHash))) {
      socket.close(closeCodes.unauthorized, 'logged out');
    }
  }

  /** Closes the oldest sockets of a visit or session, so that one more socket is within the limit. */
  #makeRoom(tag: string, max: number): void {
    const open = this.#ctx.getWebSockets(tag).filter(isOpen);
    for (const socket of open.slice(0, Math.max(0, open.length - max + 1))) {
      socket.close(closeCodes.replaced, 'opened elsewhere');
    }
  }
}

/** The message for this page, masked if the page may not show numbers and last names. */
function asShownTo(who: Listener, message: Message): Message {
  if (who.role === 'guest') return message.type === 'status' && who.byLink ? masked(message) : message;
  const isForStaff = message.type === 'queue' || message.type === 'change';
  return isForStaff && who.role === 'staff' && who.masksNumbers ? maskedForStaff(message) : message;
}

function visitTag(visitId: string): string {
  return `visit:${visitId}`;
}

function sessionTag(sessionTokenHash: string): string {
  return `session:${sessionTokenHash}`;
}

function deliver(socket: WebSocket, text: string): void {
  // `getWebSockets` returns a closed socket until the socket's close event arrives, and sending to a closed socket
  // throws.
  if (isOpen(socket)) socket.send(text);
}

function isOpen(socket: WebSocket): boolean {
  return socket.readyState === WebSocket.OPEN;
}
