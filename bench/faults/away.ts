/**
 * The steps of the fault `away`: D1 does not answer for twelve hours, while guests and an owner use their pages. The
 * clock moves ahead between the steps, so that a run takes a minute or two.
 */
import { joinAnswer, type JoinAnswer } from '../../src/shared/contracts/guest.ts';
import type { VisitStatus } from '../../src/shared/contracts/queue-view.ts';
import type { KillableServer } from '../crash/killable-server.ts';
import type { ActKind, Guest, Ledger } from '../crash/ledger.ts';
import { joinCall, leaveCall, messagesIn, sessionFrom, SHOP_PASSWORD, type Shop } from '../crash/shop.ts';
import { newReceiver } from '../../tests/support/push-receiver.ts';
import type { PushService } from '../../tests/e2e/support/push-service.ts';
import type { Runtime } from '../queue/runtime.ts';
import { guestPage, ownerPage, until, type GuestPage } from './pages.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const HOURS = 12;
/**
 * How old the product's cached look-up of the business is when D1 starts to fail. A cached look-up is used for a week
 * at most.
 */
const BEFORE_MS = 6 * 24 * HOUR;
/** Length of the holds. A hold is longer than the time from the last admission until D1 is back. */
export const AWAY_HOLD_MS = 5 * MINUTE;
/**
 * Number of feedback messages that are stored just before D1 starts to fail. The mails about these messages are sent
 * when D1 works again.
 */
const FEEDBACKS = 5;

export type Played = {
  ledger: Ledger;
  /** Number of opened guests' pages, and number of the owner's taps that were answered. */
  pages: number;
  taps: number;
  /**
   * `refused`: calls that were refused. `untold`: pages that did not get an expected message. `unpushed`: push
   * addresses that did not get exactly one reminder.
   */
  refused: string[];
  untold: string[];
  unpushed: string[];
  /** Last names of guests whose text waited and whose row on the dashboard did not say "call by name". */
  rowsWrong: string[];
  /**
   * `lateTapsRefused`: taps after twelve hours that were refused (all must be refused). `endedTapsDone`: taps with an
   * ended session that were accepted (none may be accepted).
   */
  lateTapsRefused: number;
  endedTapsDone: number;
  /**
   * Number of refused log-outs while D1 is away. All must be refused, because D1 cannot confirm the end of a session.
   */
  logOutsRefused: number;
  feedbacks: string[];
  /** The phone number of the last guest who was admitted while D1 was away. */
  lastNumber: string;
};

export type Scene = { server: KillableServer; runtime: Runtime; shop: Shop; push: PushService };

type Stage = Scene & { played: Played; origin: string; cookie: string; aheadMs: number };
type Joined = { joined: JoinAnswer; page: GuestPage; endpoint: string };

/** Runs all steps, including the deliveries that follow when D1 is back. */
export async function playAway(scene: Scene): Promise<Played> {
  const { server, shop } = scene;
  const played: Played = {
    ledger: { guests: [], acts: [], unanswered: 0 },
    pages: 0,
    taps: 0,
    refused: [],
    untold: [],
    unpushed: [],
    rowsWrong: [],
    lateTapsRefused: 0,
    endedTapsDone: 0,
    logOutsRefused: 0,
    feedbacks: [],
    lastNumber: '',
  };
  const { origin } = await server.running();
  const stage: Stage = { ...scene, played, origin, cookie: shop.cookie, aheadMs: 0 };
  await openPage(stage);
  await moveTo(stage, BEFORE_MS);
  const ended = await withPass(stage, shop.cookie);
  stage.cookie = await withPass(stage, await anotherSession(stage));
  await mustAnswer(stage, 'POST', '/auth/logout', { cookie: ended });
  await sendFeedbacks(stage);
  await scene.runtime.watched('/database-away');
  if ((await statusOf(stage, '/auth/logout', stage.cookie)) === 503) played.logOutsRefused += 1;
  for (let hour = 0; hour < HOURS; hour += 1) {
    await moveTo(stage, BEFORE_MS + hour * HOUR);
    await playHour(stage, hour);
    if ((await tapOf(stage, ended)) < 400) played.endedTapsDone += 1;
  }
  await playEnd(stage);
  await scene.runtime.watched('/database-back');
  // After 3.5 minutes every pending delivery is due again.
  await moveTo(stage, stage.aheadMs + 3.5 * MINUTE);
  await until(async () =>
    (await messagesIn(server)).some(({ recipient }) => recipient === played.lastNumber),
  );
  await moveTo(stage, stage.aheadMs + 2 * HOUR);
  await scene.runtime.watched('/sweep');
  shop.cookie = stage.cookie;
  return played;
}

/**
 * Plays one hour with an open dashboard: guests join, are admitted, and get messages on their pages and by push. Visits
 * end.
 */
async function playHour(stage: Stage, hour: number): Promise<void> {
  const { shop, played } = stage;
  const startedAt = stage.aheadMs;
  const name = (role: string) => `${role} ${hour}`;
  const board = ownerPage(stage.origin, shop.opened.id, stage.cookie);
  if (!(await until(() => board.view() !== null))) played.untold.push(`hour ${hour}: no dashboard`);
  const called = await comes(stage, name('called'));
  const texted = await comes(stage, name('texted'), `+6281255560${String(hour).padStart(3, '0')}`);
  const undone = await comes(stage, name('undone'));
  const removed = await comes(stage, name('removed'));
  const leaver = await comes(stage, name('leaver'));
  const moved = await comes(stage, name('moved'));
  await addWalkIn(stage, name('walk-in'));
  await tap(stage, moved, 'move', { position: 1 });
  await tap(stage, called, 'admit');
  await tap(stage, texted, 'admit');
  await tap(stage, undone, 'admit');
  await tap(stage, undone, 'undo');
  await tap(stage, removed, 'remove');
  await mustAnswer(stage, 'POST', leaveCall(shop, leaver.joined).path, leaveCall(shop, leaver.joined));
  note(stage, leaver, 'leave');
  note(stage, called, 'admit');
  note(stage, texted, 'admit');
  note(stage, removed, 'remove');
  // The time in which staff can undo an admit or a removal is now over.
  await moveTo(stage, startedAt + 11 * SECOND);
  await told(stage, called, 'admitted');
  await told(stage, texted, 'admitted');
  await told(stage, undone, 'waiting');
  await told(stage, moved, 'waiting');
  await told(stage, removed, 'removed');
  await told(stage, leaver, 'left');
  for (const { endpoint } of [called, texted]) {
    const isSent = () => stage.push.pushes.filter(({ url }) => endpoint.endsWith(url)).length === 1;
    if (!(await until(isSent))) played.unpushed.push(endpoint);
  }
  await tap(stage, called, 'arrived');
  if (!(await until(() => board.statusOf(called.joined.customer.id) === 'arrived')))
    played.untold.push(`hour ${hour}: the dashboard`);
  board.close();
  await callByName(stage, texted);
  await moveTo(stage, startedAt + AWAY_HOLD_MS + SECOND);
  if (!(await until(() => texted.page.status()?.holdExpired === true)))
    played.untold.push(`hour ${hour}: the end of the hold`);
  for (const { page } of [called, texted, undone, removed, leaver, moved]) page.close();
}

/**
 * Plays the end of the twelve hours: one tap in the last minute of the twelve hours, one tap after the twelve hours,
 * and a text that is sent when D1 works again.
 */
async function playEnd(stage: Stage): Promise<void> {
  const { played } = stage;
  await moveTo(stage, BEFORE_MS + HOURS * HOUR - MINUTE);
  played.lastNumber = '+6281255569999';
  const last = await comes(stage, 'last', played.lastNumber);
  await tap(stage, last, 'admit');
  note(stage, last, 'admit');
  await moveTo(stage, BEFORE_MS + HOURS * HOUR + SECOND);
  if ((await tapOf(stage, stage.cookie)) === 503) played.lateTapsRefused += 1;
  last.page.close();
}

/** Opens a dashboard, and checks the row of an admitted guest whose text waits for D1. */
async function callByName(stage: Stage, { joined }: Joined): Promise<void> {
  const isRight = async () => {
    const board = ownerPage(stage.origin, stage.shop.opened.id, stage.cookie);
    await until(() => board.view() !== null);
    const view = board.view();
    board.close();
    const row = view?.admittedCustomers.find(({ id }) => id === joined.customer.id);
    return view?.database?.awaySince !== undefined && row?.message?.status === 'queued';
  };
  // After a text has waited for 20 seconds, the next try to send it makes the dashboard show "call by name".
  await moveTo(stage, stage.aheadMs + 40 * SECOND);
  if (!(await until(isRight))) stage.played.rowsWrong.push(joined.customer.lastName);
}

/** A guest opens the business's page, joins, follows the visit and asks for a reminder. */
async function comes(stage: Stage, lastName: string, phoneNumber = ''): Promise<Joined> {
  const { origin, shop, played } = stage;
  await openPage(stage);
  const key = `away-${lastName.replaceAll(' ', '-')}-of-the-bench`;
  const guest: Guest = { shop, lastName, key, phoneNumber, joins: [] };
  played.ledger.guests.push(guest);
  const call = joinCall(shop, key, {
    firstName: 'Guest',
    lastName,
    numGuests: 2,
    waitingPreference: phoneNumber === '' ? 'on_premises' : 'wait_anywhere',
    phoneNumber,
  });
  const joined = joinAnswer.parse(JSON.parse(await mustAnswer(stage, call.method, call.path, call)));
  guest.joins.push(joined);
  const path = `/auth/business/${shop.username}/queue/token/${joined.queueToken}`;
  const endpoint = `https://fcm.googleapis.com/fcm/send/${joined.customer.id}`;
  const body = newReceiver(endpoint).subscription;
  await mustAnswer(stage, 'PUT', `${path}/reminder`, { body });
  return { joined, page: await guestPage(origin, path), endpoint };
}

async function openPage(stage: Stage): Promise<void> {
  const html = await mustAnswer(stage, 'GET', `/queue/${stage.shop.username}`, {});
  if (html.includes(stage.shop.opened.id)) stage.played.pages += 1;
  else stage.played.refused.push('the page lists no location');
}

async function told(stage: Stage, { page, joined }: Joined, status: VisitStatus): Promise<void> {
  if (await until(() => page.status()?.status === status)) return;
  stage.played.untold.push(`${joined.customer.lastName} sees ${page.status()?.status}, not ${status}`);
}

async function addWalkIn(stage: Stage, lastName: string): Promise<void> {
  const { shop, played } = stage;
  const path = `/auth/locations/${shop.opened.id}/visits`;
  const body = { firstName: 'Guest', lastName };
  await mustAnswer(stage, 'POST', path, { cookie: stage.cookie, body });
  played.taps += 1;
  played.ledger.guests.push({ shop, lastName, key: '', phoneNumber: '', joins: [] });
}

async function tap(stage: Stage, { joined }: Joined, action: string, body?: object): Promise<void> {
  const path = `/auth/locations/${stage.shop.opened.id}/visits/${joined.customer.id}/${action}`;
  await mustAnswer(stage, 'POST', path, { cookie: stage.cookie, ...(body && { body }) });
  stage.played.taps += 1;
}

function note({ shop, played }: Stage, { joined }: Joined, kind: ActKind): void {
  played.ledger.acts.push({ shop, visitId: joined.customer.id, kind, answer: 'done' });
}

/** Returns the status of a tap on a visit that does not exist: 404 if the session is valid. */
function tapOf(stage: Stage, cookie: string): Promise<number> {
  return statusOf(stage, `/auth/locations/${stage.shop.opened.id}/visits/nobody/admit`, cookie);
}

async function statusOf({ origin }: Stage, path: string, cookie: string): Promise<number> {
  const { status } = await fetch(new URL(path, origin), { method: 'POST', headers: { cookie } });
  return status;
}

/** Logs the owner in on another device, and returns the new session's cookies. */
function anotherSession({ server, shop }: Stage): Promise<string> {
  return sessionFrom(server, '/auth/login', { emailOrUsername: shop.username, password: SHOP_PASSWORD });
}

/** Returns the session's cookies, with the staff pass that a call of `/auth/me` sets. */
async function withPass({ origin }: Stage, cookie: string): Promise<string> {
  const answer = await fetch(new URL('/auth/me', origin), { headers: { cookie } });
  const pass = answer.headers.getSetCookie().find((line) => line.startsWith('holdline_pass='));
  if (pass === undefined) throw new Error('The owner got no pass.');
  return `${cookie}; ${pass.split(';', 1)[0]}`;
}

/**
 * Sends messages of the feedback form. D1 starts to fail as soon as the product has answered a message. At this time,
 * the product has not yet sent the mail about the message, or is just sending the mail.
 */
async function sendFeedbacks(stage: Stage): Promise<void> {
  const { runtime, played } = stage;
  for (let number = 1; number <= FEEDBACKS; number += 1) {
    const subject = `Feedback ${number} of this bench`;
    await runtime.watched('/database-leaves');
    await mustAnswer(stage, 'POST', '/feedback/submit', {
      body: {
        feedbackType: 'feature',
        subject,
        message: subject,
        name: 'Guest',
        email: 'guest@shops.example',
        allowContact: true,
      },
    });
    played.feedbacks.push(subject);
    await runtime.watched('/database-back');
  }
}

/** Returns the body of the answer to a call that must succeed. Records a refused call. */
async function mustAnswer(
  { origin, played }: Stage,
  method: string,
  path: string,
  { cookie, body, headers }: { cookie?: string; body?: unknown; headers?: Record<string, string> },
): Promise<string> {
  const answer = await fetch(new URL(path, origin), {
    method,
    headers: {
      ...headers,
      ...(cookie !== undefined && { cookie }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  if (!answer.ok) played.refused.push(`${method} ${path} answered ${answer.status}: ${text.slice(0, 200)}`);
  return text;
}

async function moveTo(stage: Stage, aheadMs: number): Promise<void> {
  stage.aheadMs = aheadMs;
  await stage.runtime.watched(`/clock/${aheadMs}`);
}
