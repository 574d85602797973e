/** Routes of devices at the door: for the owner and managers, for the device's page, and for the members' PINs. */
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
import { presentedToken, presentedHash } from '../../identity/require-staff.ts';
import { readBody, refuse, wrongField } from '../../http/answers.ts';
import { afterAnswer, clientAddressOf } from '../../http/caller.ts';
import type { AppContext } from '../../http/context.ts';
import { keepLanguage } from '../../http/owner-language.ts';
import { findDevice } from '../../identity/device/device-rows.ts';
import {
  recognise,
  requireDevice,
  setStandCookie,
  standToken,
} from '../../identity/device/require-device.ts';
import { requireMember } from '../../identity/require-member.ts';
import { hashToken } from '../../identity/tokens.ts';
import { notOnHold } from '../account/not-me.ts';
import { sessionsEnded, unconfirmed } from '../account/session/end-sessions-at.ts';
import { clearSessionCookie, setSessionCookie } from '../account/session/session-cookie.ts';
import { mailTeamChange } from '../account/team-warnings.ts';
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
    return made.ok ? c.json(made.answer, 201) : refuse(c, made);
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
    const now = Date.now();
    const { member, config } = c.var;
    const set = await setPin(c.env, member, read.body, now);
    if (!set.ok) return refuse(c, set);
    afterAnswer(c, mailTeamChange(c.env, config, member.user, 'pinSet', now));
    return c.json({ success: true }, 200);
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
    const stand = standToken(c);
    const from = {
      sender: clientAddressOf(c),
      presentedHash: presentedHash(c),
      presentedStandHash: stand ? hashToken(stand) : null,
    };
    const result = await enrol(c.env, c.var.config, read.body.code, from, now);
    if (!result.ok) return refuse(c, result);
    const { enrolled, unconfirmedAt } = result;
    const device = enrolled && (await findDevice(database(c.env), hashToken(enrolled.token), now));
    if (!enrolled || !device) {
      return refuse(c, wrongField('code', devicesCopy.page.codeWrong));
    }
    const { token, by } = enrolled;
    if (by) afterAnswer(c, mailTeamChange(c.env, c.var.config, by, 'deviceSetUp', now));
    setStandCookie(c, token);
    clearSessionCookie(c);
    const view = await deviceViewOf(c.env, device, undefined, now);
    return c.json({ ...view, ...unconfirmed(unconfirmedAt) }, 201);
  })

  // A browser that is not enrolled gets null and not a 401. The browser's console would show a 401 as an error before
  // each enrolment.
  .get('/auth/device', async (c) =>
    (await recognise(c))
      ? answerDevice(c, { token: presentedToken(c), unconfirmedAt: [] })
      : c.json(null, 200),
  )

  .post('/auth/device/unlock', requireDevice, async (c) => {
    const read = await readBody(c, unlockRequest);
    if (!read.ok) return read.response;
    const unlocked = await unlock(c.env, c.var.device, read.body, presentedHash(c), Date.now());
    if (!unlocked.ok) return refuse(c, unlocked);
    setSessionCookie(c, unlocked.token);
    // If the member has chosen no language, the page is in English and not in the language of the previous member.
    keepLanguage(c, unlocked.language ?? 'en');
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
