/** The page "Team", the page of an invitation, and the pages as each role sees them. */
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { TeamMember, TeamView } from '../../../src/shared/contracts/team.ts';
import { givenRoles } from '../../../src/shared/roles.ts';
import { accessibilityProblems } from '../support/axe.ts';
import { securityOf, card, PASSWORD } from '../support/account.ts';
import { fieldRefusal, refusal, theServer } from '../support/fake-server.ts';
import { onPhone } from '../support/guest-steps.ts';
import { pageWidth } from '../support/look.ts';
import { openPage, says, toast } from '../support/pages.tsx';
import { openShop, type Shop } from '../support/shop.ts';

const since = '2026-11-01T08:00:00.000Z';
const expiresAt = '2026-12-01T08:00:00.000Z';
const rights = { locationIds: null, mayReadNumbers: false };
const owner: TeamMember = {
  ...rights,
  id: 'owner',
  role: 'owner',
  name: null,
  email: 'owner@blue-door.example',
  since,
  isSelf: true,
  mayChange: false,
};
const sari: TeamMember = {
  ...rights,
  id: 'sari',
  role: 'host',
  name: 'Sari',
  email: 'sari@example.com',
  since,
  isSelf: false,
  mayChange: true,
};

/** Opens a shop with a team. Returns the answer to `GET /auth/team`, which a test may change. */
function openTeam(user: Partial<Shop['user']> = {}): { shop: Shop; team: TeamView } {
  const shop = openShop({ user, locations: [{}, { profile: { address: 'The other address 2' } }] });
  theServer().answer('GET', '/auth/security', () => securityOf(shop));
  const team: TeamView = { members: [owner, sari], invitations: [] };
  theServer().answer('GET', '/auth/team', () => team);
  theServer().answer('GET', '/auth/devices', () => ({ devices: [] }));
  theServer().answer('GET', '/auth/pin', () => ({ isSet: false, isLocked: false }));
  theServer().answer('GET', '/auth/team/ownership', () => ({ offer: null }));
  theServer().answer('GET', '/auth/businesses', () => ({
    businesses: [{ id: 'business', name: 'Blue Door Café', role: shop.user.role, current: true }],
  }));
  return { shop, team };
}

test('the owner invites somebody for one location, and withdraws the invitation', async () => {
  await onPhone();
  const { shop, team } = openTeam();
  await openPage('/business/team');
  await page.getByRole('button', { name: 'Invite somebody' }).click();
  const open = card('Open invitations');
  await open.getByRole('button', { name: 'Send invitation' }).click();
  await says('Email is required');
  await open.getByRole('textbox', { name: 'Email address' }).fill('budi@example.com');
  await open.getByLabelText('All locations, also later ones').click();
  await says('Choose at least one location');
  await open.getByLabelText('The other address 2').click();
  await open.getByLabelText('May read guests’ phone numbers').click();
  const there = shop.queues[1]?.id ?? '';
  const invited = {
    email: 'budi@example.com',
    role: 'host',
    locationIds: [there],
    mayReadNumbers: true,
  } as const;
  theServer().answer('POST', '/auth/team/invitations', () => {
    team.invitations = [{ ...invited, locationIds: [there], id: 'one', expiresAt }];
    return Response.json(team, { status: 201 });
  });
  await open.getByLabelText('Current password').fill(PASSWORD);
  expect(await accessibilityProblems()).toEqual([]);
  expect(pageWidth()).toBeLessThanOrEqual(390);
  await open.getByRole('button', { name: 'Send invitation' }).click();
  await expect.element(toast('Invitation sent')).toBeVisible();
  expect(theServer().bodiesOf('POST', '/auth/team/invitations')).toEqual([
    { ...invited, password: PASSWORD },
  ]);
  await expect.element(open.getByText('Host · The other address 2 · Reads phone numbers')).toBeVisible();
  theServer().answer('DELETE', '/auth/team/invitations/one', () => {
    team.invitations = [];
    return { success: true };
  });
  await open.getByRole('button', { name: 'Withdraw the invitation of budi@example.com' }).click();
  await expect.element(toast('Invitation withdrawn')).toBeVisible();
});

test.each([390, 1024, 1440])('at a width of %i a member’s buttons are side by side', async (width) => {
  await page.viewport(width, 844);
  openTeam();
  await openPage('/business/team');
  const topOf = (name: string) =>
    Math.round(card('Members').getByRole('button', { name }).element().getBoundingClientRect().top);
  await expect.element(card('Members').getByRole('button', { name: 'Remove Sari' })).toBeVisible();
  expect(topOf('Remove Sari')).toBe(topOf('Change the role of Sari'));
  const lines = [...card('Members').element().querySelectorAll('li')].map(
    (row) => getComputedStyle(row).borderBottomWidth,
  );
  expect(lines).toEqual(['1px', '0px']);
});

test('the owner changes a role and removes a member; locations that have not confirmed are named', async () => {
  const { team } = openTeam();
  await openPage('/business/team');
  const members = card('Members');
  await expect.element(members.getByText('2 of 100, with open invitations')).toBeVisible();
  await members.getByRole('button', { name: 'Change the role of Sari' }).click();
  await members.getByLabelText(/^Manager:/).click();
  await members.getByLabelText('Current password').fill(PASSWORD);
  const end = theServer().answer('PATCH', '/auth/team/members/sari', () => {
    // Another page has changed the role meanwhile.
    team.members = [owner, { ...sari, role: 'viewer' }];
    return refusal('rights_changed');
  });
  await members.getByRole('button', { name: 'Save role' }).click();
  await expect.element(toast('The role was not changed')).toBeVisible();
  await expect.element(members.getByLabelText(/^Viewer:/)).toBeChecked();
  end();
  await members.getByLabelText(/^Manager:/).click();
  await members.getByLabelText('Current password').fill(PASSWORD);
  theServer().answer('PATCH', '/auth/team/members/sari', () => ({ success: true }));
  await members.getByRole('button', { name: 'Save role' }).click();
  await expect.element(toast('Role changed')).toBeVisible();
  const sent = { ...rights, role: 'manager', password: PASSWORD };
  expect(theServer().bodiesOf('PATCH', '/auth/team/members/sari')).toEqual([
    { ...sent, from: { ...rights, role: 'host' } },
    { ...sent, from: { ...rights, role: 'viewer' } },
  ]);
  await members.getByRole('button', { name: 'Remove Sari' }).click();
  await says('Remove Sari from the team? Every device of this person is logged out at once.');
  theServer().answer('DELETE', '/auth/team/members/sari', () => {
    team.members = [owner];
    return { success: true, unconfirmedAt: ['The other address 2'] };
  });
  await page.getByRole('button', { name: 'Remove member' }).click();
  await expect.element(page.getByText(/The other address 2/).first()).toBeVisible();
  await expect.element(members.getByText('Sari')).not.toBeInTheDocument();
});

test('the owner unlocks a locked PIN', async () => {
  const { team } = openTeam();
  team.members = [owner, { ...sari, pinLocked: true }];
  await openPage('/business/team');
  await expect.element(card('Members').getByText('PIN locked')).toBeVisible();
  theServer().answer('DELETE', '/auth/team/members/sari/pin-lock', () => {
    team.members = [owner, sari];
    return { success: true };
  });
  await page.getByRole('button', { name: 'Unlock the PIN of Sari' }).click();
  await expect.element(toast('PIN unlocked')).toBeVisible();
  await expect.element(page.getByText('PIN locked')).not.toBeInTheDocument();
});

test('ownership is offered with a mailed code and the password, and the member who gets it confirms', async () => {
  openTeam();
  await openPage('/business/team');
  const ownership = card('Ownership');
  await ownership.getByRole('button', { name: 'Hand over' }).click();
  await says(
    'The plan goes on, and is still paid with your payment method until the new owner enters another one. As a manager you cannot end the plan: end it before, if you do not want this.',
  );
  await says('So that nobody else gives the business away, we first send a code to owner@blue-door.example.');
  theServer().answer('POST', '/auth/team/ownership/code', () => ({ success: true }));
  await ownership.getByRole('button', { name: 'Email me a code' }).click();
  await expect.element(toast('Code sent')).toBeVisible();
  await ownership.getByLabelText('Code from the mail').fill('123 456');
  await ownership.getByLabelText('Current password').fill(PASSWORD);
  theServer().answer('POST', '/auth/team/ownership', () => ({ success: true }));
  theServer().answer('GET', '/auth/team/ownership', () => ({
    offer: { memberId: 'sari', isToMe: false, expiresAt },
  }));
  await ownership.getByRole('button', { name: 'Offer ownership' }).click();
  await expect.element(toast('Ownership offered')).toBeVisible();
  expect(theServer().bodiesOf('POST', '/auth/team/ownership')).toEqual([
    { password: PASSWORD, mailedCode: '123456', memberId: 'sari' },
  ]);
  await expect.element(ownership.getByText(/^Waiting for Sari to confirm until/)).toBeVisible();
  openTeam({ role: 'viewer', trial: true });
  theServer().answer('GET', '/auth/team/ownership', () => ({
    offer: { memberId: 'sari', isToMe: true, expiresAt },
  }));
  theServer().answer('POST', '/auth/team/ownership/accept', () => ({ success: true }));
  await openPage('/business/team');
  await says('Texts to guests wait until you have confirmed your own phone number in the account settings.');
  await ownership.getByRole('button', { name: 'Become the owner' }).click();
  await ownership.getByLabelText('Current password').fill(PASSWORD);
  await ownership.getByRole('button', { name: 'Become the owner' }).click();
  await expect.element(toast('You are the owner now')).toBeVisible();
});

test('a person with several businesses opens another one; a host sees no members, and may leave', async () => {
  openTeam({ role: 'host' });
  theServer().answer('GET', '/auth/businesses', () => ({
    businesses: [
      { id: 'business', name: 'Blue Door Café', role: 'host', current: true },
      { id: 'own', name: 'Red Door', role: 'owner', current: false },
    ],
  }));
  theServer().answer('POST', '/auth/businesses/switch', () => refusal('not_found'));
  await openPage('/business/team');
  await card('Your businesses').getByRole('button', { name: 'Open Red Door' }).click();
  await expect.element(toast('The business was not opened')).toBeVisible();
  expect(theServer().bodiesOf('POST', '/auth/businesses/switch')).toEqual([{ businessId: 'own' }]);
  await expect.element(card('Members')).not.toBeInTheDocument();
  theServer().answer('POST', '/auth/team/leave', () => ({ success: true }));
  await page.getByRole('button', { name: 'Leave this team' }).click();
  expect(page.getByText(/^You belong to no other business/).elements()).toEqual([]);
  await page.getByLabelText('Current password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Leave team' }).click();
  await expect.poll(() => location.pathname).toBe('/login');
  expect(theServer().bodiesOf('POST', '/auth/team/leave')).toEqual([{ password: PASSWORD }]);
});

test('a person of one business is told that leaving deletes the account', async () => {
  openTeam({ role: 'viewer' });
  await openPage('/business/team');
  await page.getByRole('button', { name: 'Leave this team' }).click();
  await says(
    'You belong to no other business. Your account is deleted with it, with password, passkeys and two-step login.',
  );
  expect(await accessibilityProblems()).toEqual([]);
});

test('removed locations are nobody’s; a manager of some locations gives only these', async () => {
  const { shop, team } = openTeam({ role: 'manager' });
  const here = shop.queues[1]?.id ?? '';
  const manager: TeamMember = { ...owner, role: 'manager', locationIds: [here] };
  team.members = [manager, { ...sari, locationIds: ['removed'] }];
  await openPage('/business/team');
  const members = card('Members');
  await expect.element(members.getByText('Host · No location')).toBeVisible();
  await members.getByRole('button', { name: 'Change the role of Sari' }).click();
  await expect.element(members.getByText('Choose at least one location')).toBeVisible();
  expect(members.getByLabelText('All locations, also later ones').elements()).toEqual([]);
  await members.getByLabelText('The other address 2').click();
  await members.getByLabelText('Current password').fill(PASSWORD);
  theServer().answer('PATCH', '/auth/team/members/sari', () => ({ success: true }));
  await members.getByRole('button', { name: 'Save role' }).click();
  await expect.element(toast('Role changed')).toBeVisible();
  expect(theServer().bodiesOf('PATCH', '/auth/team/members/sari')).toMatchObject([{ locationIds: [here] }]);
});

test('an invitation makes an account with a name and a password', async () => {
  const { shop } = openTeam({ role: 'host' });
  const asked = { businessName: 'Blue Door', email: 'sari@example.com', role: 'host', hasAccount: false };
  theServer().answer('POST', '/auth/invitation', () => asked);
  await openPage('/invitation?token=mailed');
  await expect.poll(() => location.pathname + location.search).toBe('/invitation');
  await says('Blue Door invites you to its team. Your role: Host.');
  await page.getByRole('button', { name: 'Join', exact: true }).click();
  await says('Your name is required');
  expect(await accessibilityProblems()).toEqual([]);
  await page.getByLabelText('Your name').fill('Sari');
  await page.getByLabelText('Password', { exact: true }).fill(PASSWORD);
  theServer().answer('POST', '/auth/invitation/accept', () =>
    Response.json({ user: shop.me() }, { status: 201 }),
  );
  await page.getByRole('button', { name: 'Join', exact: true }).click();
  await expect.poll(() => location.pathname).toBe('/business/dashboard');
  expect(theServer().bodiesOf('POST', '/auth/invitation/accept')).toEqual([
    { token: 'mailed', name: 'Sari', password: PASSWORD },
  ]);
});

test('an invitation of an existing account leads to the log-in; one that has ended says so', async () => {
  const asked = { businessName: 'Blue Door', email: 'sari@example.com', role: 'viewer', hasAccount: true };
  const end = theServer().answer('POST', '/auth/invitation', () => asked);
  await openPage('/invitation?token=mailed');
  await says('Please log in as sari@example.com first, and then open the link in the mail again.');
  end();
  const ended = 'This invitation was used, withdrawn, or has expired. Please ask for a new one.';
  theServer().answer('POST', '/auth/invitation', () => fieldRefusal('token', ended));
  await openPage('/invitation?token=mailed');
  await says(ended);
});

const addWalkIn = () => page.getByRole('button', { name: 'Add walk-in' }).first();
const admit = () => page.getByRole('button', { name: /^Admit / }).first();
const pause = () => page.getByRole('button', { name: 'Pause joining' }).first();

test.each([
  { role: 'viewer', acts: false, pauses: false },
  { role: 'host', acts: true, pauses: false },
  { role: 'manager', acts: true, pauses: true },
] as const)('the dashboard of a $role shows only what the role may do', async ({ role, acts, pauses }) => {
  const { shop } = openTeam({ role });
  const [removed = ''] = shop.queue.joinAll([
    { firstName: 'Budi' },
    { firstName: 'Ada', lastName: 'Lovelace' },
  ]);
  shop.queue.remove(removed);
  await openPage('/business/dashboard');
  await expect.element(page.getByText('Ada Lovelace').first()).toBeVisible();
  // When the page shows this new guest, the page has already shown its first view of the line, in which an Undo button
  // could appear.
  shop.queue.join({ firstName: 'Cleo', lastName: 'Lovelace' });
  await expect.element(page.getByText('Cleo Lovelace').first()).toBeVisible();
  const shown = (is: boolean) => (is ? 1 : 0);
  expect(addWalkIn().elements()).toHaveLength(shown(acts));
  expect(admit().elements()).toHaveLength(shown(acts));
  expect(page.getByRole('button', { name: /^Undo / }).elements()).toHaveLength(shown(acts));
  expect(pause().elements()).toHaveLength(shown(pauses));
  expect(page.getByRole('link', { name: 'Settings', exact: true }).elements()).toHaveLength(shown(pauses));
  await openPage('/payments');
  await expect.poll(() => location.pathname).toBe('/business/dashboard');
});

test('a manager’s settings have no way to add or remove locations, to rename, or to change the plan', async () => {
  openTeam({ role: 'manager' });
  await openPage('/business/settings');
  await expect.element(page.getByRole('heading', { name: 'Current Locations' })).toBeVisible();
  const owners = [
    page.getByRole('button', { name: 'Add Location' }),
    page.getByRole('button', { name: /^Remove / }),
    page.getByRole('link', { name: 'Edit name' }),
    page.getByRole('link', { name: 'Change Plan' }),
  ];
  expect(owners.flatMap((one) => one.elements())).toEqual([]);
  await expect.element(page.getByRole('link', { name: 'Your team' })).toBeVisible();
});

const cardsOfAPerson = [
  'Email address', 'Password', 'Two-step login', 'Language', 'Passkeys', 'Where you are logged in',
]; // oxfmt-ignore

test.each(givenRoles)(
  'the account page of a %s has the cards of a person, also while it loads',
  async (role) => {
    openTeam({ role });
    const loading = theServer().hold('GET', '/auth/security');
    await openPage('/business/account');
    const cards = () =>
      [...document.querySelectorAll('main section h2')].map(({ textContent }) => textContent);
    await expect.poll(cards).toEqual(cardsOfAPerson);
    loading.release();
    await expect.element(page.getByRole('button', { name: 'Change password' })).toBeVisible();
    expect(cards()).toEqual(cardsOfAPerson);
  },
);
