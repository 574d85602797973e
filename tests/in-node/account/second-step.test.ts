import { env } from 'cloudflare:workers';
import { expect, test } from 'vitest';
import { appCode } from '../../e2e/support/authenticator-app.ts';
import {
  call,
  cookieOf,
  goodPassword,
  newOwner,
  read,
  type TestOwner,
} from '../../worker/support/factories.ts';
import { invalid, refused } from '../../worker/support/owner-calls.ts';
import { until } from '../../worker/support/queue-factories.ts';
import {
  countRows,
  logIn,
  mails,
  mailsSent,
  newPassword,
  post,
  securityOf,
  statusOf,
  stopTheClock,
  success,
  withApp,
  withSecondStep,
} from '../../worker/support/security-calls.ts';

const STEP_MS = 30_000;
const HOUR_MS = 3_600_000;
const wrongCode = 'That code is not right, or it was used before. Please try the newest one.';
const password = goodPassword;

test('it is switched on by the password and the first code of the app, and a mail says so', async () => {
  const owner = await newOwner({ email: 'ada@example.com' });
  expect((await securityOf(owner)).secondStep).toEqual({ on: false, kind: 'app', recoveryCodesLeft: 0 });
  const begun = await post('/auth/second-step', owner, { password });
  expect(begun).toEqual({
    status: 200,
    body: {
      secret: expect.stringMatching(/^[A-Z2-7]{32}$/),
      uri: expect.stringMatching(
        /^otpauth:\/\/totp\/Holdline:ada%40example\.com\?secret=[A-Z2-7]{32}&issuer=Holdline&/,
      ),
    },
  });
  const { secret } = JSON.parse(JSON.stringify(begun.body));
  expect((await securityOf(owner)).secondStep.on).toBe(false);
  expect((await logIn(owner)).status).toBe(200);
  const confirmed = await post('/auth/second-step/confirm', owner, {
    code: ` ${appCode(secret).replace(/(?=...$)/, ' ')} `,
  });
  expect(confirmed.status).toBe(200);
  expect((await securityOf(owner)).secondStep).toEqual({ on: true, kind: 'app', recoveryCodesLeft: 10 });
  expect(await mailsSent(2)).toContainEqual(['ada@example.com', 'Two-step login was turned on for Holdline']);
});

test('without the password it is not begun, and without a right code not switched on', async () => {
  stopTheClock();
  const owner = await newOwner();
  expect(await post('/auth/second-step', owner, { password: 'not the password' })).toEqual(
    invalid({ password: ['That is not your current password'] }),
  );
  expect(await post('/auth/second-step/confirm', owner, { code: '123456' })).toEqual(
    refused('second_step_off'),
  );
  await post('/auth/second-step', owner, { password });
  expect(await post('/auth/second-step/confirm', owner, { code: '' })).toEqual(
    invalid({ code: ['Please enter the code from the app'] }),
  );
  expect(await post('/auth/second-step/confirm', owner, { code: 'abcdef' })).toEqual(
    invalid({ code: [wrongCode] }),
  );
  expect((await securityOf(owner)).secondStep.on).toBe(false);
});

test('an unconfirmed secret is replaced by a newer one; an active one is not', async () => {
  const { owner, secret } = await withApp();
  expect(await post('/auth/second-step', owner, { password })).toEqual(refused('second_step_on'));
  expect(await post('/auth/second-step/confirm', owner, { code: appCode(secret) })).toEqual(
    refused('second_step_on'),
  );
  const other = await newOwner();
  const first = JSON.parse(JSON.stringify((await post('/auth/second-step', other, { password })).body));
  await post('/auth/second-step', other, { password });
  expect(await post('/auth/second-step/confirm', other, { code: appCode(first.secret) })).toEqual(
    invalid({ code: [wrongCode] }),
  );
});

test('a right password alone is asked for the code, and no log-in begins', async () => {
  const { owner, secret } = await withApp();
  const asked = await logIn(owner);
  expect(asked.headers.getSetCookie()).toEqual([]);
  expect(await read(asked)).toEqual(refused('second_step_required'));
  expect(await read(await logIn(owner, { code: '' }))).toEqual(refused('second_step_required'));
  expect(await countRows('sessions')).toBe(1);
  expect((await logIn(owner, { code: appCode(secret) })).status).toBe(200);
});

test('a wrong password answers the same with and without a code, with and without a second step', async () => {
  const { owner, secret } = await withApp();
  const plain = await newOwner();
  const wrong = { password: 'not the password' };
  for (const more of [wrong, { ...wrong, code: appCode(secret) }, { ...wrong, code: '000000' }]) {
    for (const account of [owner, plain]) {
      expect(await read(await logIn(account, more))).toEqual(refused('wrong_credentials'));
    }
    const nobody = { emailOrUsername: 'nobody', ...more };
    expect(await read(await logIn(plain, nobody))).toEqual(refused('wrong_credentials'));
  }
  // A wrong password does not use up the code, so the same code still works.
  expect((await logIn(owner, { code: appCode(secret) })).status).toBe(200);
});

test('an account without a second step takes no notice of a code', async () => {
  expect((await logIn(await newOwner(), { code: '000000' })).status).toBe(200);
});

test('a code is never accepted twice, nor an older one after it', async () => {
  const { owner, secret, forward } = await withApp();
  const older = appCode(secret);
  forward(STEP_MS);
  const code = appCode(secret);
  expect((await logIn(owner, { code })).status).toBe(200);
  expect(await read(await logIn(owner, { code }))).toEqual(refused('wrong_code'));
  expect(await read(await logIn(owner, { code: older }))).toEqual(refused('wrong_code'));
  forward(STEP_MS);
  expect(await read(await logIn(owner, { code }))).toEqual(refused('wrong_code'));
  expect((await logIn(owner, { code: appCode(secret) })).status).toBe(200);
});

test('the code that switched it on opens no log-in', async () => {
  stopTheClock();
  const owner = await newOwner();
  const { secret } = await withSecondStep(owner);
  expect(await read(await logIn(owner, { code: appCode(secret) }))).toEqual(refused('wrong_code'));
});

test('a clock half a minute off is fine, one a minute off is not', async () => {
  for (const [steps, status] of [
    [-2, 401],
    [-1, 200],
    [1, 200],
    [2, 401],
  ] as const) {
    const { owner, secret, forward } = await withApp();
    forward(10 * STEP_MS);
    expect([
      steps,
      (await logIn(owner, { code: appCode(secret, Date.now() + steps * STEP_MS) })).status,
    ]).toEqual([steps, status]);
  }
});

test('of ten log-ins with one code at the same moment one is let in', async () => {
  const { owner, secret } = await withApp();
  const code = appCode(secret);
  const answers = await Promise.all(Array.from({ length: 10 }, () => logIn(owner, { code })));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(await countRows('sessions')).toBe(2);
});

test('of ten log-ins with one recovery code at the same moment one is let in, and a mail says so', async () => {
  const { owner, recoveryCodes } = await withApp();
  const [code] = recoveryCodes;
  const answers = await Promise.all(Array.from({ length: 10 }, () => logIn(owner, { code })));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect((await securityOf(owner)).secondStep.recoveryCodesLeft).toBe(9);
  expect((await mailsSent(3)).map(([, subject]) => subject)).toContain(
    'Recovery codes of your Holdline account',
  );
});

test('each recovery code opens the account once, however it is typed', async () => {
  const { owner, recoveryCodes } = await withApp();
  expect(new Set(recoveryCodes).size).toBe(10);
  for (const [index, code] of recoveryCodes.entries()) {
    const typed = index % 2 === 0 ? code.toLowerCase() : code.replaceAll('-', ' ');
    expect((await logIn(owner, { code: typed })).status).toBe(200);
    expect(await read(await logIn(owner, { code }))).toEqual(refused('wrong_code'));
  }
  expect((await securityOf(owner)).secondStep).toEqual({ on: true, kind: 'app', recoveryCodesLeft: 0 });
});

test('the database holds no recovery code', async () => {
  const { recoveryCodes } = await withApp();
  const { results } = await env.DB.prepare('select * from recovery_codes').all();
  expect(results).toHaveLength(10);
  const stored = JSON.stringify(results);
  for (const code of recoveryCodes) {
    expect(stored).not.toContain(code);
    expect(stored).not.toContain(code.replaceAll('-', ''));
  }
});

test("another account's recovery code opens nothing", async () => {
  const { owner } = await withApp();
  const { recoveryCodes } = await withApp();
  expect(await read(await logIn(owner, { code: recoveryCodes[0] }))).toEqual(refused('wrong_code'));
});

test('after ten wrong codes in an hour the right one is not checked, from any sender', async () => {
  const { owner, secret, recoveryCodes, forward } = await withApp();
  const elsewhere = (n: number) => ({ 'CF-Connecting-IP': `203.0.113.${n}` });
  const enter = (code: string, n: number) =>
    call('POST', '/auth/login', {
      body: { emailOrUsername: owner.business.username, password, code },
      headers: elsewhere(n),
    });
  for (let n = 0; n < 10; n += 1) expect(await read(await enter('000000', n))).toEqual(refused('wrong_code'));
  expect(await read(await enter(appCode(secret), 20))).toEqual(refused('proof_needed'));
  expect(await read(await enter(recoveryCodes[0] ?? '', 21))).toEqual(refused('proof_needed'));
  forward(HOUR_MS);
  expect((await enter(appCode(secret), 22)).status).toBe(200);
});

test('new recovery codes need both steps, and the earlier ones end', async () => {
  const { owner, secret, recoveryCodes } = await withApp();
  const path = '/auth/second-step/recovery-codes';
  expect(await post(path, owner, { password })).toEqual(
    invalid({ code: ['Please enter the code from the app'] }),
  );
  expect(await post(path, owner, { password: 'wrong', code: appCode(secret) })).toEqual(
    invalid({ password: ['That is not your current password'] }),
  );
  expect(await post(path, owner, { password, code: '000000' })).toEqual(invalid({ code: [wrongCode] }));
  const renewed = await post(path, owner, { password, code: appCode(secret) });
  expect(renewed).toEqual({ status: 200, body: { recoveryCodes: expect.any(Array) } });
  const { recoveryCodes: fresh } = JSON.parse(JSON.stringify(renewed.body));
  expect(await read(await logIn(owner, { code: recoveryCodes[0] }))).toEqual(refused('wrong_code'));
  expect((await logIn(owner, { code: fresh[0] })).status).toBe(200);
});

test('it is switched off by both steps, and the log-in asks for the password only', async () => {
  const { owner, secret } = await withApp();
  const path = '/auth/second-step/off';
  expect(await post(path, owner, { password })).toEqual(
    invalid({ code: ['Please enter the code from the app'] }),
  );
  expect(await post(path, owner, { password, code: '000000' })).toEqual(invalid({ code: [wrongCode] }));
  expect(await post(path, owner, { password, code: appCode(secret) })).toEqual(success);
  expect((await logIn(owner)).status).toBe(200);
  expect([await countRows('second_steps'), await countRows('recovery_codes')]).toEqual([0, 0]);
  expect(await post(path, owner, { password })).toEqual(refused('second_step_off'));
  expect(await post('/auth/second-step/recovery-codes', owner, { password })).toEqual(
    refused('second_step_off'),
  );
});

async function reset(owner: TestOwner): Promise<void> {
  await call('POST', '/auth/forgot-password', { body: { email: owner.user.email } });
  const link = async () =>
    (await mails()).flatMap(({ body }) => /\/reset\?token=([\w-]+)/.exec(body)?.[1] ?? [])[0];
  await until(async () => (await link()) !== undefined);
  const token = await link();
  expect(await post('/auth/reset-password', { cookie: '' }, { token, newPassword })).toEqual(success);
}

test('a forgotten password does not switch it off where the address was verified', async () => {
  const { owner, secret } = await withApp({ emailVerifiedAt: Date.now() });
  await reset(owner);
  expect(await statusOf(owner.cookie)).toBe(401);
  const again = { password: newPassword };
  expect(await read(await logIn(owner, again))).toEqual(refused('second_step_required'));
  expect((await logIn(owner, { ...again, code: appCode(secret) })).status).toBe(200);
});

test('a sign-up with a foreign address cannot lock out its owner by a second step', async () => {
  const { owner } = await withApp();
  await reset(owner);
  const response = await logIn(owner, { password: newPassword });
  expect(response.status).toBe(200);
  // The reset link confirms the address, because only the owner of the mailbox has the link.
  expect(await securityOf({ cookie: cookieOf(response) })).toMatchObject({
    emailVerified: true,
    secondStep: { on: false, recoveryCodesLeft: 0 },
  });
  await mailsSent(5);
  expect((await mails()).map(({ subject }) => subject)).toContain(
    'Two-step login was turned off for Holdline',
  );
});

test('a second step that was only begun is dropped by a reset without a mail', async () => {
  const owner = await newOwner();
  await post('/auth/second-step', owner, { password });
  await reset(owner);
  expect(await countRows('second_steps')).toBe(0);
  expect((await mails()).map(({ subject }) => subject)).not.toContain(
    'Two-step login was turned off for Holdline',
  );
});

test('a cookie from before the log-in is not the one after it', async () => {
  const { owner, secret } = await withApp();
  const planted = 'holdline_session=planted-by-somebody-else-0123456789abcdefghi';
  expect((await logIn(owner, {}, planted)).status).toBe(401);
  const response = await logIn(owner, { code: appCode(secret) }, planted);
  expect(cookieOf(response)).not.toBe(planted);
  expect(await statusOf(planted)).toBe(401);
});

test('all of these calls need a log-in', async () => {
  const nobody = { cookie: '' };
  for (const path of ['', '/confirm', '/off', '/recovery-codes']) {
    expect(await post(`/auth/second-step${path}`, nobody, {})).toEqual(refused('not_logged_in'));
  }
});
