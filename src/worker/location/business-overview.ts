/**
 * Durable Object of one business: the live sockets of the overview of all its locations (`/business/locations`). It
 * stores nothing: it asks the locations for their news when a page opens, and passes on what they tell it from then on
 * (`overview-feed.ts`). Sockets hibernate.
 */
import { DurableObject } from 'cloudflare:workers';
import { SYNC } from '../../shared/contracts/live.ts';
import type { LocationNews } from '../../shared/contracts/overview.ts';
import { STAFF_SOCKET_MS } from '../../shared/limits.ts';
import { refused } from '../../shared/queue/decision.ts';
import { log, reasonOf } from '../platform/log.ts';
import { withTimeout } from '../platform/with-timeout.ts';
import type { BusinessOverviewCalls, Result } from './rpc.ts';
import { Sockets } from './sockets.ts';
import { locationById } from './stubs.ts';

/** Timeout for a location's object. */
const ASK_MS = 5_000;

type Asked = { sessionTokenHash: string; until: number; locationIds: string[] };

export class BusinessOverview extends DurableObject<Env> implements BusinessOverviewCalls {
  readonly #sockets: Sockets;

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env);
    this.#sockets = new Sockets(ctx);
  }

  /**
   * Opens a live socket. Only the Worker's route calls this method: it has checked the session, and which locations it
   * may see.
   */
  override fetch({ headers }: Request): Response {
    const asked = {
      sessionTokenHash: headers.get('x-owner-session') ?? '',
      until: Date.now() + STAFF_SOCKET_MS,
      locationIds: headers.get('x-locations')?.split(' ') ?? [],
    };
    const response = this.#sockets.accept(
      { role: 'overview', ...asked },
      { type: 'locations', ids: asked.locationIds },
    );
    this.ctx.waitUntil(this.#ask(asked));
    return response;
  }

  /** A page that may have missed news, or waits for a location that is away, asks for all news. */
  override async webSocketMessage(socket: WebSocket, message: string | ArrayBuffer): Promise<void> {
    const now = Date.now();
    if (!this.#sockets.maySync(socket, now) || message !== SYNC) return;
    const who = this.#sockets.listenerOf(socket);
    if (who.role === 'overview' && !this.#sockets.closeIfOver(socket, who, now)) await this.#ask(who);
  }

  tell(news: LocationNews): { watched: boolean } {
    return { watched: this.#sockets.broadcastToOverview(news, Date.now()) };
  }

  disconnectOwner(sessionTokenHashes: string[]): { ended: true } {
    for (const hash of sessionTokenHashes) this.#sockets.closeSession(hash);
    return { ended: true };
  }

  async #ask(asked: Asked): Promise<void> {
    await Promise.all(asked.locationIds.map((id) => this.#askOne(id, asked)));
  }

  /** Asks a location for its news, which it then tells by `tell`. */
  async #askOne(id: string, { sessionTokenHash, until }: Asked): Promise<void> {
    const answer = await this.#watch(id, sessionTokenHash, until);
    if (answer.ok) return;
    // The database was away when the page opened, and the session has ended.
    if (answer.code === 'not_logged_in') return this.#sockets.closeSession(sessionTokenHash);
    const type = answer.code === 'try_again' ? 'away' : 'gone';
    this.#sockets.broadcastToOverview({ type, id }, Date.now());
  }

  async #watch(id: string, sessionTokenHash: string, until: number): Promise<Result<object>> {
    try {
      const asked = locationById(this.env, id)?.watch(sessionTokenHash, until);
      if (asked === undefined) return refused('not_found');
      return await withTimeout<Result<object>>(asked, ASK_MS, () => new Error('no answer in time'));
    } catch (error) {
      log({ event: 'location_unavailable', locationId: id, reason: reasonOf(error) });
      return refused('try_again');
    }
  }
}
