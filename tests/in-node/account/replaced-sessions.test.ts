/**
 * A new session replaces the old session of a browser. The answer names the locations where the old session may still
 * be open.
 */
import { expect, test, vi } from 'vitest';
import type { NewDeviceAnswer } from '../../../src/shared/contracts/devices.ts';
import { OVERVIEW } from '../../../src/shared/contracts/account/view.ts';
import { LocationQueue } from '../../../src/worker/location/location-queue.ts';
import { givePin, newDevice, typePin } from '../../worker/support/devices.ts';
import { aSignUp, call, cookieOf, goodPassword, type Call } from '../../worker/support/factories.ts';
import { newInvitation } from '../../worker/support/members.ts';
import { anOwnersLocation, type OwnedLocation } from '../../worker/support/owner-calls.ts';
import { signature, withPasskey } from '../../worker/support/passkey-calls.ts';

type Start = { path: string } & Call;

const body = { emailOrUsername: '', password: goodPassword };
const typed = { name: 'Sari', password: 'a lantern by the door' };

/** Calls that start a session in the browser of this location's owner. */
const starts: Record<string, (place: OwnedLocation) => Promise<Start> | Start> = {
  'a log-in': ({ owner: { cookie, user } }) => ({
    path: '/auth/login',
    cookie,
    body: { ...body, emailOrUsername: user.email },
  }),
  'a log-in with a passkey': async ({ owner }) => ({
    path: '/auth/login/passkey',
    cookie: owner.cookie,
    body: { credential: await signature(await withPasskey(owner)) },
  }),
  'a sign-up': ({ owner: { cookie } }) => ({ path: '/auth/signup', cookie, body: aSignUp() }),
  'an invitation to a new account': async ({ owner }) => {
    const { token } = await newInvitation(owner, 'sari@example.com');
    return { path: '/auth/invitation/accept', cookie: owner.cookie, body: { ...typed, token } };
  },
  'an invitation to the own account': async ({ owner: { cookie, user } }) => {
    const { token } = await newInvitation((await anOwnersLocation()).owner, user.email);
    return { path: '/auth/invitation/join', cookie, body: { token, name: 'Sari' } };
  },
  'a switch to another business': async ({ owner: { cookie, user, business } }) => {
    const { token } = await newInvitation((await anOwnersLocation()).owner, user.email);
    const joined = await call('POST', '/auth/invitation/join', { cookie, body: { token, name: 'Sari' } });
    const there = { path: '/auth/businesses/switch', cookie: cookieOf(joined) };
    return { ...there, body: { businessId: business.id } };
  },
  'a device that is enrolled': async ({ owner: { cookie }, location }) => {
    const wanted = { name: 'Tablet', locationId: location.id, idleMinutes: 2 };
    const { code } = await (
      await call('POST', '/auth/devices', { cookie, body: wanted })
    ).json<NewDeviceAnswer>();
    return { path: '/auth/device/enrol', cookie, body: { code } };
  },
  'a device that the next member unlocks': async (place) => {
    const { id } = place.owner.user;
    await givePin(place, id);
    const device = await newDevice(place);
    expect((await typePin(device, id)).status).toBe(200);
    return { path: '/auth/device/unlock', cookie: device.cookie, body: { memberId: id, pin: '2580' } };
  },
};

test.each(Object.entries(starts))('%s', async (_, start) => {
  const place = await anOwnersLocation();
  const { path, ...about } = await start(place);
  const deaf = vi.spyOn(LocationQueue.prototype, 'endSessions').mockImplementation(() => {
    throw new Error('away');
  });
  const started = await call('POST', path, about);
  deaf.mockRestore();
  const unconfirmedAt = [place.location.address, OVERVIEW];
  expect([started.ok, await started.json()]).toMatchObject([true, { unconfirmedAt }]);
});
