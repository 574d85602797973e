/** Setting a PIN needs the password and the second step, and a change of the password deletes the PIN. */
import { expect, test } from 'vitest';
import { givePin, goodPin, newDevice, typePin } from '../support/devices.ts';
import { call, goodPassword, read, type TestOwner } from '../support/factories.ts';
import { newMember } from '../support/members.ts';
import { anOwnersLocation, invalid, refused } from '../support/owner-calls.ts';
import { logIn, newPassword, notMeToken, press, resetByMail, withApp } from '../support/security-calls.ts';

test.each<[way: string, end: (owner: TestOwner) => Promise<unknown>]>([
  [
    'a new password',
    ({ cookie }) =>
      call('POST', '/auth/change-password', { cookie, body: { currentPassword: goodPassword, newPassword } }),
  ],
  ['a reset', resetByMail],
  [
    '“this was not me”',
    async (owner) => {
      await logIn(owner);
      await press(await notMeToken(owner.user.email, 'New login to your Holdline account'));
    },
  ],
])('a PIN ends with %s, because a thief of the password may have set it', async (_, end) => {
  const place = await anOwnersLocation({ emailVerifiedAt: 1 });
  const host = await newMember(place.owner, 'host');
  for (const id of [place.owner.user.id, host.user.id]) await givePin(place, id);
  const device = await newDevice(place);
  await end(place.owner);
  expect(await read(await typePin(device, place.owner.user.id))).toEqual(refused('not_found'));
  expect((await typePin(device, host.user.id)).status).toBe(200);
});

const setPin = ({ cookie }: TestOwner, more: object = {}) =>
  call('PUT', '/auth/pin', { cookie, body: { pin: goodPin, password: goodPassword, ...more } });

test('a PIN needs the second step where it is on', async () => {
  const { owner, recoveryCodes } = await withApp();
  const code = 'Please enter the code from the app';
  expect(await read(await setPin(owner))).toEqual(invalid({ code: [code] }));
  expect((await setPin(owner, { code: '000000' })).status).toBe(400);
  expect(await (await call('GET', '/auth/pin', owner)).json()).toMatchObject({ isSet: false });
  expect((await setPin(owner, { code: recoveryCodes[0] })).status).toBe(200);
});
