/** The sign-up form during typing: the proposed username, the check of the username, and all errors at once. */
import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { accessibilityProblems } from '../support/axe.ts';
import { takeClock } from '../support/clock.ts';
import { theServer } from '../support/fake-server.ts';
import { button, openPage, says, toast } from '../support/pages.tsx';
import { openShop } from '../support/shop.ts';

const CHECK_AFTER_MS = 400;
const existsCall = ['GET', '/auth/exists'] as const;
const field = (name: string) => page.getByLabelText(name, { exact: true });

async function openForm(): Promise<void> {
  takeClock();
  openShop();
  await openPage('/signup');
  await expect.element(button('Start Free Trial')).toBeVisible();
}

test('a username is proposed from the name and checked once the typing stops', async () => {
  await openForm();
  await field('Business Name').fill('Blue');
  await field('Business Name').fill('Blue Door');
  await expect.element(field('Business Username')).toHaveValue('blue-door');
  await vi.advanceTimersByTimeAsync(CHECK_AFTER_MS);
  await says('blue-door is taken. Please choose another.');
  await field('Business Username').fill('blue-door-2');
  expect(page.getByText('blue-door is taken. Please choose another.').query()).toBe(null);
  await vi.advanceTimersByTimeAsync(CHECK_AFTER_MS);
  await says('blue-door-2 is free.');
  expect(theServer().callsTo(...existsCall)).toHaveLength(2);
  await field('Business Name').fill('Red Door');
  await expect.element(field('Business Username')).toHaveValue('blue-door-2');
  vi.useRealTimers();
  expect(await accessibilityProblems()).toEqual([]);
});

test.for(['Al', 'مقهى', 'Admin', ''])('for the name %j no username is proposed', async (name) => {
  await openForm();
  await field('Business Name').fill('Blue Door');
  await field('Business Name').fill(name);
  await expect.element(field('Business Username')).toHaveValue('');
  await vi.advanceTimersByTimeAsync(CHECK_AFTER_MS);
  expect(theServer().callsTo(...existsCall)).toEqual([]);
});

test.for([
  ['refused', () => theServer().refuse(...existsCall, 'too_many_requests')],
  ['unanswered', () => theServer().fail(...existsCall)],
] as const)('a check that is %s says nothing, and the form can be sent', async ([, breakCall]) => {
  await openForm();
  breakCall();
  await field('Business Username').fill('red-door');
  await vi.advanceTimersByTimeAsync(CHECK_AFTER_MS);
  await expect.poll(() => theServer().callsTo(...existsCall)).toHaveLength(1);
  expect(page.getByText(/red-door is/).query()).toBe(null);
  await button('Start Free Trial').click();
  await says('Business name is required');
});

test('all errors are shown at once, each at its field', async () => {
  await openForm();
  await field('Email').fill('nobody');
  await field('Password').fill('short');
  await field('Confirm Password').fill('other');
  await button('Start Free Trial').click();
  for (const sentence of [
    'Business name is required',
    'Business username is required',
    'Enter a valid email',
    'Phone number is required',
    'Password must be at least 8 chars',
    "Passwords don't match",
  ])
    await says(sentence);
  await expect.element(field('Business Name')).toHaveFocus();
  vi.useRealTimers();
  expect(await accessibilityProblems()).toEqual([]);
});

test('all errors of the server are shown at once, each at its field, beside the toast of the first', async () => {
  await openForm();
  theServer().answer('POST', '/auth/signup', () => {
    const fieldErrors = {
      username: ['That business username is already taken.'],
      password: ['That password is too common. Please choose another.'],
    };
    const error = fieldErrors.username[0];
    return Response.json({ error, code: 'username_taken', issues: { fieldErrors } }, { status: 409 });
  });
  await field('Business Name').fill('Blue Door');
  await field('Email').fill('owner@blue-door.example');
  await field('Phone Number').fill('+62 812 5550 0100');
  await field('Password').fill('password1');
  await field('Confirm Password').fill('password1');
  await button('Start Free Trial').click();
  await expect.element(toast('Sign up failed')).toBeVisible();
  await expect
    .element(field('Business Username'))
    .toHaveAccessibleDescription(/That business username is already taken\.$/);
  await expect.element(field('Password')).toHaveAccessibleDescription(/That password is too common/);
});
