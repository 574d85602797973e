/** Two-step log-in: how it is turned on with an app, and when the pages ask for the second step. */
import { expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent, type Locator } from 'vitest/browser';
import { accessibilityProblems } from '../support/axe.ts';
import { card, openAccount, openCard, PASSWORD, type Account } from '../support/account.ts';
import { fieldRefusal, theServer } from '../support/fake-server.ts';
import { pageWidth } from '../support/look.ts';
import { openPage, says, toast } from '../support/pages.tsx';

const secret = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const wrongCode = 'That code is not right, or it was used before. Please try the newest one.';
const recoveryCodes = ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H', 'I', 'J'].map(
  (letter) => `${letter.repeat(4)}-${letter.repeat(4)}`,
);

/** Sets the server's answers to the calls that turn on two-step log-in. */
function answerTurnOn(account: Account): void {
  const uri = `otpauth://totp/Holdline:blue-door?secret=${secret}&issuer=Holdline`;
  theServer().answer('POST', '/auth/second-step', () => ({ secret, uri }));
  theServer().answer('POST', '/auth/second-step/confirm', () => {
    account.turnOn();
    return { recoveryCodes };
  });
}

async function begin(): Promise<Locator> {
  const step = await openCard('Two-step login');
  await step.getByRole('button', { name: 'Turn on' }).click();
  await step.getByLabelText('Current password').fill(PASSWORD);
  await step.getByRole('button', { name: 'Next' }).click();
  await expect.element(step.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible();
  return step;
}

async function confirm(step: Locator): Promise<void> {
  await step.getByRole('textbox', { name: 'Code from the app' }).fill('123456');
  await step.getByRole('button', { name: 'Confirm and turn on' }).click();
  await expect.element(step.getByRole('heading', { name: 'Your recovery codes' })).toHaveFocus();
}

test('it is turned on by the password and the first code of the app, and gives ten recovery codes', async () => {
  await page.viewport(320, 640);
  answerTurnOn(openAccount());
  const step = await begin();
  await expect.element(step.getByRole('code')).toHaveTextContent(secret.replace(/.{4}\B/g, '$& '));
  expect(await accessibilityProblems()).toEqual([]);
  expect(pageWidth()).toBe(320);
  await confirm(step);
  expect(
    step
      .getByRole('listitem')
      .elements()
      .map(({ textContent }) => textContent),
  ).toEqual(recoveryCodes);
  expect(await accessibilityProblems()).toEqual([]);
  expect(pageWidth()).toBe(320);
  await step.getByRole('button', { name: 'I have saved them' }).click();
  await says('10 recovery codes left');
  expect(theServer().bodiesOf('POST', '/auth/second-step')).toEqual([{ password: PASSWORD }]);
  expect(theServer().bodiesOf('POST', '/auth/second-step/confirm')).toEqual([{ code: '123456' }]);
});

test('recovery codes are shown as soon as they are given, whatever else is asked for', async () => {
  answerTurnOn(openAccount());
  const step = await begin();
  const security = theServer().hold('GET', '/auth/security');
  const me = theServer().hold('GET', '/auth/me');
  await confirm(step);
  await expect.element(step.getByText('On', { exact: true })).not.toBeInTheDocument();
  security.release();
  me.release();
  await expect.element(step.getByText('On', { exact: true })).toBeVisible();
  await expect.element(step.getByRole('heading', { name: 'Your recovery codes' })).toBeVisible();
});

test('the log-in asks for the code after the password, and sends both', async () => {
  const { shop } = openAccount();
  const call = ['POST', '/auth/login'] as const;
  const first = theServer().refuse(...call, 'second_step_required');
  await openPage('/login');
  await page.getByRole('textbox', { name: 'Email or Username' }).fill('blue-door');
  await page.getByLabelText('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect.element(page.getByRole('heading', { name: 'One more step' })).toBeVisible();
  const code = page.getByRole('textbox', { name: 'Code' });
  await expect.element(code).toHaveFocus();
  await expect.element(toast('Login failed')).not.toBeInTheDocument();
  expect(await accessibilityProblems()).toEqual([]);
  first();
  const second = theServer().refuse(...call, 'wrong_code');
  await code.fill('000000');
  await userEvent.keyboard('{Enter}');
  await expect.element(toast(wrongCode)).toBeVisible();
  second();
  theServer().answer(...call, () => ({ user: shop.me() }));
  await code.fill('123456');
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect.poll(() => location.pathname).toBe('/business/dashboard');
  const typed = { emailOrUsername: 'blue-door', password: PASSWORD };
  expect(theServer().bodiesOf(...call)).toEqual([
    typed,
    { ...typed, code: '000000' },
    { ...typed, code: '123456' },
  ]);
});

test('where it is on, another password and another address ask for the second step', async () => {
  const account = openAccount();
  account.turnOn();
  const field = 'Code from the app, or a recovery code';
  const codeRequired = theServer().answer('POST', '/auth/change-password', () =>
    fieldRefusal('code', 'Please enter the code from the app'),
  );
  const password = await openCard('Password');
  const change = password.getByRole('button', { name: 'Change password' });
  await change.click();
  await password.getByLabelText('Current password').fill(PASSWORD);
  await password.getByLabelText('New password', { exact: true }).fill('a lantern by the door');
  await password.getByLabelText('Confirm new password').fill('a lantern by the door');
  await change.click();
  await expect.element(password.getByText('Please enter the code from the app')).toBeVisible();
  expect(await accessibilityProblems()).toEqual([]);
  codeRequired();
  theServer().answer('POST', '/auth/change-password', () => ({ success: true }));
  await password.getByRole('textbox', { name: field }).fill('123456');
  await change.click();
  await expect.element(toast('Password changed')).toBeVisible();
  expect(theServer().bodiesOf('POST', '/auth/change-password').at(-1)).toEqual({
    currentPassword: PASSWORD,
    newPassword: 'a lantern by the door',
    code: '123456',
  });

  const email = card('Email address');
  const code = email.getByRole('textbox', { name: field });
  await email.getByRole('button', { name: 'Change address' }).click();
  await email.getByRole('textbox', { name: 'New email address' }).fill('new@blue-door.example');
  await email.getByLabelText('Current password').fill(PASSWORD);
  const wrong = theServer().answer('POST', '/auth/change-email', () => fieldRefusal('code', wrongCode));
  await code.fill('ABCD-EFGH');
  await email.getByRole('button', { name: 'Send link' }).click();
  await expect.element(email.getByText(wrongCode)).toBeVisible();
  wrong();
  theServer().answer('POST', '/auth/change-email', () => {
    account.turnOn(9);
    return { success: true };
  });
  await code.fill('AAAA-AAAA');
  await email.getByRole('button', { name: 'Send link' }).click();
  await expect.element(toast('Link sent')).toBeVisible();
  await says('9 recovery codes left');
});

test('where passkeys are the second step, a change asks for one, and takes a recovery code in its place', async () => {
  const account = openAccount();
  account.turnOn(10, 'passkey');
  const email = await openCard('Email address');
  await email.getByRole('button', { name: 'Change address' }).click();
  await email.getByRole('textbox', { name: 'New email address' }).fill('new@blue-door.example');
  await email.getByLabelText('Current password').fill(PASSWORD);
  await email.getByRole('textbox', { name: 'Recovery code' }).fill('AAAA-AAAA');
  expect(await accessibilityProblems()).toEqual([]);
  theServer().answer('POST', '/auth/change-email', () => ({ success: true }));
  await email.getByRole('button', { name: 'Send link' }).click();
  await expect.element(toast('Link sent')).toBeVisible();
  expect(theServer().bodiesOf('POST', '/auth/change-email')).toEqual([
    { email: 'new@blue-door.example', password: PASSWORD, code: 'AAAA-AAAA' },
  ]);
  expect(theServer().bodiesOf('POST', '/auth/login/passkey/options')).toEqual([]);
});

test('where passkeys are the second step, a browser without passkeys is told to type a recovery code', async () => {
  openAccount().turnOn(10, 'passkey');
  vi.stubGlobal('PublicKeyCredential', {});
  onTestFinished(() => void vi.unstubAllGlobals());
  const needed = 'Please use your passkey, or enter a recovery code';
  theServer().answer('POST', '/auth/change-email', () => fieldRefusal('code', needed));
  const email = await openCard('Email address');
  await email.getByRole('button', { name: 'Change address' }).click();
  await email.getByRole('textbox', { name: 'New email address' }).fill('new@blue-door.example');
  await email.getByLabelText('Current password').fill(PASSWORD);
  await email.getByRole('button', { name: 'Send link' }).click();
  await expect.element(email.getByText(needed)).toBeVisible();
});

test('a log-in whose second step is a passkey offers it first, then a recovery code', async () => {
  const { shop } = openAccount();
  const call = ['POST', '/auth/login'] as const;
  const first = theServer().refuse(...call, 'passkey_required');
  await openPage('/login');
  await page.getByRole('textbox', { name: 'Email or Username' }).fill('blue-door');
  await page.getByLabelText('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect.element(page.getByRole('button', { name: 'Log in with a passkey' })).toHaveFocus();
  expect(await accessibilityProblems()).toEqual([]);
  first();
  theServer().answer(...call, () => ({ user: shop.me() }));
  await page.getByRole('textbox', { name: 'Recovery code' }).fill('AAAA-AAAA');
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect.poll(() => location.pathname).toBe('/business/dashboard');
  expect(
    theServer()
      .bodiesOf(...call)
      .at(-1),
  ).toMatchObject({ code: 'AAAA-AAAA' });
});
