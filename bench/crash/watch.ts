/** Opens an owner's page for the whole run, and records when this page receives messages about ended holds. */
import { staffMessage } from '../../src/shared/contracts/live.ts';
import type { VisitView } from '../../src/shared/contracts/queue-view.ts';
import type { KillableServer, Running } from './killable-server.ts';
import type { Shop } from './shop.ts';

export type Watch = {
  /**
   * For each visit: the time at which the page received the first message that says that the hold has ended. The times
   * are epoch milliseconds.
   */
  toldAt: Map<string, number>;
  /** Closes the page. Rejects if a running server closed the socket or sent an unreadable message. */
  end(): Promise<void>;
};

/** Opens the page, and opens the page again after each start of the server. */
export function watchShop(server: KillableServer, shop: Shop): Watch {
  const toldAt = new Map<string, number>();
  const ending = new AbortController();
  const watching = watch(server, shop, toldAt, ending.signal);
  // An error of `watching` is ignored here, because `end` reports this error, and every caller calls `end`.
  watching.catch(() => {});
  return {
    toldAt,
    end: () => {
      ending.abort();
      return watching;
    },
  };
}

async function watch(
  server: KillableServer,
  shop: Shop,
  toldAt: Map<string, number>,
  ending: AbortSignal,
): Promise<void> {
  while (!ending.aborted) {
    const running = await server.running();
    await listen(running, shop, ending, (visits) => {
      for (const { id, holdExpired } of visits) {
        if (holdExpired && !toldAt.has(id)) toldAt.set(id, Date.now());
      }
    });
    if (!ending.aborted && server.isAlive(running.life)) {
      throw new Error(`the owner's page of ${shop.name} was closed by a living server`);
    }
  }
}

/** Opens one socket and listens until the socket closes. */
async function listen(
  { origin }: Running,
  shop: Shop,
  ending: AbortSignal,
  hear: (visits: VisitView[]) => void,
): Promise<void> {
  const url = new URL(`/auth/locations/${shop.opened.id}/live`, origin.replace('http', 'ws'));
  // Node's WebSocket accepts headers, but the standard type has no option for headers.
  const socket: WebSocket = Reflect.construct(WebSocket, [url, { headers: { cookie: shop.cookie } }]);
  const close = () => socket.close();
  ending.addEventListener('abort', close);
  try {
    await new Promise<void>((resolve, reject) => {
      socket.addEventListener('close', () => resolve());
      socket.addEventListener('error', () => resolve());
      socket.addEventListener('message', ({ data }) => {
        try {
          hear(visitsIn(data));
        } catch (error) {
          reject(error);
        }
      });
    });
  } finally {
    ending.removeEventListener('abort', close);
    socket.close();
  }
}

function visitsIn(data: unknown): VisitView[] {
  const message = staffMessage.parse(JSON.parse(String(data)));
  return message.type === 'queue' ? message.admittedCustomers : (message.updated ?? []);
}
