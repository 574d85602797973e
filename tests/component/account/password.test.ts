/**
 * A forgotten password: the form, the panel after it, and the page of the mailed link (`docs/spec.md` sections 2, 5 and
 * 8).
 */
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { accessibilityProblems } from '../support/axe.ts';
import { fieldRefusal, theServer } from '../support/fake-server.ts';
import { button, openPage, reloadPage, says, toast } from '../support/pages.tsx';

const heading = (name: string) => page.getByRole('heading', { name, level: 1 });
const field = (name: string) => page.getByRole('textbox', { name, exact: true });
const newPassword = page.getByLabelText('New Password', { exact: true });
const confirmPassword = page.getByLabelText('Confirm New Password');
const lantern = 'a lantern by the door';

test('the form asks for an address and tells nobody whether it has an account', async () => {
  const call = ['POST', '/auth/forgot-password'] as const;
  theServer().answer(...call, () => ({ success: true }));
  await openPage('/login');
  await page.getByRole('link', { name: 'Forgot Password' }).click();
  await expect.element(heading('Forgot your password?')).toBeVisible();
  await expect.poll(() => location.pathname).toBe('/forgot');
  await field('Email Address').fill('  ');
  await button('Send Reset Link').click();
  await expect.element(toast('Email Required')).toBeVisible();
  await expect.element(toast('Please enter your email address.')).toBeVisible();
  expect(await accessibilityProblems()).toEqual([]);

  await field('Email Address').fill('nobody@shops.example');
  await button('Send Reset Link').click();
  await expect.element(heading('Check Your Email')).toHaveFocus();
  await button('Try Another Email').click();
  await expect.element(field('Email Address')).toHaveFocus();
  await field('Email Address').fill('OWNER@blue-door.example');
  await userEvent.keyboard('{Enter}');
  await expect.element(toast('Email Sent!')).toBeVisible();
  await expect
    .element(toast('If an account with that email exists, a password reset link has been sent.'))
    .toBeVisible();
  await expect.element(heading('Check Your Email')).toHaveFocus();
  await expect.element(page.getByText('The link works once and expires in 1 hour.')).toBeVisible();
  expect(await accessibilityProblems()).toEqual([]);
  expect(theServer().bodiesOf(...call)).toEqual([
    { email: 'nobody@shops.example' },
    { email: 'OWNER@blue-door.example' },
  ]);
});

test('the mailed link keeps its token out of the address and takes a new password, typed twice', async () => {
  const call = ['POST', '/auth/reset-password'] as const;
  theServer().answer(...call, () => ({ success: true }));
  await openPage('/reset?token=mailed');
  await expect.poll(() => location.pathname + location.search).toBe('/reset');
  await reloadPage();
  await button('Update Password').click();
  await says('New password is required');
  expect(await accessibilityProblems()).toEqual([]);
  await newPassword.fill(' 1234567 ');
  await button('Update Password').click();
  await says('Password must be at least 8 characters');
  await newPassword.fill(` ${lantern} `);
  await confirmPassword.fill('a lantern by the window');
  await button('Update Password').click();
  await says("Passwords don't match");
  await confirmPassword.fill(lantern);
  await button('Update Password').click();
  await expect.element(toast('Password Reset Successful!')).toBeVisible();
  await expect.element(heading('Password Reset Complete!')).toHaveFocus();
  expect(await accessibilityProblems()).toEqual([]);
  expect(theServer().bodiesOf(...call)).toEqual([{ token: 'mailed', newPassword: lantern }]);
  await page.getByRole('link', { name: 'Continue to Login' }).click();
  await expect.element(heading('Welcome back')).toBeVisible();
});

test('a link without a token leads back to the form', async () => {
  await openPage('/reset');
  await expect.poll(() => location.pathname).toBe('/forgot');
  await expect.element(toast('Invalid Reset Link')).toBeVisible();
  await expect.element(toast('This password reset link is invalid.')).toBeVisible();
});

test('a link that is no good says so and offers another', async () => {
  const ended = 'This password reset link is invalid or has expired. Please request a new one.';
  theServer().answer('POST', '/auth/reset-password', () => fieldRefusal('token', ended));
  await openPage('/reset?token=never-given-out');
  await newPassword.fill(lantern);
  await confirmPassword.fill(lantern);
  await userEvent.keyboard('{Enter}');
  await expect.element(toast('Password Reset Failed')).toBeVisible();
  await expect.element(toast(ended)).toBeVisible();
  await page.getByRole('link', { name: 'Request a new reset link' }).click();
  await expect.poll(() => location.pathname).toBe('/forgot');
});
