/**
 * The overview of all locations of a business (`/business/locations`): the live sockets of its pages. The overview runs
 * in an object that stores nothing and has no location (`overviewOf` in `stubs.ts`). When a page opens, the overview
 * asks the locations for summaries. After that, each location sends a summary after a change (`overview-feed.ts`), and
 * the overview sends the summary to its pages.
 */
import type { OverviewNews } from '../../../shared/contracts/overview.ts';
import { STAFF_SOCKET_MS } from '../../../shared/limits.ts';
import { refused } from '../../../shared/queue/decision.ts';
import { log, reasonOf } from '../../platform/log.ts';
import { withTimeout } from '../../platform/with-timeout.ts';
import type { Result } from '../rpc.ts';
import type { Sockets } from '../sockets.ts';
import { locationById } from '../stubs.ts';

/** The timeout of a call to a location's object. */
const ASK_MS = 5_000;

/**
 * A page of the overview. `until`: the time at which the page's socket ends. `locationIds`: the locations that the page
 * may show.
 */
type OverviewPage = { sessionTokenHash: string; until: number; locationIds: string[] };

export class Overview {
  readonly #ctx: DurableObjectState;
  readonly #env: Env;
  readonly #sockets: Sockets;

  constructor(ctx: DurableObjectState, env: Env, sockets: Sockets) {
    this.#ctx = ctx;
    this.#env = env;
    this.#sockets = sockets;
  }

  /** Opens a live socket for a session that may see these locations. */
  open(sessionTokenHash: string, locationIds: string[], now: number): Response {
    const page = { sessionTokenHash, until: now + STAFF_SOCKET_MS, locationIds };
    const first = { type: 'locations', ids: locationIds } as const;
    const response = this.#sockets.accept({ role: 'overview', ...page }, first);
    this.ask(page);
    return response;
  }

  /** Asks the locations of a page for their summaries. */
  ask(page: OverviewPage): void {
    this.#ctx.waitUntil(Promise.all(page.locationIds.map((id) => this.#askOne(id, page))));
  }

  /** Sends a message about a location to the pages. `watched`: whether a page shows this location. */
  tell(news: OverviewNews): { watched: boolean } {
    return { watched: this.#sockets.broadcastToOverview(news, Date.now()) };
  }

  /** Asks a location for its summary, which the location sends by a call of `tell`. */
  async #askOne(id: string, { sessionTokenHash, until }: OverviewPage): Promise<void> {
    const answer = await this.#watch(id, sessionTokenHash, until);
    if (answer.ok) return;
    // A page with an ended session can open if the database does not answer while the session is checked.
    if (answer.code === 'not_logged_in') return this.#sockets.closeSession(sessionTokenHash);
    const type = answer.code === 'try_again' ? 'away' : 'gone';
    this.#sockets.broadcastToOverview({ type, id }, Date.now());
  }

  async #watch(id: string, sessionTokenHash: string, until: number): Promise<Result<object>> {
    try {
      const asked = locationById(this.#env, id)?.watch(sessionTokenHash, until);
      if (asked === undefined) return refused('not_found');
      return await withTimeout<Result<object>>(asked, ASK_MS, () => new Error('no answer in time'));
    } catch (error) {
      log({ event: 'location_unavailable', locationId: id, reason: reasonOf(error) });
      return refused('try_again');
    }
  }
}
