/** The admin's page (`docs/spec.md` sections 2, 5 and 8, 10.24). */
import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { type OperatorAct } from '../../../src/shared/contracts/admin.ts';
import {
  answerDesk,
  blueDoor,
  change,
  firstOperator,
  heading,
  kept,
  me,
  openDesk,
  plainRefusal,
  secondOperator,
  updateCredits,
} from '../support/admin-desk.ts';
import { accessibilityProblems } from '../support/axe.ts';
import { takeClock } from '../support/clock.ts';
import { theServer } from '../support/fake-server.ts';
import { onPhone } from '../support/guest-steps.ts';
import { pageWidth } from '../support/look.ts';
import { button, openPage, says, toast } from '../support/pages.tsx';
import { openShop } from '../support/shop.ts';

const field = (name: string) => page.getByLabelText(name, { exact: true });
const customers = field('Base Customer Credits');

async function openLocked(): Promise<void> {
  theServer().refuse('GET', '/admin/me', 'not_logged_in');
  await openPage('/admin');
  await expect.element(heading('Admin log-in')).toBeVisible();
}

async function search(username: string): Promise<void> {
  await page.getByRole('searchbox', { name: 'Business username' }).fill(username);
  await userEvent.keyboard('{Enter}');
}

async function fillCredits(username: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Username', exact: true }).fill(username);
  await customers.fill('500');
  await field('Base SMS Credits').fill('300');
  await button('Update Credits').click();
}

test('the log-in says what is missing and what is wrong, and leads to the page', async () => {
  await openLocked();
  await button('Log In').click();
  await expect.element(toast('Please fill in all fields')).toBeVisible();
  await expect.element(field('Username')).toHaveFocus();
  const refuses = theServer().answer('POST', '/admin/login', () => plainRefusal('wrong_admin_credentials'));
  await field('Username').fill('admin');
  await field('Password').fill('lantern-at-the-gate');
  await userEvent.keyboard('{Enter}');
  await expect.element(toast('Invalid credentials')).toBeVisible();
  refuses();
  answerDesk();
  theServer().answer('POST', '/admin/login', () => me);
  await field('Password').fill('lantern-at-the-door');
  await userEvent.keyboard('{Enter}');
  await expect.element(toast('Admin access granted')).toBeVisible();
  await expect.element(heading('Update credits')).toBeVisible();
  // The form that had the focus is gone, so the heading gets the focus.
  await expect.element(page.getByRole('heading', { name: 'Admin', level: 1, exact: true })).toHaveFocus();
  expect(theServer().bodiesOf('POST', '/admin/login').at(-1)).toEqual({
    username: 'admin',
    password: 'lantern-at-the-door',
  });
  const stored = Object.keys(sessionStorage).filter((key) => key !== 'react-router-scroll-positions');
  expect([...Object.keys(localStorage), ...stored]).toEqual([]);
});

test('a business is found however its name is typed, and its credits are changed and written down', async () => {
  await openDesk();
  await button('Update Credits').click();
  await expect.element(toast('Please fill in all fields')).toBeVisible();
  await search('nobody-at-all');
  await says('That business username does not exist');
  await search(' @BLUE-DOOR ');
  await expect.element(heading('Blue Door Café')).toBeVisible();
  await says('1 customer in queue');
  await says('Customer Credits: 299');

  await button('Change credits').click();
  await expect.element(customers).toHaveFocus();
  for (const wrong of ['-1', '1e3']) {
    await customers.fill(wrong);
    await userEvent.keyboard('{Enter}');
    await says('Enter a whole number from 0 to 1,000,000');
    await expect.element(customers).toHaveAttribute('aria-invalid', 'true');
    await customers.fill('7');
    await expect.element(customers).not.toHaveAttribute('aria-invalid');
  }
  await customers.fill('500');
  await userEvent.keyboard('{Enter}');
  await expect.element(toast('Business credits updated successfully')).toBeVisible();
  await says('Customer Credits: 500');
  expect(theServer().bodiesOf(...updateCredits)).toEqual([
    { username: 'blue-door', baseCustomerCredits: 500, baseSMSCredits: 300 },
  ]);
  const first = page.getByRole('list', { name: 'Audit log' }).getByRole('listitem').first();
  await expect.element(first.getByText('Credits changed @blue-door')).toBeVisible();
  await expect.element(first).toHaveTextContent('from 300 to 500');
  await first.getByText('1 location set').click();
  await expect.element(first.getByText('customers 299 → 500, SMS 300 → 300')).toBeVisible();
});

test('the audit log is filtered by operator, act and business', async () => {
  await openDesk();
  const viewed: OperatorAct = {
    ...change,
    id: 2,
    kind: 'business_viewed',
    credits: null,
    about: 'of a location',
  };
  theServer().answer('GET', '/admin/audit', () => ({ rows: [viewed], next: null }));
  await field('Operator').fill(' ada ');
  await field('Act').selectOptions('Business viewed');
  await field('Business').fill('blue-door');
  await button('Show').click();
  const first = page.getByRole('list', { name: 'Audit log' }).getByRole('listitem').first();
  await expect.element(first.getByText('Business viewed @blue-door')).toBeVisible();
  await expect.element(first.getByText('of a location')).toBeVisible();
  const { url } = theServer().callsTo('GET', '/admin/audit').at(-1) ?? {};
  expect(Object.fromEntries(url?.searchParams ?? [])).toEqual({
    operator: 'ada',
    kind: 'business_viewed',
    username: 'blue-door',
  });
});

/** The password fields in the forms of the operators; the last field is in the form for a new operator. */
const ownPassword = () => page.getByRole('region', { name: 'Operators' }).getByLabelText('Your own password');

test('an operator is added and changed, and the own password is changed', async () => {
  takeClock();
  await openDesk();
  const name = page.getByRole('region', { name: 'Operators' }).getByLabelText('Name', { exact: true });
  await button('Add an operator').click();
  await expect.element(toast('Please fill in all fields')).toBeVisible();
  theServer().answer('POST', '/admin/operators', () => plainRefusal('operator_taken'));
  await name.fill('grace');
  await field('First password').fill('a lantern by the door');
  const newOne = page.getByRole('group', { name: 'What the new operator may do' });
  await newOne.getByLabelText('Change credits').click();
  await ownPassword().last().fill('lantern-at-the-door');
  await button('Add an operator').click();
  await expect.element(toast('There is an operator of this name already.')).toBeVisible();
  theServer().answer('POST', '/admin/operators', () => ({ success: true }));
  await button('Add an operator').click();
  await expect.element(toast('Operator added')).toBeVisible();
  await expect.element(name).toHaveValue('');
  expect(theServer().bodiesOf('POST', '/admin/operators').at(-1)).toEqual({
    name: 'grace',
    password: 'a lantern by the door',
    rights: ['credits'],
    currentPassword: 'lantern-at-the-door',
  });

  // The first form's toasts must disappear before the second form shows toasts with the same words.
  await vi.advanceTimersByTimeAsync(10_000);
  theServer().answer('POST', '/admin/operators/change', () => ({ success: true }));
  await expect.element(button('Save admin')).not.toBeInTheDocument();
  const rights = page.getByRole('group', { name: 'What eve may do' });
  await rights.getByLabelText('Export a business or a person').click();
  await page.getByLabelText('Cannot log in').click();
  await button('Save eve').click();
  await expect.element(toast('Please fill in all fields')).toBeVisible();
  await ownPassword().first().fill('lantern-at-the-door');
  await button('Save eve').click();
  await expect.element(toast('Operator changed')).toBeVisible();
  expect(theServer().bodiesOf('POST', '/admin/operators/change')).toEqual([
    {
      name: 'eve',
      rights: ['backup'],
      disabled: true,
      from: { rights: ['export', 'backup'], disabled: false },
      currentPassword: 'lantern-at-the-door',
    },
  ]);

  theServer().answer('POST', '/admin/password', () => ({ success: true }));
  const own = page.getByRole('region', { name: 'Your password' });
  await own.getByLabelText('Current password').fill('lantern-at-the-door');
  await field('New password').fill('a new lantern by the door');
  await button('Change password').click();
  await expect.element(toast('Password changed. Please log in again.')).toBeVisible();
  expect(theServer().bodiesOf('POST', '/admin/password')).toEqual([
    { currentPassword: 'lantern-at-the-door', newPassword: 'a new lantern by the door' },
  ]);
});

test('an operator sees only what the rights allow', async () => {
  answerDesk();
  theServer().answer('GET', '/admin/me', () => ({ username: 'grace', rights: ['support'] }));
  await openPage('/admin');
  await expect.element(heading('Find a business')).toBeVisible();
  for (const hidden of ['Update credits', 'Operators'])
    await expect.element(heading(hidden)).not.toBeInTheDocument();
  await search('blue-door');
  await expect.element(heading('Blue Door Café')).toBeVisible();
  await expect.element(button('Change credits')).not.toBeInTheDocument();
});

test('a change of an operator that another one made meanwhile is shown, and not undone', async () => {
  await openDesk();
  const out = page.getByLabelText('Cannot log in');
  await page.getByRole('group', { name: 'What eve may do' }).getByLabelText('Change credits').click();
  theServer().answer('GET', '/admin/operators', () => ({
    operators: [firstOperator, { ...secondOperator, disabled: true }],
  }));
  theServer().answer('POST', '/admin/operators/change', () => plainRefusal('rights_changed'));
  await ownPassword().first().fill('lantern-at-the-door');
  await button('Save eve').click();
  await expect.element(toast('This was changed meanwhile. Please look at it again.')).toBeVisible();
  await expect.element(out).toBeChecked();
  await out.click();
  await button('Save eve').click();
  await expect
    .poll(() => theServer().bodiesOf('POST', '/admin/operators/change').at(-1))
    .toEqual({
      name: 'eve',
      rights: ['export', 'backup'],
      disabled: false,
      from: { rights: ['export', 'backup'], disabled: true },
      currentPassword: 'lantern-at-the-door',
    });
});

test('a found business is called for by a search, and by no change or focus of the page', async () => {
  await openDesk();
  theServer().answer('POST', '/admin/operators/change', () => ({ success: true }));
  const searches = () => theServer().callsTo('GET', '/admin/businesses/:username').length;
  const lists = () => theServer().callsTo('GET', '/admin/operators').length;
  await search('blue-door');
  await expect.element(heading('Blue Door Café')).toBeVisible();
  const before = lists();
  await ownPassword().first().fill('lantern-at-the-door');
  await button('Save eve').click();
  await expect.element(toast('Operator changed')).toBeVisible();
  await expect.poll(lists).toBeGreaterThan(before);
  const changed = lists();
  // The page makes no second call while a call is running, so this test repeats the event until the page makes a call.
  await expect
    .poll(() => {
      document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
      return lists();
    })
    .toBeGreaterThan(changed);
  expect(searches()).toBe(1);
  await search('blue-door');
  await expect.poll(searches).toBe(2);
});

test('a protected name is shown with its approval', async () => {
  await openDesk();
  let nameWaits = true;
  theServer().answer('GET', '/admin/businesses/:username', () => ({ ...blueDoor, nameWaits }));
  theServer().answer('POST', '/admin/approve-name', () => {
    nameWaits = false;
    return { success: true };
  });
  await search('blue-door');
  await button('Approve name').click();
  await expect.element(toast('Name approved')).toBeVisible();
  expect(theServer().bodiesOf('POST', '/admin/approve-name')).toEqual([
    { username: 'blue-door', name: 'Blue Door Café' },
  ]);
  await expect
    .element(page.getByText('Texts use the username until you approve it.'))
    .not.toBeInTheDocument();
});

test('the log-out is called and loads the page anew', async () => {
  await openDesk();
  theServer().answer('POST', '/admin/logout', () => ({ success: true }));
  const left = Promise.withResolvers<string>();
  navigation.addEventListener('navigate', ({ destination }) => left.resolve(destination.url), { once: true });
  await button('Log Out').click();
  expect(new URL(await left.promise).pathname).toBe('/admin');
  expect(theServer().callsTo('POST', '/admin/logout')).toHaveLength(1);
});

test('a log-out gives up the reload under way, and a failed log-out makes it again', async () => {
  await openDesk();
  const reads = () => theServer().callsTo('GET', '/admin/passkeys');
  const before = reads().length;
  const reload = theServer().hold('GET', '/admin/passkeys');
  await fillCredits('blue-door');
  await expect.poll(reads).toHaveLength(before + 1);
  let isGivenUp: boolean | undefined;
  theServer().answer('POST', '/admin/logout', () => {
    isGivenUp = reads().at(before)?.signal?.aborted;
    return plainRefusal('try_again');
  });
  await button('Log Out').click();
  await expect.element(toast('You are still logged in')).toBeVisible();
  expect(isGivenUp).toBe(true);
  await expect.poll(reads).toHaveLength(before + 2);
  reload.release();
});

test('a log-in that has ended meanwhile locks the page', async () => {
  await openDesk();
  theServer().refuse('GET', '/admin/me', 'not_logged_in');
  theServer().answer(...updateCredits, () => plainRefusal('not_logged_in'));
  await fillCredits('somebody');
  await expect.element(toast('Please sign in to continue.')).toBeVisible();
  await expect.element(heading('Admin log-in')).toBeVisible();
});

test('what goes wrong with an update is said in the words of the answer, or in our own', async () => {
  await openDesk();
  theServer().answer(...updateCredits, () => plainRefusal('unknown_business'));
  await fillCredits('nobody-at-all');
  await expect.element(toast('That business username does not exist')).toBeVisible();
  const html = { status: 502, headers: { 'content-type': 'text/html' } };
  theServer().answer(...updateCredits, () => new Response('<h1>Bad gateway</h1>', html));
  await button('Update Credits').click();
  await expect.element(toast('Failed to update credits')).toBeVisible();
  theServer().fail(...updateCredits);
  await button('Update Credits').click();
  await expect.element(toast('Network error occurred')).toBeVisible();
});

test('messages of the forms are shown as they were typed, older ones on demand', async () => {
  const picture = '<img src=x onerror="document.title=1">';
  const older = Array.from({ length: 21 }, (_, n) => ({ ...kept, id: n + 1, subject: `Number ${n + 1}` }));
  await openDesk([{ ...kept, id: 22, subject: picture, severity: 'high' as const }, ...older.toReversed()]);
  const feedback = page.getByRole('list', { name: 'Feedback' });
  await expect.element(feedback.getByRole('heading', { name: picture })).toBeVisible();
  await expect.element(feedback.getByText('High severity')).toBeVisible();
  expect(feedback.getByRole('listitem').elements()).toHaveLength(20);
  await button('Show older').click();
  await expect.element(feedback.getByRole('heading', { name: 'Number 1', exact: true })).toBeVisible();
  expect(feedback.getByRole('listitem').elements()).toHaveLength(22);
  const sales = page.getByRole('list', { name: 'Sales inquiries' });
  await expect.element(sales.getByText('12 locations')).toBeVisible();
  await expect.element(sales.getByRole('link')).toHaveAttribute('href', 'mailto:grace%40kopi.example');
  await expect.poll(() => document.title).toBe('Admin · Holdline');
});

test.for([
  ['Feedback', '/admin/feedback'],
  ['Operators', '/admin/operators'],
  ['Waiting for approval', '/admin/asked-acts'],
  ['Your passkeys', '/admin/passkeys'],
] as const)('a list that cannot be loaded says so and can be asked for again: %s', async ([title, path]) => {
  answerDesk();
  const away = theServer().refuse('GET', path, 'try_again');
  theServer().answer('GET', '/admin/me', () => me);
  await openPage('/admin');
  const card = page.getByRole('region', { name: title });
  const failed = card.getByText('This list could not be loaded.');
  await expect.element(failed).toBeVisible();
  away();
  await card.getByRole('button', { name: 'Try again' }).click();
  await expect.element(failed).not.toBeInTheDocument();
  expect(theServer().callsTo('GET', path).length).toBeGreaterThan(1);
});

test('axe finds nothing on the locked and the open page', async () => {
  await onPhone();
  await openLocked();
  expect(await accessibilityProblems()).toEqual([]);
  await openDesk([{ ...kept, severity: 'high' }]);
  await fillCredits('blue-door');
  await expect.element(toast('Business credits updated successfully')).toBeVisible();
  await search('blue-door');
  await expect.element(heading('Blue Door Café')).toBeVisible();
  await page.getByText('1 location set').click();
  await expect.element(page.getByRole('list', { name: 'Sales inquiries' })).toBeVisible();
  await field('Base SMS Credits').fill('-1');
  await userEvent.keyboard('{Enter}');
  await says('Enter a whole number from 0 to 1,000,000');
  expect(await accessibilityProblems()).toEqual([]);
  await page.viewport(1440, 900);
  expect(await accessibilityProblems()).toEqual([]);
});

test.for([320, 390, 820, 1440])('nothing is wider than a screen of %i pixels', async (width) => {
  await page.viewport(width, 800);
  await openLocked();
  expect(pageWidth()).toBe(width);
  await openDesk([{ ...kept, subject: 'W'.repeat(120) }]);
  await fillCredits('blue-door');
  await search('blue-door');
  await expect.element(heading('Blue Door Café')).toBeVisible();
  await expect.element(heading('W'.repeat(120))).toBeVisible();
  await expect.element(page.getByText('1 location set')).toBeVisible();
  expect(pageWidth()).toBe(width);
});

test.for(['/login', '/business/dashboard', '/business/settings'])(
  '%s does not lead to the admin area',
  async (path) => {
    openShop();
    await openPage(path);
    await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect(document.querySelectorAll('a[href*="admin"]')).toHaveLength(0);
  },
);
