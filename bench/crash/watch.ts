/** The owner's page of a shop, open all the time: when it was told that a hold has ended. */
import { staffMessage } from '../../src/shared/contracts/live.ts';
import type { VisitView } from '../../src/shared/contracts/queue-view.ts';
import type { KillableServer, Running } from './killable-server.ts';
import type { Shop } from './shop.ts';

export type Watch = {
  /** By visit: when the page first heard that its hold was over, in epoch milliseconds. */
  toldAt: Map<string, number>;
  /** Closes the page. Rejects when a living server had closed it or said something unreadable. */
  end(): Promise<void>;
};

/** Opens the page again whenever the server is back. */
export function watchShop(server: KillableServer, shop: Shop): Watch {
  const toldAt = new Map<string, number>();
  const ending = new AbortController();
  const watching = watch(server, shop, toldAt, ending.signal);
  // Told by `end`, which is called in any case.
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

/** One socket, from its opening to its end. */
async function listen(
  { origin }: Running,
  shop: Shop,
  ending: AbortSignal,
  hear: (visits: VisitView[]) => void,
): Promise<void> {
  const url = new URL(`/auth/locations/${shop.opened.id}/live`, origin.replace('http', 'ws'));
  // Node's WebSocket takes headers, which the standard's type does not know.
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
