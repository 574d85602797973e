/** Devices at the door: the cards of the team page, and the page that a device shows. */
import { beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { DevicesAnswer, DeviceView } from '../../../src/shared/contracts/devices.ts';
import { MEMBER_POLL_MS } from '../../../src/shared/limits.ts';
import { accessibilityProblems } from '../support/axe.ts';
import { card, PASSWORD, securityOf } from '../support/account.ts';
import { takeClock } from '../support/clock.ts';
import { fieldRefusal, refusal, theServer } from '../support/fake-server.ts';
import { pageWidth, smallTargets } from '../support/look.ts';
import { button, openPage, says, toast } from '../support/pages.tsx';
import { openShop, type Shop } from '../support/shop.ts';

const sari = { id: 'sari', name: 'Sari' };
const locked: DeviceView = {
  name: 'Tablet',
  businessName: 'Blue Door Café',
  address: '14 Kemang Raya, Jakarta',
  idleMinutes: 2,
  members: [sari, { id: 'owner', name: null }],
  unlockedBy: null,
};

/** Opens a shop with the answers that the team page needs. */
function openTeam(devices: DevicesAnswer['devices'] = []): { shop: Shop; devices: DevicesAnswer } {
  const shop = openShop();
  const answer = { devices };
  theServer().answer('GET', '/auth/team', () => ({ members: [], invitations: [] }));
  theServer().answer('GET', '/auth/team/ownership', () => ({ offer: null }));
  theServer().answer('GET', '/auth/businesses', () => ({ businesses: [] }));
  theServer().answer('GET', '/auth/devices', () => answer);
  theServer().answer('GET', '/auth/pin', () => ({ isSet: false, isLocked: false }));
  theServer().answer('GET', '/auth/security', () => securityOf(shop));
  return { shop, devices: answer };
}

/**
 * Opens a device's page with a session of the role host. Returns the answer to `GET /auth/device`, which a test may
 * change.
 */
function openDevice(unlockedBy: DeviceView['unlockedBy'] = null): { shop: Shop; device: DeviceView } {
  const shop = openShop({ user: { role: 'host', onDevice: true } });
  shop.queue.join({ firstName: 'Ada', lastName: 'Lovelace' });
  const device = { ...locked, unlockedBy };
  theServer().answer('GET', '/auth/device', () => device);
  theServer().answer('POST', '/auth/device/in-use', () => ({ success: true }));
  theServer().answer('POST', '/auth/device/lock', () => {
    device.unlockedBy = null;
    return { success: true };
  });
  return { shop, device };
}

beforeEach(() => page.viewport(390, 844));

test('the owner sets a tablet up by a code of 60 seconds, and revokes it', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const { shop, devices } = openTeam();
  await openPage('/business/team');
  const list = card('Devices');
  await list.getByRole('button', { name: 'Set up a tablet' }).click();
  await list.getByRole('button', { name: 'Show the code' }).click();
  await says('A name is required');
  await list.getByRole('textbox', { name: 'Name' }).fill('Front door');
  await list.getByRole('combobox', { name: /^Locks when/ }).selectOptions('10 minutes');
  expect(await accessibilityProblems()).toEqual([]);
  theServer().answer('POST', '/auth/devices', () =>
    Response.json(
      { id: 'one', code: '123456789', expiresAt: new Date(Date.now() + 60_000).toISOString() },
      { status: 201 },
    ),
  );
  await list.getByRole('button', { name: 'Show the code' }).click();
  await expect.element(page.getByText('123 456 789')).toBeVisible();
  // Without this direction, an Arabic page would show the groups of digits in reverse order.
  await expect.element(page.getByText('123 456 789')).toHaveAttribute('dir', 'ltr');
  await expect.element(page.getByText(/^Works once, for \d+ more seconds$/)).toBeVisible();
  await expect.element(page.getByRole('img', { name: /\/device#123456789/ })).toBeVisible();
  expect(await accessibilityProblems()).toEqual([]);
  expect(pageWidth()).toBeLessThanOrEqual(390);
  expect(theServer().bodiesOf('POST', '/auth/devices')).toEqual([
    { name: 'Front door', locationId: shop.queue.id, idleMinutes: 10 },
  ]);
  const lastSeenAt = new Date().toISOString();
  // This device was set up with another code.
  const front = { name: 'Front door', address: 'Here 1', idleMinutes: 10 };
  devices.devices = [{ ...front, id: 'other', lastSeenAt }];
  const lists = () => theServer().callsTo('GET', '/auth/devices').length;
  const before = lists();
  await vi.advanceTimersByTimeAsync(MEMBER_POLL_MS);
  await expect.poll(lists).toBeGreaterThan(before + 1);
  await expect.element(page.getByText('123 456 789')).toBeVisible();
  devices.devices = [{ id: 'one', name: 'Front door', address: 'Here 1', idleMinutes: 10, lastSeenAt }];
  // In an Arabic page, too, the groups of digits are in the order in which they are typed.
  document.documentElement.dir = 'rtl';
  expect(getComputedStyle(page.getByText('123 456 789').element()).direction).toBe('ltr');
  document.documentElement.dir = 'ltr';
  await vi.advanceTimersByTimeAsync(MEMBER_POLL_MS);
  await says('The device is set up.');
  await button('Done').click();
  await expect.element(list.getByText('Seen just now · Locks after 10 minutes')).toBeVisible();
  await list.getByRole('button', { name: 'Revoke Front door' }).click();
  theServer().answer('DELETE', '/auth/devices/one', () => {
    devices.devices = [];
    return { success: true, unconfirmedAt: ['Here 1'] };
  });
  await button('Revoke device').click();
  await expect.element(page.getByText(/Here 1/).first()).toBeVisible();
  await expect.element(list.getByText('No tablet yet.')).toBeVisible();
});

test('cards that could not be loaded say so, and come with the next try', async () => {
  openTeam();
  const calls = ['/auth/devices', '/auth/pin', '/auth/team/ownership'];
  const away = calls.map((path) => theServer().refuse('GET', path, 'try_again'));
  await openPage('/business/team');
  for (const name of ['Devices', 'My PIN', 'Ownership'])
    await expect.element(card(name).getByText('This could not be loaded just now.')).toBeVisible();
  expect(await accessibilityProblems()).toEqual([]);
  for (const back of away) back();
  for (const name of ['Devices', 'My PIN', 'Ownership'])
    await card(name).getByRole('button', { name: 'Try again' }).click();
  await expect.element(card('Devices').getByText('No tablet yet.')).toBeVisible();
  await expect.element(card('My PIN').getByRole('button', { name: 'Set a PIN' })).toBeVisible();
});

test('a device that was seen weeks ago has the day', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  vi.setSystemTime(Date.UTC(2026, 10, 28, 5));
  const seen = { id: 'one', name: 'Front door', address: 'Here 1', idleMinutes: 1 };
  openTeam([{ ...seen, lastSeenAt: '2026-10-19T05:00:00.000Z' }]);
  await openPage('/business/team');
  await expect.element(card('Devices').getByText(/^Last seen Oct 19, 2026 ·/)).toBeVisible();
});

test('name and time of a device are changed later', async () => {
  const { devices } = openTeam([
    { id: 'one', name: 'Tablet', address: 'Here 1', idleMinutes: 2, lastSeenAt: new Date().toISOString() },
  ]);
  await openPage('/business/team');
  await button('Change Tablet').click();
  const form = page.getByRole('dialog');
  await form.getByRole('textbox', { name: 'Name' }).fill('');
  await form.getByRole('button', { name: 'Save' }).click();
  await says('A name is required');
  await form.getByRole('textbox', { name: 'Name' }).fill('Front door');
  await form.getByRole('combobox', { name: /^Locks when/ }).selectOptions('10 minutes');
  expect(await accessibilityProblems()).toEqual([]);
  expect(pageWidth()).toBeLessThanOrEqual(390);
  const end = theServer().answer('PATCH', '/auth/devices/one', () => refusal('not_found'));
  await form.getByRole('button', { name: 'Save' }).click();
  await expect.element(toast('The device was not changed')).toBeVisible();
  end();
  theServer().answer('PATCH', '/auth/devices/one', ({ body }) => {
    devices.devices = devices.devices.map((one) => Object.assign(one, body));
    return { success: true };
  });
  await form.getByRole('button', { name: 'Save' }).click();
  await expect.element(toast('Device changed')).toBeVisible();
  await expect.element(page.getByText('Seen just now · Locks after 10 minutes')).toBeVisible();
  expect(theServer().bodiesOf('PATCH', '/auth/devices/one').at(-1)).toEqual({
    name: 'Front door',
    idleMinutes: 10,
  });
});

test('a member sets a PIN with the password', async () => {
  openTeam();
  await openPage('/business/team');
  const pin = card('My PIN');
  await pin.getByRole('button', { name: 'Set a PIN' }).click();
  await pin.getByLabelText('New PIN').fill('1234');
  await pin.getByLabelText('Current password').fill(PASSWORD);
  await pin.getByRole('button', { name: 'Save PIN' }).click();
  await says('This PIN is easy to guess. Please choose another.');
  await pin.getByLabelText('New PIN').fill('2580');
  theServer().answer('PUT', '/auth/pin', () => ({ success: true }));
  theServer().answer('GET', '/auth/pin', () => ({ isSet: true, isLocked: false }));
  await pin.getByRole('button', { name: 'Save PIN' }).click();
  await expect.element(toast('PIN saved')).toBeVisible();
  expect(theServer().bodiesOf('PUT', '/auth/pin')).toEqual([{ pin: '2580', password: PASSWORD }]);
  theServer().answer('DELETE', '/auth/pin', () => ({ success: true }));
  await pin.getByRole('button', { name: 'Remove the PIN' }).click();
  await expect.element(toast('PIN removed')).toBeVisible();
});

test('a scanned code still needs a press, and leaves the address; a wrong one says so', async () => {
  theServer().answer('GET', '/auth/device', () => Response.json(null));
  await openPage('/device#123456789');
  await expect.element(page.getByRole('textbox', { name: 'Code' })).toHaveValue('123456789');
  expect(location.hash).toBe('');
  expect(theServer().bodiesOf('POST', '/auth/device/enrol')).toEqual([]);
  expect(await accessibilityProblems()).toEqual([]);
  const ended = 'This code is wrong, was used, or has expired. Please get a new one.';
  const end = theServer().answer('POST', '/auth/device/enrol', () => fieldRefusal('code', ended));
  await button('Set up').click();
  await expect.element(page.getByText(ended).first()).toBeVisible();
  end();
  theServer().answer('POST', '/auth/device/enrol', () => Response.json(locked, { status: 201 }));
  await button('Set up').click();
  await expect.element(page.getByRole('heading', { name: 'Who is here?' })).toBeVisible();
});

test('a PIN opens the stand under the name of its member, who locks it again', async () => {
  const { device } = openDevice();
  await openPage('/device');
  await expect.element(button('Owner')).toBeVisible();
  await says('Blue Door Café · 14 Kemang Raya, Jakarta · Tablet');
  expect(await accessibilityProblems()).toEqual([]);
  expect(theServer().callsTo('GET', '/auth/me')).toEqual([]);
  await button('Sari').click();
  const end = theServer().answer('POST', '/auth/device/unlock', () =>
    fieldRefusal('pin', 'That PIN is not right.'),
  );
  for (const digit of '2581') await button(digit).click();
  await button('Open the line').click();
  await says('That PIN is not right.');
  await expect.element(page.getByLabelText('PIN of Sari')).toHaveValue('');
  expect(await accessibilityProblems()).toEqual([]);
  expect(smallTargets()).toEqual([]);
  expect(pageWidth()).toBeLessThanOrEqual(390);
  end();
  theServer().answer('POST', '/auth/device/unlock', () => {
    device.unlockedBy = sari;
    return device;
  });
  await userEvent.keyboard('2580{Enter}');
  await says('Sari is here');
  await expect.element(page.getByText('Ada Lovelace').first()).toBeVisible();
  expect(theServer().bodiesOf('POST', '/auth/device/unlock')).toEqual([
    { memberId: 'sari', pin: '2581' },
    { memberId: 'sari', pin: '2580' },
  ]);
  expect(await accessibilityProblems()).toEqual([]);
  expect(pageWidth()).toBeLessThanOrEqual(390);
  await button('Lock').click();
  await expect.element(page.getByRole('heading', { name: 'Who is here?' })).toBeVisible();
  await expect.element(page.getByText('Ada Lovelace')).not.toBeInTheDocument();
  expect(theServer().callsTo('POST', '/auth/device/lock')).toHaveLength(1);
});

test('the stand locks after the idle time, also when the server is not reached, and tells its use', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  openDevice(sari);
  await openPage('/device');
  await says('Sari is here');
  const uses = () => theServer().callsTo('POST', '/auth/device/in-use');
  vi.setSystemTime(Date.now() + 100_000);
  await userEvent.keyboard('x');
  await expect.poll(uses).toHaveLength(1);
  vi.setSystemTime(Date.now() + 100_000);
  await userEvent.keyboard('x');
  await expect.poll(uses).toHaveLength(2);
  theServer().answer('POST', '/auth/device/lock', () => refusal('try_again'));
  vi.setSystemTime(Date.now() + 120_000);
  // After the tablet has slept, the first touch only locks the device.
  await userEvent.keyboard('x');
  await expect.element(page.getByRole('heading', { name: 'Who is here?' })).toBeVisible();
});

test('a device that was locked without a network stays locked after a reload, and tells the server', async () => {
  openDevice(sari);
  const away = theServer().answer('POST', '/auth/device/lock', () => refusal('try_again'));
  await openPage('/device');
  await button('Lock').click();
  await expect.element(page.getByRole('heading', { name: 'Who is here?' })).toBeVisible();
  const asked = theServer().callsTo('GET', '/auth/me').length;
  await openPage('/device');
  await expect.element(page.getByRole('heading', { name: 'Who is here?' })).toBeVisible();
  expect(theServer().callsTo('GET', '/auth/me')).toHaveLength(asked);
  away();
  expect(theServer().callsTo('POST', '/auth/device/lock')).toHaveLength(2);
});

test('a line that cannot be loaded after the PIN says so, can be loaded again, and locked', async () => {
  openDevice(sari);
  const away = theServer().answer('GET', '/auth/me', () => refusal('try_again'));
  await openPage('/device');
  await says('We could not reach the line just now.');
  expect(await accessibilityProblems()).toEqual([]);
  away();
  await button('Try again').click();
  await says('Sari is here');
});

test('a session on a device opens no other page', async () => {
  openDevice(sari);
  for (const path of ['/business/stand', '/business/team']) {
    await openPage(path);
    await says('Sari is here');
    expect(location.pathname).toBe('/device');
  }
});

test('a PIN is typed on an Arabic keyboard, and a device that was revoked meanwhile asks for a code', async () => {
  openDevice();
  await openPage('/device');
  await button('Sari').click();
  await page.getByLabelText('PIN of Sari').fill('٢٥٨٠');
  await expect.element(page.getByLabelText('PIN of Sari')).toHaveValue('2580');
  theServer().answer('GET', '/auth/device', () => Response.json(null));
  theServer().answer('POST', '/auth/device/unlock', () => refusal('not_logged_in'));
  await button('Open the line').click();
  await expect.element(page.getByRole('heading', { name: 'Set up this device' })).toBeVisible();
});

test('another member without a name is not called the owner', async () => {
  const { device } = openDevice();
  device.members = [{ id: 'former', name: '' }];
  await openPage('/device');
  await expect.element(button('A member')).toBeVisible();
});

test('a revoked device asks for a code', async () => {
  takeClock();
  openDevice(sari);
  await openPage('/device');
  await says('Sari is here');
  theServer().answer('GET', '/auth/device', () => Response.json(null));
  theServer().answer('GET', '/auth/me', () => refusal('not_logged_in'));
  await vi.advanceTimersByTimeAsync(MEMBER_POLL_MS);
  await expect.element(page.getByRole('heading', { name: 'Set up this device' })).toBeVisible();
});
