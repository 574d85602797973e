/** Routes of devices at the door: those of owner and managers, of the device's page, and of the members' PINs. */
import { Hono, type Context } from 'hono';
import {
  changeDeviceRequest,
  enrolRequest,
  newDeviceRequest,
  setPinRequest,
  unlockRequest,
} from '../../../shared/contracts/devices.ts';
import { devicesCopy } from '../../../shared/copy/en/owner/devices.ts';
import { database } from '../../db/client.ts';
import type { RefusalCode } from '../../../shared/copy/en/refusals.ts';
import { readBody, refuse, type FieldErrors } from '../../http/answers.ts';
import { clientAddressOf } from '../../http/caller.ts';
import type { AppContext } from '../../http/context.ts';
import { findDevice } from '../../identity/device/device-rows.ts';
import { recognise, requireDevice, setStandCookie } from '../../identity/device/require-device.ts';
import { requireMember } from '../../identity/require-member.ts';
import { hashToken } from '../../identity/tokens.ts';
import { notOnHold } from '../account/not-me.ts';
import { sessionsEnded, unconfirmed } from '../account/session/owner-sockets.ts';
import { clearSessionCookie, presentedToken, setSessionCookie } from '../account/session/session-cookie.ts';
import { editDevice, enrol, listDevices, newDeviceCode, revokeDevice } from './devices.ts';
import { answerInUse } from './in-use.ts';
import { ownPin, removePin, setPin, unlockPin } from './pins.ts';
import { deviceViewOf, lock, unlock } from './unlock.ts';

export const deviceRoutes = new Hono<AppContext>()

  .get('/auth/devices', requireMember, async (c) =>
    c.json(await listDevices(c.env, c.var.member, Date.now()), 200),
  )

  .post('/auth/devices', requireMember, notOnHold, async (c) => {
    const read = await readBody(c, newDeviceRequest);
    if (!read.ok) return read.response;
    const made = await newDeviceCode(c.env, c.var.config, c.var.member, read.body, Date.now());
    return made.ok ? c.json(made.answer, 201) : no(c, made);
  })

  .patch('/auth/devices/:id', requireMember, notOnHold, async (c) => {
    const read = await readBody(c, changeDeviceRequest);
    if (!read.ok) return read.response;
    const isChanged = await editDevice(c.env, c.var.member, c.req.param('id'), read.body, Date.now());
    return isChanged ? c.json({ success: true }, 200) : refuse(c, 'not_found');
  })

  .delete('/auth/devices/:id', requireMember, async (c) => {
    const unconfirmedAt = await revokeDevice(c.env, c.var.member, c.req.param('id'), Date.now());
    return unconfirmedAt === null ? refuse(c, 'not_found') : c.json(sessionsEnded(unconfirmedAt), 200);
  })

  .get('/auth/pin', requireMember, async (c) => c.json(await ownPin(c.env, c.var.member), 200))

  .put('/auth/pin', requireMember, notOnHold, async (c) => {
    const read = await readBody(c, setPinRequest);
    if (!read.ok) return read.response;
    const set = await setPin(c.env, c.var.member, read.body, Date.now());
    return set.ok ? c.json({ success: true }, 200) : no(c, set);
  })

  .delete('/auth/pin', requireMember, async (c) => {
    await removePin(c.env, c.var.member);
    return c.json({ success: true }, 200);
  })

  .delete('/auth/team/members/:id/pin-lock', requireMember, async (c) =>
    (await unlockPin(c.env, c.var.member, c.req.param('id')))
      ? c.json({ success: true }, 200)
      : refuse(c, 'not_found'),
  )

  .post('/auth/device/enrol', async (c) => {
    const read = await readBody(c, enrolRequest);
    if (!read.ok) return read.response;
    const now = Date.now();
    const from = { sender: clientAddressOf(c), presentedToken: presentedToken(c) };
    const enrolled = await enrol(c.env, c.var.config, read.body.code, from, now);
    if (!enrolled.ok) return no(c, enrolled);
    const device =
      enrolled.token === null ? null : await findDevice(database(c.env), hashToken(enrolled.token), now);
    if (enrolled.token === null || device === null) {
      return refuse(c, 'invalid_input', { fieldErrors: { code: [devicesCopy.page.codeWrong] } });
    }
    setStandCookie(c, enrolled.token);
    clearSessionCookie(c);
    const view = await deviceViewOf(c.env, device, undefined, now);
    return c.json({ ...view, ...unconfirmed(enrolled.unconfirmedAt) }, 201);
  })

  // Not a 401 for a browser that is not enrolled, because its console would show an error before each enrolment.
  .get('/auth/device', async (c) =>
    (await recognise(c))
      ? answerDevice(c, { token: presentedToken(c), unconfirmedAt: [] })
      : c.json(null, 200),
  )

  .post('/auth/device/unlock', requireDevice, async (c) => {
    const read = await readBody(c, unlockRequest);
    if (!read.ok) return read.response;
    const unlocked = await unlock(c.env, c.var.device, read.body, presentedToken(c), Date.now());
    if (!unlocked.ok) return no(c, unlocked);
    setSessionCookie(c, unlocked.token);
    return answerDevice(c, unlocked);
  })

  .post('/auth/device/in-use', answerInUse)

  .post('/auth/device/lock', requireDevice, async (c) => {
    const unconfirmedAt = await lock(c.env, c.var.device);
    clearSessionCookie(c);
    return c.json(sessionsEnded(unconfirmedAt), 200);
  });

async function answerDevice(
  c: Context<AppContext>,
  { token, unconfirmedAt }: { token: string | undefined; unconfirmedAt: string[] },
): Promise<Response> {
  const view = await deviceViewOf(c.env, c.var.device, token, Date.now());
  return c.json({ ...view, ...unconfirmed(unconfirmedAt) }, 200);
}

function no(
  c: Context<AppContext>,
  refused: { code: RefusalCode; fieldErrors?: FieldErrors; retryAfterSeconds?: number },
): Response {
  return refuse(c, refused.code, refused);
}
