/**
 * The call by which a device's page reports that somebody uses the device. The call prolongs the device's session, its
 * sockets and its pass. While D1 is unavailable, the device's pass is enough for the call. In this case, the location's
 * object refuses the call if the session has ended.
 */
import type { Context } from 'hono';
import { database } from '../../db/client.ts';
import { retryable, UnavailableError } from '../../db/errors.ts';
import { refuse } from '../../http/answers.ts';
import type { AppContext } from '../../http/context.ts';
import { recordUseOn } from '../../identity/device/device-rows.ts';
import { deviceUse } from '../../identity/device/device-use.ts';
import { presentedDevice } from '../../identity/device/require-device.ts';
import { deskOnDevice, prolongPass, presentedHash } from '../../identity/require-staff.ts';
import { locationById } from '../../location/stubs.ts';
import { log, reasonOf } from '../../platform/log.ts';

export async function answerInUse(c: Context<AppContext>): Promise<Response> {
  const now = Date.now();
  const sessionTokenHash = presentedHash(c);
  try {
    const device = await presentedDevice(c, now);
    if (device === null) return refuse(c, 'not_logged_in');
    const used = await retryable(recordUseOn(database(c.env), device, sessionTokenHash, now));
    if (used.length === 0) return refuse(c, 'device_locked');
    const { until } = deviceUse(now, device.idleMinutes);
    // The result is ignored: if the location does not answer, the page opens its socket again.
    await keepSocketsOpen(c.env, { locationId: device.location.id, sessionTokenHash, until });
  } catch (error) {
    const desk = error instanceof UnavailableError ? deskOnDevice(c) : null;
    const [locationId] = desk?.locationIds ?? [];
    if (desk === null || locationId === undefined) throw error;
    const { until } = deviceUse(now, desk.onDevice.idleMinutes);
    if (!(await keepSocketsOpen(c.env, { locationId, sessionTokenHash, until }))) throw error;
  }
  prolongPass(c);
  return c.json({ success: true }, 200);
}

/**
 * Sets a later end for a session's sockets. Returns false if the location does not answer, or was told that the session
 * has ended.
 */
async function keepSocketsOpen(
  env: Env,
  { locationId, sessionTokenHash, until }: { locationId: string; sessionTokenHash: string; until: number },
): Promise<boolean> {
  try {
    const kept = await locationById(env, locationId)?.keepSocketsOpen(sessionTokenHash, until);
    return kept?.ok === true;
  } catch (error) {
    log({ event: 'location_unavailable', locationId, reason: reasonOf(error) });
    return false;
  }
}
