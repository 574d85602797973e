/** The page "Account & security": the address, the password, the devices and the deletion of an account. */
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { accessibilityProblems } from '../support/axe.ts';
import { card, openAccount, openCard, PASSWORD } from '../support/account.ts';
import { fieldRefusal, theServer } from '../support/fake-server.ts';
import { onPhone } from '../support/guest-steps.ts';
import { pageWidth } from '../support/look.ts';
import { openPage, openToday, says, toast } from '../support/pages.tsx';

const wrongPassword = 'That is not your current password';
const newPassword = 'a lantern by the door';
const anHourAgo = new Date(Date.now() - 3_600_000).toISOString();

const linked = { name: 'Blue Door', username: 'blue-door', email: 'ada@example.com' };

test('an address that is not confirmed is noted on each page, and the note leads to it', async () => {
  openAccount({ emailVerified: false });
  await openPage('/business/dashboard');
  await openToday();
  await says('Please confirm your email address: open the link we sent you.');
  await page.getByRole('complementary').getByRole('link', { name: 'Resend or change' }).click();
  await says('Not confirmed');
  await expect.poll(() => location.pathname).toBe('/business/account');
  await expect.element(page.getByRole('complementary')).not.toBeInTheDocument();
});

test('the mailed link confirms the address by a tap, keeps its token out of sight, and the note goes', async () => {
  const { shop } = openAccount({ emailVerified: false });
  await openPage('/business/dashboard');
  await openToday();
  await expect.element(page.getByRole('complementary')).toBeVisible();
  theServer().answer('POST', '/auth/verify-email/account', () => linked);
  await openPage('/verify?token=mailed');
  await expect.poll(() => location.pathname + location.search).toBe('/verify');
  await says(
    'Tap once to confirm that ada@example.com is yours, and that it belongs to the account of Blue Door (blue-door).',
  );
  theServer().answer('POST', '/auth/verify-email', () => {
    shop.user = { ...shop.user, emailVerified: true };
    return { success: true };
  });
  await page.getByRole('button', { name: 'Confirm address' }).click();
  await expect.element(page.getByRole('heading', { name: 'Email address confirmed' })).toHaveFocus();
  expect(theServer().bodiesOf('POST', '/auth/verify-email')).toEqual([{ token: 'mailed' }]);
  expect(await accessibilityProblems()).toEqual([]);
  await page.getByRole('link', { name: 'Go to Dashboard' }).click();
  await openToday();
  await expect.element(page.getByRole('heading', { name: 'Hello Blue Door Café' })).toBeVisible();
  await expect.element(page.getByRole('complementary')).not.toBeInTheDocument();
});

test('who does not know the account ends the link', async () => {
  theServer().answer('POST', '/auth/verify-email/account', () => linked);
  theServer().answer('POST', '/auth/verify-email/not-mine', () => ({ success: true }));
  await openPage('/verify?token=mailed');
  await page.getByRole('button', { name: 'This account is not mine' }).click();
  await expect.element(page.getByRole('heading', { name: 'Nothing was confirmed' })).toHaveFocus();
  expect(theServer().bodiesOf('POST', '/auth/verify-email/not-mine')).toEqual([{ token: 'mailed' }]);
  expect(theServer().bodiesOf('POST', '/auth/verify-email')).toEqual([]);
  expect(await accessibilityProblems()).toEqual([]);
});

test('"this was not me" acts by a tap, and leads to a new password', async () => {
  theServer().answer('POST', '/auth/not-me', () => ({ success: true }));
  await openPage('/not-me?token=mailed');
  await expect.poll(() => location.pathname + location.search).toBe('/not-me');
  expect(theServer().bodiesOf('POST', '/auth/not-me')).toEqual([]);
  expect(await accessibilityProblems()).toEqual([]);
  await page.getByRole('button', { name: 'This was not me' }).click();
  await expect.element(page.getByRole('heading', { name: 'Every device is logged out' })).toHaveFocus();
  expect(theServer().bodiesOf('POST', '/auth/not-me')).toEqual([{ token: 'mailed' }]);
  await expect
    .element(page.getByRole('link', { name: 'Choose a new password' }))
    .toHaveAttribute('href', '/forgot');
});

test('a link "this was not me" that is no good says so', async () => {
  theServer().answer('POST', '/auth/not-me', () => fieldRefusal('token', 'This link is invalid.'));
  await openPage('/not-me?token=never-given-out');
  await page.getByRole('button', { name: 'This was not me' }).click();
  await expect.element(page.getByRole('heading', { name: 'This link no longer works' })).toHaveFocus();
});

test('a link that is no good says so and leads to another', async () => {
  const ended = 'This link is invalid or has expired. Please request a new one.';
  theServer().answer('POST', '/auth/verify-email/account', () => fieldRefusal('token', ended));
  theServer().answer('POST', '/auth/verify-email', () => fieldRefusal('token', ended));
  await openPage('/verify?token=never-given-out');
  await page.getByRole('button', { name: 'Confirm address' }).click();
  await expect.element(page.getByRole('heading', { name: 'This link no longer works' })).toHaveFocus();
  await expect.element(page.getByRole('main').getByText(ended)).toBeVisible();
  await expect
    .element(page.getByRole('link', { name: 'Request a new link' }))
    .toHaveAttribute('href', '/business/account');
  expect(await accessibilityProblems()).toEqual([]);
});

test('an owner changes the address: the form says what is wrong, and the new one waits for its link', async () => {
  await onPhone();
  const account = openAccount({ trial: true });
  const call = ['POST', '/auth/change-email'] as const;
  const email = await openCard('Email address');
  await email.getByRole('button', { name: 'Change address' }).click();
  await email.getByRole('button', { name: 'Send link' }).click();
  await says('Email is required');
  await says('Please enter your current password');
  await email.getByRole('textbox', { name: 'New email address' }).fill('new@blue-door.example');
  await email.getByLabelText('Current password').fill('not the password');
  const allow = theServer().answer(...call, () => fieldRefusal('password', wrongPassword));
  await email.getByRole('button', { name: 'Send link' }).click();
  await expect.element(email.getByText(wrongPassword)).toBeVisible();
  allow();
  theServer().answer(...call, () => {
    account.security = { ...account.security, pendingEmail: 'new@blue-door.example' };
    return { success: true };
  });
  await email.getByLabelText('Current password').fill(PASSWORD);
  await userEvent.keyboard('{Enter}');
  await expect.element(toast('Link sent')).toBeVisible();
  await says(
    'Open the link we sent to new@blue-door.example to finish the change. Until then everything stays as it is.',
  );
  await says('owner@blue-door.example');
  await says('Confirmed');
  await expect.element(email.getByRole('button', { name: 'Change address' })).toHaveFocus();
  expect(
    theServer()
      .bodiesOf(...call)
      .at(-1),
  ).toEqual({ email: 'new@blue-door.example', password: PASSWORD });
});

test('an owner changes the password, and is told that every other device is logged out', async () => {
  openAccount();
  const call = ['POST', '/auth/change-password'] as const;
  theServer().answer(...call, () => ({ success: true }));
  const password = await openCard('Password');
  const change = password.getByRole('button', { name: 'Change password' });
  await change.click();
  await password.getByLabelText('Current password').fill(PASSWORD);
  await password.getByLabelText('New password', { exact: true }).fill(newPassword);
  await password.getByLabelText('Confirm new password').fill('a lantern by the window');
  await change.click();
  await says("Passwords don't match");
  await password.getByLabelText('Confirm new password').fill(newPassword);
  await change.click();
  await expect.element(toast('Password changed')).toBeVisible();
  await expect.element(toast('Every other device has been logged out.')).toBeVisible();
  expect(theServer().bodiesOf(...call)).toEqual([{ currentPassword: PASSWORD, newPassword }]);
});

test('an owner ends one device, then all', async () => {
  const account = openAccount({ trial: true });
  const log = { createdAt: anHourAgo, lastUsedAt: anHourAgo, current: false };
  account.security.sessions.push({ ...log, id: 'old', device: null });
  theServer().answer('DELETE', '/auth/sessions/:id', ({ parameters }) => {
    const sessions = account.security.sessions.filter(({ id }) => id !== parameters['id']);
    account.security = { ...account.security, sessions };
    return { success: true };
  });
  const devices = await openCard('Where you are logged in');
  await says('This device');
  await devices.getByRole('button', { name: 'Log out Unknown device' }).click();
  await expect.element(toast('Device logged out')).toBeVisible();
  await expect.poll(() => devices.getByRole('listitem').elements().length).toBe(1);
  await expect.element(devices.getByRole('list')).toHaveFocus();

  theServer().answer('DELETE', '/auth/sessions', () => ({ success: true }));
  await devices.getByRole('button', { name: 'Log out everywhere' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Log out everywhere' }).click();
  await expect.poll(() => location.pathname).toBe('/');
});

test('before an account with a confirmed address is deleted, a code is mailed to it', async () => {
  openAccount();
  theServer().answer('POST', '/auth/deletion-code', () => ({ success: true }));
  theServer().answer('POST', '/auth/delete-account', () => ({ success: true }));
  const deletion = await openCard('Delete account');
  await deletion.getByRole('button', { name: 'Delete account' }).click();
  const dialog = page.getByRole('dialog');
  await expect
    .element(dialog.getByText(/^So that nobody else deletes it, we first send a code to /))
    .toBeVisible();
  expect(await accessibilityProblems()).toEqual([]);
  await dialog.getByRole('button', { name: 'Email me a code' }).click();
  await expect.element(toast('Code sent')).toBeVisible();
  await expect.element(dialog.getByLabelText('Code from the mail')).toHaveFocus();
  expect(await accessibilityProblems()).toEqual([]);
  await dialog.getByLabelText('Code from the mail').fill('123 456');
  await dialog.getByLabelText('Current password').fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Delete for good' }).click();
  await expect.poll(() => location.pathname).toBe('/');
  expect(theServer().bodiesOf('POST', '/auth/delete-account')).toEqual([
    { mailedCode: '123456', password: PASSWORD },
  ]);
});

test('an account is deleted after a question that says what goes with it, and its password', async () => {
  openAccount({ emailVerified: false });
  const call = ['POST', '/auth/delete-account'] as const;
  const deletion = await openCard('Delete account');
  await deletion.getByRole('button', { name: 'Delete account' }).click();
  const dialog = page.getByRole('dialog');
  await says('Your location is removed, and everyone in its queue is told.');
  expect(await accessibilityProblems()).toEqual([]);
  const allow = theServer().answer(...call, () => fieldRefusal('password', wrongPassword));
  await dialog.getByLabelText('Current password').fill('not the password');
  await dialog.getByRole('button', { name: 'Delete for good' }).click();
  await expect.element(dialog.getByText(wrongPassword)).toBeVisible();
  await expect.poll(() => location.pathname).toBe('/business/account');
  allow();
  theServer().answer(...call, () => ({ success: true }));
  await dialog.getByLabelText('Current password').fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Delete for good' }).click();
  await expect.poll(() => location.pathname).toBe('/');
});

test('axe finds nothing with the forms open, and the page fits a narrow screen', async () => {
  await page.viewport(320, 640);
  openAccount({ emailVerified: false });
  const password = await openCard('Password');
  await card('Email address').getByRole('button', { name: 'Change address' }).click();
  await password.getByRole('button', { name: 'Change password' }).click();
  await password.getByRole('button', { name: 'Change password' }).click();
  await says('New password is required');
  expect(await accessibilityProblems()).toEqual([]);
  expect(pageWidth()).toBe(320);
});

test('the page of a log-in that has ended leads to the log-in', async () => {
  openAccount();
  theServer().refuse('GET', '/auth/security', 'not_logged_in');
  await openPage('/business/account');
  await expect.poll(() => location.pathname).toBe('/login');
});

test('in the trial a number is proven by the code of a text', async () => {
  const account = openAccount({ trial: true });
  theServer().answer('POST', '/auth/number-code', () => ({ success: true }));
  const number = await openCard('Phone number');
  await number.getByRole('button', { name: 'Prove number' }).click();
  await number.getByRole('textbox').fill('+62 812 3456 7890');
  await number.getByRole('button', { name: 'Text me a code' }).click();
  await expect.element(toast('Code sent')).toBeVisible();
  expect(theServer().bodiesOf('POST', '/auth/number-code')).toEqual([{ phone: '+62 812 3456 7890' }]);
  theServer().answer('POST', '/auth/number-code/confirm', () =>
    fieldRefusal('code', 'That code is not right, or it has expired. Please request a new one.'),
  );
  await number.getByRole('textbox').fill('123456');
  await number.getByRole('button', { name: 'Confirm' }).click();
  await expect
    .element(number.getByText('That code is not right, or it has expired. Please request a new one.'))
    .toBeVisible();
  theServer().answer('POST', '/auth/number-code/confirm', () => {
    account.security = { ...account.security, phoneProven: true };
    return { success: true };
  });
  await number.getByRole('textbox').fill('654321');
  await number.getByRole('button', { name: 'Confirm' }).click();
  await expect.element(toast('Number proven')).toBeVisible();
  await expect.element(number.getByText('Proven', { exact: true })).toBeVisible();
  expect(await accessibilityProblems()).toEqual([]);
});

test('an owner who has got a paid business without a number may enter one', async () => {
  openAccount({ trial: false }, { phone: '' });
  const number = await openCard('Phone number');
  await number.getByRole('button', { name: 'Prove number' }).click();
  await expect.element(number.getByRole('textbox')).toBeVisible();
});

test('a paid account is not asked to prove its number', async () => {
  openAccount({ trial: false });
  const number = await openCard('Phone number');
  await expect.element(number.getByText('+62 812 3456 789')).toBeVisible();
  await expect.element(number.getByRole('button')).not.toBeInTheDocument();
  await expect.element(number.getByText('Not proven')).not.toBeInTheDocument();
});
