/** The owner's notice when some locations have not confirmed that a session ended. */
import { expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { DeviceView } from '../../../src/shared/contracts/devices.ts';
import { openAccount, openCard, PASSWORD } from '../support/account.ts';
import { accessibilityProblems } from '../support/axe.ts';
import { theServer } from '../support/fake-server.ts';
import { button, openPage, says, toast } from '../support/pages.tsx';
import { openShop } from '../support/shop.ts';

const lantern = 'a lantern by the door';
const ended = { success: true, unconfirmedAt: ['14 Kemang Raya, Jakarta', 'Jalan B 2'] };
const title = toast('Log-in ended, but not confirmed everywhere yet');
const body = toast(
  'No answer from 14 Kemang Raya, Jakarta; Jalan B 2. At these locations, a logged-out device may still change the line for 5 minutes and show it for 24 hours.',
);

/** Checks the text of the notice, and presses its button. */
async function readsIt(): Promise<void> {
  await expect.element(title).toBeVisible();
  await expect.element(body).toBeVisible();
  expect(await accessibilityProblems()).toEqual([]);
  await button('OK').click();
  await expect.element(title).not.toBeInTheDocument();
}

async function fillNewPassword(): Promise<void> {
  await page.getByLabelText('New password', { exact: true }).fill(lantern);
  await page.getByLabelText('Confirm new password', { exact: true }).fill(lantern);
}

test('one device: the page says it before "Device logged out"', async () => {
  const account = openAccount();
  const used = new Date().toISOString();
  account.security.sessions.push({
    id: 'old',
    device: null,
    createdAt: used,
    lastUsedAt: used,
    current: false,
  });
  theServer().answer('DELETE', '/auth/sessions/:id', () => ended);
  const devices = await openCard('Where you are logged in');
  await devices.getByRole('button', { name: 'Log out Unknown device' }).click();
  await readsIt();
  await expect.element(toast('Device logged out')).toBeVisible();
});

test('the overview of all locations is named among the addresses', async () => {
  openAccount();
  theServer().answer('DELETE', '/auth/sessions', () => ({ success: true, unconfirmedAt: ['overview'] }));
  const devices = await openCard('Where you are logged in');
  await devices.getByRole('button', { name: 'Log out everywhere' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Log out everywhere' }).click();
  await expect.element(page.getByText(/^No answer from the overview of all locations\./)).toBeVisible();
});

test('all devices, this browser, or the account: the page leaves only after the owner has read it', async () => {
  openAccount({ emailVerified: false });
  theServer().answer('DELETE', '/auth/sessions', () => ended);
  theServer().answer('POST', '/auth/logout', () => ended);
  theServer().answer('POST', '/auth/delete-account', () => ended);
  const devices = await openCard('Where you are logged in');
  await devices.getByRole('button', { name: 'Log out everywhere' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Log out everywhere' }).click();
  await readsIt();
  await expect.poll(() => location.pathname).toBe('/');

  await openPage('/business/dashboard');
  await button('Logout').click();
  await readsIt();
  await expect.poll(() => location.pathname).toBe('/');

  const deletion = await openCard('Delete account');
  await deletion.getByRole('button', { name: 'Delete account' }).click();
  await page.getByRole('dialog').getByLabelText('Current password').fill(PASSWORD);
  await page.getByRole('dialog').getByRole('button', { name: 'Delete for good' }).click();
  await readsIt();
  await expect.poll(() => location.pathname).toBe('/');
});

test('a changed password', async () => {
  openAccount();
  theServer().answer('POST', '/auth/change-password', () => ended);
  const password = await openCard('Password');
  await password.getByRole('button', { name: 'Change password' }).click();
  await password.getByLabelText('Current password').fill(PASSWORD);
  await fillNewPassword();
  await password.getByRole('button', { name: 'Change password' }).click();
  await expect.element(toast('Password changed')).toBeVisible();
  await readsIt();
});

test('a password that was reset, and "this was not me"', async () => {
  theServer().answer('POST', '/auth/reset-password', () => ended);
  theServer().answer('POST', '/auth/not-me', () => ended);
  await openPage(`/reset?token=${'a'.repeat(43)}`);
  await page.getByLabelText('New Password', { exact: true }).fill(lantern);
  await page.getByLabelText('Confirm New Password').fill(lantern);
  await button('Update Password').click();
  await expect.element(page.getByRole('heading', { name: 'Password Reset Complete!' })).toHaveFocus();
  await readsIt();

  await openPage('/not-me?token=mailed');
  await button('This was not me').click();
  await expect.element(page.getByRole('heading', { name: 'Every device is logged out' })).toHaveFocus();
  await readsIt();
});

const { unconfirmedAt } = ended;

test('a log-in, an accepted invitation, and a switch to another business', async () => {
  const { shop } = openAccount();
  const session = () => ({ user: shop.me(), unconfirmedAt });
  theServer().answer('POST', '/auth/login', session);
  await openPage('/login');
  await page.getByRole('textbox', { name: 'Email or Username' }).fill('blue-door');
  await page.getByLabelText('Password').fill(PASSWORD);
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => location.pathname).toBe('/business/dashboard');
  await readsIt();

  const asked = { businessName: 'Blue Door', email: 'sari@example.com', role: 'host', hasAccount: false };
  theServer().answer('POST', '/auth/invitation', () => asked);
  theServer().answer('POST', '/auth/invitation/accept', session);
  await openPage('/invitation?token=mailed');
  await page.getByLabelText('Your name').fill('Sari');
  await page.getByLabelText('Password', { exact: true }).fill(lantern);
  await button('Join').click();
  await readsIt();
  await expect.poll(() => location.pathname).toBe('/business/dashboard');

  const one = { id: 'business', name: 'Blue Door Café', role: 'owner', current: true };
  const businesses = [one, { ...one, id: 'own', name: 'Red Door', current: false }];
  theServer().answer('GET', '/auth/team', () => ({ members: [], invitations: [] }));
  theServer().answer('GET', '/auth/team/ownership', () => ({ offer: null }));
  theServer().answer('GET', '/auth/devices', () => ({ devices: [] }));
  theServer().answer('GET', '/auth/pin', () => ({ isSet: false, isLocked: false }));
  theServer().answer('GET', '/auth/businesses', () => ({ businesses }));
  theServer().answer('POST', '/auth/businesses/switch', session);
  await openPage('/business/team');
  await button('Open Red Door').click();
  await readsIt();
  await expect.poll(() => location.pathname).toBe('/business/dashboard');
});

const sari = { id: 'sari', name: 'Sari' };

/** Opens a shop on a device that the member Sari can unlock. `onUnlock` runs before the server's answer. */
function openDevice(onUnlock = () => {}): DeviceView {
  openShop({ user: { role: 'host', onDevice: true } });
  const device: DeviceView = {
    name: 'Tablet',
    businessName: 'Blue Door Café',
    address: '14 Kemang Raya, Jakarta',
    idleMinutes: 2,
    members: [sari],
    unlockedBy: null,
  };
  theServer().answer('GET', '/auth/device', () => device);
  theServer().answer('POST', '/auth/device/unlock', () => {
    onUnlock();
    device.unlockedBy = sari;
    return { ...device, unconfirmedAt };
  });
  return device;
}

async function unlock(): Promise<void> {
  await button('Sari').click();
  await userEvent.keyboard('2580{Enter}');
  await says('Sari is here');
}

test('a device that is set up, and unlocked by the next member', async () => {
  const device = openDevice();
  const end = theServer().answer('GET', '/auth/device', () => Response.json(null));
  theServer().answer('POST', '/auth/device/enrol', () => ({ ...device, unconfirmedAt }));
  await openPage('/device#123456789');
  await button('Set up').click();
  await readsIt();
  end();
  await unlock();
  await readsIt();
});

test('a device that a member unlocks in another language: it is read before the page is loaded in that', async () => {
  const reloads = vi.fn<(event: NavigateEvent) => void>((event) => event.preventDefault());
  const onNavigate = (event: NavigateEvent) => event.navigationType === 'reload' && reloads(event);
  navigation.addEventListener('navigate', onNavigate);
  onTestFinished(() => {
    navigation.removeEventListener('navigate', onNavigate);
    document.cookie = 'holdline_owner_language=; path=/; max-age=0';
  });
  openDevice(() => (document.cookie = 'holdline_owner_language=id; path=/'));
  await openPage('/device');
  await unlock();
  await expect.element(title).toBeVisible();
  expect(reloads).not.toHaveBeenCalled();
  await readsIt();
  expect(reloads).toHaveBeenCalledTimes(1);
});
