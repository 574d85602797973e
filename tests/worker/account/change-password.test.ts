import { env } from 'cloudflare:workers';
import { expect, test } from 'vitest';
import {
  call,
  cookieOf,
  goodPassword,
  newLocation,
  newOwner,
  read,
  type TestOwner,
} from '../support/factories.ts';
import { invalid, refused } from '../support/owner-calls.ts';
import { until } from '../support/queue-factories.ts';
import { logIn, mailsSent, newPassword, statusOf, stopTheClock, tooMany } from '../support/security-calls.ts';

function change({ cookie }: { cookie: string }, body: Record<string, unknown> = {}) {
  return call('POST', '/auth/change-password', {
    cookie,
    body: { currentPassword: goodPassword, newPassword, ...body },
  });
}

test('the new password logs in, the old one does not, and a mail says so', async () => {
  const owner = await newOwner({ email: 'ada@example.com' });
  const response = await change(owner);
  expect(await read(response)).toEqual({ status: 200, body: { success: true } });
  expect((await logIn(owner)).status).toBe(401);
  expect((await logIn(owner, { password: newPassword })).status).toBe(200);
  expect(await mailsSent(2)).toContainEqual(['ada@example.com', 'Your Holdline password was changed']);
});

test('every log-in ends, the copied cookie of this one too; this browser goes on with a new one', async () => {
  const owner = await newOwner();
  const other = cookieOf(await logIn(owner));
  const renewed = cookieOf(await change(owner));
  expect(renewed).not.toBe(owner.cookie);
  expect(await Promise.all([owner.cookie, other, renewed].map(statusOf))).toEqual([401, 401, 200]);
});

test('live sockets of the ended log-ins are closed', async () => {
  const owner = await newOwner();
  const { id } = await newLocation(owner);
  const headers = { Upgrade: 'websocket' };
  const { webSocket } = await call('GET', `/auth/locations/${id}/live`, { cookie: owner.cookie, headers });
  const closed: number[] = [];
  webSocket?.accept();
  webSocket?.addEventListener('close', ({ code }) => void closed.push(code));
  await change(owner);
  await until(() => closed.length > 0);
  expect(closed).toEqual([4401]);
});

test.each([
  [{ currentPassword: '' }, { currentPassword: ['Please enter your current password'] }],
  [{ currentPassword: 'not the password' }, { currentPassword: ['That is not your current password'] }],
  [
    { newPassword: '' },
    { newPassword: ['New password is required', 'Password must be at least 8 characters'] },
  ],
  [{ newPassword: '1234567' }, { newPassword: ['Password must be at least 8 characters'] }],
  [{ newPassword: 'x'.repeat(129) }, { newPassword: ['Password must be at most 128 characters'] }],
  [{ newPassword: 'password1' }, { newPassword: ['That password is too common. Please choose another.'] }],
])('%j is refused and changes nothing', async (body, fieldErrors) => {
  const owner = await newOwner();
  expect(await read(await change(owner, body))).toEqual(invalid(fieldErrors));
  expect((await logIn(owner)).status).toBe(200);
  expect(await statusOf(owner.cookie)).toBe(200);
});

test('after ten wrong passwords a session checks no more; so a stolen one does not keep the owner from a new password', async () => {
  const clock = stopTheClock();
  const owner = await newOwner();
  const [stolen, again] = [cookieOf(await logIn(owner)), cookieOf(await logIn(owner))];
  for (const cookie of [stolen, again])
    for (let n = 0; n < 10; n += 1) await change({ cookie }, { currentPassword: 'not the password' });
  const refusal = await change({ cookie: stolen });
  expect(refusal.headers.get('Retry-After')).toBe('895');
  expect(await read(refusal)).toEqual(tooMany);
  clock.forward(15 * 60_000);
  expect((await change({ cookie: again }, { currentPassword: 'not the password' })).status).toBe(400);
  clock.forward(-15 * 60_000);
  expect((await change(owner)).status).toBe(200);
});

test('of two changes at the same moment one counts, and its log-in is the only one', async () => {
  const owner = await newOwner();
  const passwords = [newPassword, 'another lantern here'];
  const answers = await Promise.all(passwords.map((password) => change(owner, { newPassword: password })));
  // The other call is refused, because the password has changed or the session has ended.
  expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
  const won = answers.findIndex(({ status }) => status === 200);
  expect((await logIn(owner, { password: passwords[won] })).status).toBe(200);
  expect((await logIn(owner, { password: passwords[1 - won] })).status).toBe(401);
  expect(await env.DB.prepare('select count(*) as n from sessions').first('n')).toBe(2);
});

test('a stolen cookie is worth nothing after a log-out, a reset or a change', async () => {
  const ends: ((owner: TestOwner) => Promise<Response>)[] = [
    ({ cookie }) => call('POST', '/auth/logout', { cookie }),
    (owner) => change(owner),
    ({ cookie }) => call('DELETE', '/auth/sessions', { cookie }),
  ];
  for (const end of ends) {
    const owner = await newOwner();
    expect((await end(owner)).status).toBe(200);
    for (const path of ['/auth/me', '/auth/security']) {
      expect(await read(await call('GET', path, { cookie: owner.cookie }))).toEqual(refused('not_logged_in'));
    }
    expect(await read(await change(owner))).toEqual(refused('not_logged_in'));
  }
});
