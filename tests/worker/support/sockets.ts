/** The page's side of a live socket, opened at the object or through the Worker. */
import { exports } from 'cloudflare:workers';
import { isStatusAnswer } from '../../../src/client/features/guest/visit/answers.ts';
import { statusAfterMessage, type LiveStatus } from '../../../src/client/features/guest/visit/live-status.ts';
import type { JoinAnswer, StatusAnswer } from '../../../src/shared/contracts/guest.ts';
import {
  guestMessage,
  READS_MOVED,
  staffMessage,
  type GuestMessage,
  type StaffMessage,
} from '../../../src/shared/contracts/live.ts';
import { origin } from './factories.ts';
import type { OwnedLocation } from './owner-calls.ts';
import { until, type Location } from './queue-factories.ts';

export type Page = ReturnType<typeof pageOf>;

/** Simulates a page that uses the socket of this answer. The page records all messages. */
export function pageOf({ webSocket: socket, status }: Response) {
  if (socket === null) throw new Error(`no socket: ${status}`);
  const got: string[] = [];
  const closed: number[] = [];
  socket.addEventListener('message', ({ data }) => void got.push(String(data)));
  socket.addEventListener('close', ({ code }) => void closed.push(code));
  socket.accept();
  /** Waits for the message with the number `count`. The first message has the number 1. Returns the message. */
  const next = async (count: number) => {
    await until(() => got.length >= count);
    return JSON.parse(got[count - 1] ?? 'null');
  };
  /**
   * Waits until all messages that the object has sent have arrived, or until the socket is closed. At this time, the
   * object may not have read all messages that the page sent.
   */
  const settled = async () => {
    const pongs = () => got.filter((text) => text === 'pong').length;
    const before = pongs();
    if (socket.readyState === WebSocket.OPEN) socket.send('ping');
    await until(() => pongs() > before || closed.length > 0);
    return got.filter((text) => text !== 'pong');
  };
  return { socket, got, closed, next, settled };
}

export async function listen(location: Location, headers: Record<string, string>): Promise<Page> {
  return pageOf(
    await location().fetch('https://location/live', { headers: { Upgrade: 'websocket', ...headers } }),
  );
}

export function upgrade(path: string, headers: Record<string, string> = {}): Promise<Response> {
  return exports.default.fetch(origin + path, { headers: { Upgrade: 'websocket', ...headers } });
}

export async function guestPage(
  { owner }: OwnedLocation,
  { queueToken }: Pick<JoinAnswer, 'queueToken'>,
  query = `?${READS_MOVED}`,
): Promise<Page> {
  const path = `/auth/business/${owner.business.username}/queue/token/${queueToken}/live${query}`;
  const page = pageOf(await upgrade(path));
  await page.next(1);
  return page;
}

export async function ownerPage({ owner, location }: OwnedLocation): Promise<Page> {
  const page = pageOf(await upgrade(`/auth/locations/${location.id}/live`, { Cookie: owner.cookie }));
  await page.next(1);
  return page;
}

/** Opens the socket of an owner's overview through the Worker. */
export async function overviewPage({ cookie }: { cookie: string }): Promise<Page> {
  const page = pageOf(await upgrade('/auth/locations/live', { Cookie: cookie }));
  await page.next(1);
  return page;
}

/** All messages to a guest's page except the first message. */
export async function toldGuest(page: Page): Promise<GuestMessage[]> {
  return (await page.settled()).slice(1).map((text) => guestMessage.parse(JSON.parse(text)));
}

/**
 * For each message except the first one: the kind of the message, and the status that the page shows after this
 * message.
 */
export async function shownTo(
  page: Page,
): Promise<(LiveStatus & StatusAnswer & { told: GuestMessage['type'] })[]> {
  const [first, ...told] = (await page.settled()).map((text) => guestMessage.parse(JSON.parse(text)));
  let status = readBy(null, first);
  return told.map((message) => {
    status = readBy(status, message);
    return { told: message.type, ...status };
  });
}

function readBy(last: LiveStatus | null, message: GuestMessage | undefined): LiveStatus & StatusAnswer {
  const status = statusAfterMessage(last, message);
  if (!isStatusAnswer(status)) throw new Error(`the page cannot read ${message?.type}`);
  return status;
}

/** All messages to a member's page except the first message. */
export async function toldOwner(page: Page): Promise<StaffMessage[]> {
  return (await page.settled()).slice(1).map((text) => staffMessage.parse(JSON.parse(text)));
}
