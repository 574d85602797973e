/**
 * Operators' passkeys, acts that need an approval, and codes on the admin page. A whole log-in with a passkey is tested
 * in `tests/e2e/owner/admin-passkey.test.ts`.
 */
import { expect, test } from 'vitest';
import { cdp, page, userEvent, type CDPSession } from 'vitest/browser';
import type { PasskeyOptions } from '../../../src/shared/contracts/account/passkeys.ts';
import type { OperatorPasskeyList } from '../../../src/shared/contracts/admin-passkeys.ts';
import type { AskedActList } from '../../../src/shared/contracts/operator.ts';
import {
  answerDesk,
  firstOperator,
  heading,
  me,
  openDesk,
  plainRefusal,
  sentAt,
} from '../support/admin-desk.ts';
import { accessibilityProblems } from '../support/axe.ts';
import { theServer } from '../support/fake-server.ts';
import { pageWidth } from '../support/look.ts';
import { button, openPage, says, toast } from '../support/pages.tsx';

const password = 'lantern-at-the-door';
const done = () => ({ success: true });
const field = (name: string) => page.getByLabelText(name, { exact: true });
const region = (name: string) => page.getByRole('region', { name, exact: true });

const phone: OperatorPasskeyList['passkeys'][number] = {
  id: 'cGhvbmU',
  name: 'Ada’s phone',
  createdAt: sentAt,
  lastUsedAt: null,
};
const asked: AskedActList['acts'] = [
  ['erasure-of-grace', 'grace', 'guest', ['blue-door', 'red-door'], null] as const,
  ['export-of-grace', 'grace', 'export', ['blue-door'], null] as const,
  ['own-export', 'admin', 'export', ['red-door'], 'grace'] as const,
  ['erasure-approved', 'grace', 'account', [], 'linus'] as const,
].map(([id, operator, what, businesses, approvedBy]) => ({
  id,
  operator,
  what,
  businesses: [...businesses],
  waitsUntil: '2026-11-21T12:05:00.000Z',
  endsAt: '2026-11-23T12:05:00.000Z',
  approvedBy,
}));

async function typePassword(awaits: 'passkey' | 'first_passkey'): Promise<void> {
  theServer().refuse('GET', '/admin/me', 'not_logged_in');
  theServer().answer('POST', '/admin/login', () => ({ awaits }));
  await openPage('/admin');
  await field('Username').fill('admin');
  await field('Password').fill(password);
  await userEvent.keyboard('{Enter}');
}

test('after the password the passkey is asked for, and the way back is open', async () => {
  await typePassword('passkey');
  await expect.element(heading('Your passkey')).toHaveFocus();
  expect(await accessibilityProblems()).toEqual([]);
  theServer().answer('POST', '/admin/login/passkey/options', () => plainRefusal('passkey_needed'));
  await button('Use passkey').click();
  await expect.element(toast('This needs your passkey. Please log in again.')).toBeVisible();
  await button('Back').click();
  await expect.element(field('Username')).toBeVisible();
});

test('without a passkey the first one is added before anything else', async () => {
  const devTools: CDPSession = cdp();
  await devTools.send('WebAuthn.enable');
  await devTools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
    },
  });
  await typePassword('first_passkey');
  await expect.element(heading('Add a passkey')).toHaveFocus();
  expect(await accessibilityProblems()).toEqual([]);
  await button('Create passkey').click();
  await expect.element(toast('Please fill in all fields')).toBeVisible();
  const refuses = theServer().answer('POST', '/admin/passkeys/options', () => plainRefusal('not_logged_in'));
  await field('Name').fill('Phone');
  await button('Create passkey').click();
  await expect.element(toast('Please sign in to continue.')).toBeVisible();
  refuses();
  theServer().answer('POST', '/admin/passkeys/options', (): PasskeyOptions => ({
    rp: { id: location.hostname, name: 'Holdline' },
    user: { id: 'YWRh', name: 'admin', displayName: 'admin' },
    challenge: 'A'.repeat(43),
    pubKeyCredParams: [{ type: 'public-key', alg: -7 }],
    timeout: 60_000,
    excludeCredentials: [],
    authenticatorSelection: {
      residentKey: 'required',
      requireResidentKey: true,
      userVerification: 'required',
    },
    attestation: 'none',
  }));
  theServer().answer('POST', '/admin/passkeys', () => {
    answerDesk();
    theServer().answer('GET', '/admin/me', () => me);
    return me;
  });
  await button('Create passkey').click();
  await expect.element(toast('Admin access granted')).toBeVisible();
  await expect.element(heading('Update credits')).toBeVisible();
  expect(theServer().bodiesOf('POST', '/admin/passkeys/options').at(-1)).toEqual({ password });
  expect(theServer().bodiesOf('POST', '/admin/passkeys').at(-1)).toMatchObject({ name: 'Phone' });
  await devTools.send('WebAuthn.disable');
});

test('own passkeys are listed and removed after the password', async () => {
  let passkeys = [phone];
  await openDesk();
  theServer().answer('GET', '/admin/passkeys', (): OperatorPasskeyList => ({ passkeys }));
  const card = region('Your passkeys');
  await says('No passkey yet.');
  await openDesk();
  theServer().answer('GET', '/admin/passkeys', (): OperatorPasskeyList => ({ passkeys }));
  await openPage('/admin');
  await expect.element(card.getByText('Added Nov 20, 2026, not used yet')).toBeVisible();
  await card.getByRole('button', { name: 'Remove Ada’s phone' }).click();
  const remove = card.getByRole('button', { name: 'Remove Ada’s phone' });
  await remove.click();
  await expect.element(toast('Please fill in all fields')).toBeVisible();
  theServer().answer('POST', '/admin/passkeys/remove', () => plainRefusal('only_passkey'));
  await card.getByLabelText('Current password').first().fill(password);
  await remove.click();
  await expect.element(toast('This is your only passkey. Please add another one first.')).toBeVisible();
  theServer().answer('POST', '/admin/passkeys/remove', () => {
    passkeys = [];
    return { success: true };
  });
  await remove.click();
  await expect.element(toast('Passkey removed')).toBeVisible();
  await expect.element(card.getByText('Ada’s phone')).not.toBeInTheDocument();
  expect(theServer().bodiesOf('POST', '/admin/passkeys/remove').at(-1)).toEqual({ id: phone.id, password });
});

test('lost passkeys of an operator are reset after a second press', async () => {
  answerDesk();
  theServer().answer('GET', '/admin/me', () => me);
  theServer().answer('GET', '/admin/operators', () => ({
    operators: [{ ...firstOperator, name: 'grace', passkeys: 2 }],
  }));
  await openPage('/admin');
  await says('First operator, Nov 20, 2026, 2 passkeys');
  theServer().answer('POST', '/admin/operators/reset-passkeys', done);
  await button('Reset passkeys of grace').click();
  await says('For lost passkeys. grace is logged out everywhere, and adds a new passkey at the next log-in.');
  expect(theServer().callsTo('POST', '/admin/operators/reset-passkeys')).toEqual([]);
  const form = page.getByRole('region', { name: 'Operators' }).getByRole('listitem');
  await form.getByLabelText('Your own password').last().fill('lantern-at-the-door');
  await button('Reset passkeys of grace').click();
  await expect.element(toast('Passkeys reset')).toBeVisible();
  expect(theServer().bodiesOf('POST', '/admin/operators/reset-passkeys')).toEqual([
    { name: 'grace', password: 'lantern-at-the-door' },
  ]);
});

test('waiting acts are approved by another operator and withdrawn by who asked', async () => {
  answerDesk();
  theServer().answer('GET', '/admin/me', () => me);
  theServer().answer('GET', '/admin/asked-acts', (): AskedActList => ({ acts: asked }));
  await openPage('/admin');
  const act = (n: number) =>
    page.getByRole('list', { name: 'Waiting for approval' }).getByRole('listitem').nth(n);
  await expect.element(act(0)).toHaveTextContent('Erasure of a guest at @blue-door @red-door');
  await expect
    .element(act(1))
    .toHaveTextContent(/Export of @blue-door.*Asked for by grace.*without approval from Nov 2/);
  await expect
    .element(act(2))
    .toHaveTextContent(/Export of @red-door.*Approved by grace, can be done until Nov 2/);
  await expect.element(act(3)).toHaveTextContent('Erasure of an account');
  await expect.element(act(3).getByRole('button')).not.toBeInTheDocument();

  await act(0).getByRole('button', { name: 'Approve' }).click();
  await expect.element(toast('Please fill in all fields')).toBeVisible();
  theServer().answer('POST', '/admin/person/erase/approve', () => plainRefusal('not_found'));
  await act(0).getByLabelText('Number or address, as it was asked for').fill(' +62 812 3456 7890 ');
  await act(0).getByRole('button', { name: 'Approve' }).click();
  await expect.element(toast('We could not find that.')).toBeVisible();
  expect(theServer().bodiesOf('POST', '/admin/person/erase/approve')).toEqual([
    { who: '+62 812 3456 7890', businesses: ['blue-door', 'red-door'] },
  ]);
  theServer().answer('POST', '/admin/export/approve', done);
  await act(1).getByRole('button', { name: 'Approve' }).click();
  await expect.element(toast('Approved')).toBeVisible();
  expect(theServer().bodiesOf('POST', '/admin/export/approve')).toEqual([{ username: 'blue-door' }]);
  theServer().answer('POST', '/admin/asked-acts/withdraw', done);
  await act(2).getByRole('button', { name: 'Withdraw' }).click();
  await expect.element(toast('Withdrawn')).toBeVisible();
  expect(theServer().bodiesOf('POST', '/admin/asked-acts/withdraw')).toEqual([{ id: 'own-export' }]);
});

test('a code for a command is shown once, after the password', async () => {
  await openDesk();
  const card = region('Code for a command');
  await card.getByRole('button', { name: 'Make a code' }).click();
  await expect.element(toast('Please fill in all fields')).toBeVisible();
  const refuses = theServer().answer('POST', '/admin/command-code', () => plainRefusal('too_many_requests'));
  await card.getByLabelText('Current password').fill(password);
  await card.getByRole('button', { name: 'Make a code' }).click();
  await expect.element(toast('Too many tries. Please wait a moment.')).toBeVisible();
  refuses();
  theServer().answer('POST', '/admin/command-code', () => ({ code: 'C'.repeat(43) }));
  await card.getByRole('button', { name: 'Make a code' }).click();
  await expect.element(card.getByText('C'.repeat(43))).toBeVisible();
  await expect.element(card.getByLabelText('Current password')).toHaveValue('');
});

test.for([320, 1440])(
  'the new cards are accessible and not wider than a screen of %i pixels',
  async (width) => {
    await page.viewport(width, 800);
    answerDesk();
    const named = { ...phone, name: 'W'.repeat(60) };
    theServer().answer('GET', '/admin/me', () => me);
    theServer().answer('GET', '/admin/asked-acts', (): AskedActList => ({ acts: asked }));
    theServer().answer('GET', '/admin/passkeys', (): OperatorPasskeyList => ({ passkeys: [named] }));
    theServer().answer('POST', '/admin/command-code', () => ({ code: 'C'.repeat(43) }));
    await openPage('/admin');
    await expect.element(page.getByText(named.name)).toBeVisible();
    await button(`Remove ${named.name}`).click();
    const card = region('Code for a command');
    await card.getByLabelText('Current password').fill(password);
    await card.getByRole('button', { name: 'Make a code' }).click();
    await expect.element(card.getByText('C'.repeat(43))).toBeVisible();
    expect(pageWidth()).toBe(width);
    expect(await accessibilityProblems()).toEqual([]);
  },
);
