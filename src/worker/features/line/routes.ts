/**
 * Staff's routes for the live queue: the two calls of `docs/spec.md` section 7, and the tools of 10.5 and 10.13. The
 * routes reach only the member's locations.
 */
import { Hono, type Context } from 'hono';
import { closeCodes } from '../../../shared/contracts/live.ts';
import {
  dutyRequest,
  editRequest,
  moveRequest,
  serversRequest,
  visitAction,
  walkInRequest,
} from '../../../shared/contracts/line.ts';
import { withMaskedNumber } from '../../../shared/queue/masked-guest.ts';
import { findMemberByHash } from '../../identity/sessions.ts';
import type { OutsideCommand, StaffAction } from '../../../shared/queue/commands.ts';
import { refused } from '../../../shared/queue/decision.ts';
import { answered, type CommandResult, type Result, STAFF_SESSION_HEADER } from '../../location/rpc.ts';
import { loadVisitHistory, locationById, overviewOf, type LocationStub } from '../../location/stubs.ts';
import { isCrossSite } from '../../http/cross-site.ts';
import { readBody, readIdempotencyKey, refuse } from '../../http/answers.ts';
import type { AppContext } from '../../http/context.ts';
import { ActorNames } from '../../identity/actor-names.ts';
import { actorOf } from '../../identity/members.ts';
import { requireMember } from '../../identity/require-member.ts';
import { latestDesk, requireStaff, requireStaffAtPrimary } from '../../identity/require-staff.ts';
import type { Desk } from '../../identity/staff-pass.ts';

export const lineRoutes = new Hono<AppContext>()

  .post('/auth/business/:username/queue/:customerKey/admit', requireStaff, (c) =>
    onKey(c, { kind: 'admit' }, c.req.param('username'), c.req.param('customerKey')),
  )

  .delete('/auth/business/:username/queue/:customerKey', requireStaff, (c) =>
    onKey(c, { kind: 'remove' }, c.req.param('username'), c.req.param('customerKey')),
  )

  .post('/auth/locations/:id/visits', requireStaff, async (c) => {
    const location = await ownLocation(c, c.req.param('id'));
    if (location === null) return refuse(c, 'not_found');
    const read = await readBody(c, walkInRequest);
    if (!read.ok) return read.response;
    const idempotencyKey = readIdempotencyKey(c);
    if (idempotencyKey instanceof Response) return idempotencyKey;
    const { told, ...party } = read.body;
    const command = { kind: 'add-walk-in', party, told, idempotencyKey, actor: actorOf(c.var.desk) } as const;
    return answerVisit(c, await executed(c, location, command), 201);
  })

  .post('/auth/locations/:id/visits/:visitId/:action', requireStaff, async (c) => {
    const location = await ownLocation(c, c.req.param('id'));
    if (location === null) return refuse(c, 'not_found');
    const action = await readAction(c, c.req.param('action'));
    if (action instanceof Response) return action;
    const visit = { id: c.req.param('visitId') };
    return answerVisit(c, await executed(c, location, { ...action, visit, actor: actorOf(c.var.desk) }));
  })

  .put('/auth/locations/:id/servers', requireStaff, async (c) => {
    const location = await ownLocation(c, c.req.param('id'));
    if (location === null) return refuse(c, 'not_found');
    const read = await readBody(c, serversRequest);
    if (!read.ok) return read.response;
    const { servers } = read.body;
    return answerDone(
      c,
      await executed(c, location, { kind: 'set-servers', servers, actor: actorOf(c.var.desk) }),
    );
  })

  .put('/auth/locations/:id/duty', requireStaff, async (c) => {
    const location = await ownLocation(c, c.req.param('id'));
    if (location === null) return refuse(c, 'not_found');
    const read = await readBody(c, dutyRequest);
    if (!read.ok) return read.response;
    const { desk } = c.var;
    const { name } = desk;
    return answerDone(
      c,
      await executed(c, location, { kind: 'set-duty', on: read.body.on, name, actor: actorOf(desk) }),
    );
  })

  .delete('/auth/locations/:id/visits/:visitId', requireStaff, async (c) => {
    const location = await ownLocation(c, c.req.param('id'));
    if (location === null) return refuse(c, 'not_found');
    const visit = { id: c.req.param('visitId') };
    return answerVisit(
      c,
      await executed(c, location, { kind: 'erase-guest', visit, actor: actorOf(c.var.desk) }),
    );
  })

  .get('/auth/locations/:id/visits/:visitId/history', requireMember, async (c) => {
    const own = c.var.member.given.find(({ id }) => id === c.req.param('id'));
    const location = own ? locationById(c.env, own.id) : null;
    if (location === null) return refuse(c, 'not_found');
    const [names, result] = await Promise.all([
      ActorNames.of(c.env, c.var.member.business.id),
      loadVisitHistory(location, c.req.param('visitId')),
    ]);
    if (!result.ok) return refuse(c, result.code);
    const { events, texts } = result.history;
    return c.json({ events: events.map((event) => names.named(event)), texts }, 200);
  })

  .get('/auth/locations/live', requireStaffAtPrimary, (c) =>
    answerSocket(c, ({ businessId, locationIds, sessionTokenHash }) =>
      overviewOf(c.env, businessId).fetch('https://overview/live', {
        headers: {
          Upgrade: 'websocket',
          [STAFF_SESSION_HEADER]: sessionTokenHash,
          'x-locations': locationIds.join(' '),
        },
      }),
    ),
  )

  .get('/auth/locations/:id/live', requireStaffAtPrimary, (c) =>
    answerSocket(c, async ({ sessionTokenHash, seesNumbers, onDevice }) => {
      const location = await ownLocation(c, c.req.param('id'));
      return location?.fetch('https://location/live', {
        headers: {
          Upgrade: 'websocket',
          [STAFF_SESSION_HEADER]: sessionTokenHash,
          ...(!seesNumbers && { 'x-masks-numbers': 'yes' }),
          ...(onDevice !== null && { 'x-device-until': String(onDevice.until) }),
        },
      });
    }),
  );

/** Answers with the live socket that an object opens for this session. */
async function answerSocket(
  c: Context<AppContext>,
  open: (desk: Desk) => Promise<Response | undefined>,
): Promise<Response> {
  if (c.req.header('Upgrade')?.toLowerCase() !== 'websocket') return refuse(c, 'upgrade_required');
  if (isCrossSite(c.req.raw, c.var.config)) return refuse(c, 'bad_origin');
  const { sessionTokenHash, isLatest } = c.var.desk;
  const response = await open(c.var.desk);
  if (response?.status === 401) return refuse(c, 'not_logged_in');
  // Without the database, only the location's object can check the session, and the object has accepted the session.
  if (!isLatest && response?.status === 101) return response;
  const socket = response?.status === 101 && response.webSocket;
  if (!socket) return refuse(c, 'not_found');
  let isStillLoggedIn = false;
  try {
    // The session is read again. If the session ended before this socket existed, nothing else closes the socket.
    isStillLoggedIn = (await findMemberByHash(c.env, sessionTokenHash, Date.now())) !== null;
  } finally {
    if (!isStillLoggedIn) hangUp(socket);
  }
  return isStillLoggedIn ? response : refuse(c, 'not_logged_in');
}

/** Closes a socket that is not returned to the browser. */
function hangUp(socket: WebSocket): void {
  socket.accept();
  socket.close(closeCodes.unauthorized, 'logged out');
}

/**
 * The object of this location; null if the member may not reach the location. A new location may be known only at the
 * primary database.
 */
async function ownLocation(c: Context<AppContext>, locationId: string): Promise<LocationStub | null> {
  const isKnown = c.var.desk.locationIds.includes(locationId);
  const isOwn = isKnown || (await latestDesk(c))?.locationIds.includes(locationId) === true;
  return isOwn ? locationById(c.env, locationId) : null;
}

/** Reads an action: its name is the last path segment, and some actions have a body. */
async function readAction(c: Context<AppContext>, segment: string): Promise<StaffAction | Response> {
  const action = visitAction.safeParse(segment);
  if (!action.success) return refuse(c, 'not_found');
  switch (action.data) {
    case 'move': {
      const read = await readBody(c, moveRequest);
      return read.ok ? { kind: 'move', position: read.body.position } : read.response;
    }
    case 'edit': {
      const read = await readBody(c, editRequest);
      return read.ok ? { kind: 'edit', change: read.body } : read.response;
    }
    default:
      return { kind: action.data };
  }
}

/**
 * Executes an action that was sent with a call of `docs/spec.md` section 7. The call names a visit by a customer key,
 * without the visit's location. A page that knows the location adds `?locationId=`. Without this parameter, the call
 * goes to the member's locations, one after the other.
 */
async function onKey(
  c: Context<AppContext>,
  action: StaffAction,
  username: string,
  customerKey: string,
): Promise<Response> {
  if (c.var.desk.username.toLowerCase() !== username.toLowerCase()) return refuse(c, 'not_found');
  const named = c.req.query('locationId');
  const { locationIds } = c.var.desk;
  const command = { ...action, visit: { customerKey }, actor: actorOf(c.var.desk) } as const;
  const isAsked = (id: string) => named === undefined || id === named;
  const known = locationIds.filter(isAsked);
  for (const id of known) {
    const result = await executed(c, locationById(c.env, id), command);
    if (result.ok || result.code !== 'not_found') return answerVisit(c, result);
  }
  // A location that was added a moment ago may be known only at the primary database.
  const latest = named !== undefined && known.length > 0 ? null : await latestDesk(c);
  for (const id of latest?.locationIds.filter((one) => isAsked(one) && !known.includes(one)) ?? []) {
    const result = await executed(c, locationById(c.env, id), command);
    if (result.ok || result.code !== 'not_found') return answerVisit(c, result);
  }
  return refuse(c, 'not_found');
}

/** Sends a command to a location with the session and the role, which the location's object checks. */
async function executed(
  c: Context<AppContext>,
  location: LocationStub | null,
  command: OutsideCommand,
): Promise<Result<CommandResult>> {
  const { sessionTokenHash, role } = c.var.desk;
  return (await location?.execute(command, sessionTokenHash, role)) ?? refused('not_found');
}

function answerDone(c: Context<AppContext>, done: Result<CommandResult>): Response {
  const result = answered('account', done);
  return result.ok ? c.json({ success: true }, 200) : refuse(c, result.code);
}

function answerVisit(c: Context<AppContext>, done: Result<CommandResult>, status: 200 | 201 = 200): Response {
  const result = answered('staff', done);
  if (!result.ok) return refuse(c, result.code);
  const customer = c.var.desk.seesNumbers ? result.visit : withMaskedNumber(result.visit);
  return c.json({ success: true, customer }, status);
}
