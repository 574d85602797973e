/** Opens the live sockets of a guest's page and of an owner's page. */
import { setTimeout as pause } from 'node:timers/promises';
import { statusAfterMessage, type LiveStatus } from '../../src/client/features/guest/visit/live-status.ts';
import { READS_MOVED, staffMessage, type StaffMessage } from '../../src/shared/contracts/live.ts';
import type { VisitStatus } from '../../src/shared/contracts/queue-view.ts';

const WITHIN_MS = 10_000;
const LOOK_EACH_MS = 20;

/** Waits until a condition is met. Returns false if the condition is not met in time. */
export async function until(holds: () => boolean | Promise<boolean>): Promise<boolean> {
  const endAt = performance.now() + WITHIN_MS;
  while (performance.now() < endAt) {
    if (await holds()) return true;
    await pause(LOOK_EACH_MS);
  }
  return false;
}

export type GuestPage = {
  /** The status that the page shows; null before the first message. */
  status(): LiveStatus | null;
  close(): void;
};

/** Opens a guest's page. `path`: the path with which the paths of the guest's calls begin. */
export async function guestPage(origin: string, path: string): Promise<GuestPage> {
  let status: LiveStatus | null = null;
  const close = listen(`${origin}${path}/live?${READS_MOVED}`, {}, (message) => {
    status = statusAfterMessage(status, message) ?? status;
  });
  await until(() => status !== null);
  return { status: () => status, close };
}

type WholeView = Extract<StaffMessage, { type: 'queue' }>;

export type OwnerPage = {
  /** The location as it was when the page opened; null before the first message. */
  view(): WholeView | null;
  /** The status of a visit in the newest message about this visit. */
  statusOf(visitId: string): VisitStatus | undefined;
  close(): void;
};

export function ownerPage(origin: string, locationId: string, cookie: string): OwnerPage {
  let view: WholeView | null = null;
  const statuses = new Map<string, VisitStatus>();
  const close = listen(`${origin}/auth/locations/${locationId}/live`, { cookie }, (data) => {
    const message = staffMessage.parse(data);
    if (message.type === 'queue') view = message;
    else
      for (const { id, status } of [...(message.joined ?? []), ...(message.updated ?? [])])
        statuses.set(id, status);
  });
  return { view: () => view, statusOf: (visitId) => statuses.get(visitId), close };
}

/** Listens to a socket. The returned function closes the socket. */
function listen(
  address: string,
  headers: Record<string, string>,
  hear: (message: unknown) => void,
): () => void {
  const url = address.replace('http', 'ws');
  // Node's WebSocket accepts headers, but the standard type has no option for headers.
  const socket: WebSocket = Reflect.construct(WebSocket, [url, { headers }]);
  socket.addEventListener('message', ({ data }) => hear(JSON.parse(String(data))));
  // The steps record a missing message, so an error of the socket is ignored.
  socket.addEventListener('error', () => socket.close());
  return () => socket.close();
}
