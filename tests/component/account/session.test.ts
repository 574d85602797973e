/** Sign-up, log-in and log-out (`docs/spec.md` sections 2, 5 and 8), and the account facts that pages show. */
import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { accessibilityProblems } from '../support/axe.ts';
import { openAccount, PASSWORD } from '../support/account.ts';
import { takeClock } from '../support/clock.ts';
import { theServer } from '../support/fake-server.ts';
import { button, openPage, reloadPage, says, toast } from '../support/pages.tsx';
import { openShop } from '../support/shop.ts';

const MEMBER_POLL_MS = 11_000;
const logIn = ['POST', '/auth/login'] as const;
const signUp = ['POST', '/auth/signup'] as const;
const field = (name: string) => page.getByLabelText(name, { exact: true });

test('a sign-up sends what was typed once, says that it is busy, and leads to the dashboard', async () => {
  const shop = openShop({ locations: [] });
  theServer().answer(...signUp, () => ({ user: shop.me() }));
  const answer = theServer().hold(...signUp);
  await openPage('/signup');
  const account = {
    name: 'Blue Door Café',
    username: 'blue-door',
    email: 'owner@blue-door.example',
    phone: '+62 812 5550 0100',
    password: PASSWORD,
  };
  await field('Business Name').fill(account.name);
  await field('Business Username').fill(account.username);
  await field('Email').fill(account.email);
  await field('Phone Number').fill(account.phone);
  await field('Password').fill(PASSWORD);
  await field('Confirm Password').fill('something-else');
  await button('Start Free Trial').click();
  await says("Passwords don't match");
  await field('Confirm Password').fill(PASSWORD);
  await button('Start Free Trial').click();
  await button('Creating...').click({ force: true });
  answer.release();
  await expect.element(toast('Account created!')).toBeVisible();
  await expect.element(page.getByRole('heading', { name: 'Queue Management' })).toBeVisible();
  await expect.poll(() => location.pathname).toBe('/business/dashboard');
  expect(theServer().bodiesOf(...signUp)).toEqual([{ ...account, plan: 'Starter' }]);
});

test('a log-in says what is missing and what failed, that it is busy, and welcomes the owner by name', async () => {
  const shop = openShop();
  await openPage('/login');
  await button('Sign In').click();
  await says('Email or username is required');
  await says('Password is required');
  const refuses = theServer().refuse(...logIn, 'wrong_credentials');
  await field('Email or Username').fill('owner@blue-door.example');
  await field('Password').fill('not-the-password');
  await button('Sign In').click();
  await expect.element(toast('Login failed')).toBeVisible();
  await expect.element(toast('Wrong email, username or password.')).toBeVisible();
  await expect.element(page.getByRole('main').getByText('Wrong email, username or password.')).toBeVisible();
  expect(await accessibilityProblems()).toEqual([]);
  refuses();
  theServer().answer(...logIn, () => ({ user: shop.me() }));
  const answer = theServer().hold(...logIn);
  await field('Password').fill(PASSWORD);
  await expect
    .element(page.getByRole('main').getByText('Wrong email, username or password.'))
    .not.toBeInTheDocument();
  await button('Sign In').click();
  await button('Signing in...').click({ force: true });
  answer.release();
  await expect.element(toast('Login successful!')).toBeVisible();
  await expect.element(toast('Welcome back, Blue Door Café!')).toBeVisible();
  await expect.poll(() => location.pathname).toBe('/business/dashboard');
  expect(theServer().bodiesOf(...logIn)).toHaveLength(2);
});

test('a person with another language is welcomed after the page was loaded in it', async () => {
  const shop = openShop();
  theServer().answer(...logIn, () => {
    document.cookie = 'holdline_owner_language=id; path=/';
    return { user: shop.me() };
  });
  await openPage('/login');
  await field('Email or Username').fill('owner@blue-door.example');
  await field('Password').fill(PASSWORD);
  await button('Sign In').click();
  await expect.poll(() => location.pathname).toBe('/business/dashboard');
  await expect.element(toast('Login successful!')).not.toBeInTheDocument();
  // Loads the next document, in English. This document shows the notification that the first page did not show.
  document.cookie = 'holdline_owner_language=; path=/; max-age=0';
  await reloadPage();
  await expect.element(toast('Login successful!')).toBeVisible();
  await expect.element(toast('Welcome back, Blue Door Café!')).toBeVisible();
  await reloadPage();
  await expect.element(page.getByRole('heading', { name: 'Queue Management' })).toBeVisible();
  await expect.element(toast('Login successful!')).not.toBeInTheDocument();
});

test('a mailed link is sent with the password, and leaves the address bar', async () => {
  const shop = openShop();
  theServer().answer(...logIn, () => ({ user: shop.me() }));
  await openPage('/login?token=of-the-mail');
  await expect.poll(() => location.search).toBe('');
  await field('Email or Username').fill('blue-door');
  await field('Password').fill(PASSWORD);
  await button('Sign In').click();
  await expect.poll(() => location.pathname).toBe('/business/dashboard');
  const typed = { emailOrUsername: 'blue-door', password: PASSWORD };
  expect(theServer().bodiesOf(...logIn)).toEqual([{ ...typed, link: 'of-the-mail' }]);
});

test('the eye shows what is typed, and hides it again', async () => {
  await openPage('/login');
  await field('Password').fill('kopi susu');
  const eye = button('Show what I type');
  await expect.element(eye).toHaveAttribute('aria-pressed', 'false');
  await eye.click();
  await expect.element(field('Password')).toHaveAttribute('type', 'text');
  await expect.element(field('Password')).toHaveValue('kopi susu');
  await expect.element(eye).toHaveAttribute('aria-pressed', 'true');
  await eye.click();
  await expect.element(field('Password')).toHaveAttribute('type', 'password');
});

test('an address that was typed at the log-in is taken over where a password was forgotten', async () => {
  theServer().refuse(...logIn, 'wrong_credentials');
  await openPage('/login');
  await field('Email or Username').fill('owner@blue-door.example');
  await field('Password').fill('not-the-password');
  await button('Sign In').click();
  await expect.element(toast('Login failed')).toBeVisible();
  await page.getByRole('link', { name: 'Forgot Password' }).click();
  await expect.element(field('Email Address')).toHaveValue('owner@blue-door.example');
  expect(toast('Login failed').query()).toBe(null);
});

test('a username is not taken over as an address', async () => {
  await openPage('/login');
  await field('Email or Username').fill('blue-door');
  await page.getByRole('link', { name: 'Forgot Password' }).click();
  await expect.element(field('Email Address')).toHaveValue('');
});

test('the log-out is called, and leads to the start', async () => {
  openShop();
  theServer().answer('POST', '/auth/logout', () => ({ success: true }));
  await openPage('/business/dashboard');
  await button('Logout').click();
  await expect.poll(() => location.pathname).toBe('/');
  expect(theServer().callsTo('POST', '/auth/logout')).toHaveLength(1);
});

test('who logs in after another owner on the same page sees nothing of them', async () => {
  takeClock();
  openAccount({ email: 'first@shops.example' });
  await openPage('/business/account');
  await says('first@shops.example');
  const loggedOut = theServer().refuse('GET', '/auth/me', 'not_logged_in');
  await page.getByRole('link', { name: 'Settings' }).click();
  await expect.element(page.getByRole('heading', { name: 'Business Settings' })).toBeVisible();
  await vi.advanceTimersByTimeAsync(MEMBER_POLL_MS);
  await expect.poll(() => location.pathname).toBe('/login');
  loggedOut();

  const { shop } = openAccount({ email: 'second@shops.example' });
  theServer().answer(...logIn, () => ({ user: shop.me() }));
  await field('Email or Username').fill('second');
  await field('Password').fill(PASSWORD);
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => location.pathname).toBe('/business/dashboard');
  const security = theServer().hold('GET', '/auth/security');
  await page.getByRole('link', { name: 'Settings' }).click();
  await page.getByRole('link', { name: 'Account & security' }).click();
  await expect.element(page.getByRole('heading', { name: 'Account & security' })).toBeVisible();
  await expect.element(page.getByText('first@shops.example')).not.toBeInTheDocument();
  security.release();
  await says('second@shops.example');
});

test('the settings ask for what is so now when they are opened, and every 10 seconds', async () => {
  takeClock();
  const { queue } = openShop();
  await openPage('/business/dashboard');
  await says('Live');
  queue.join();
  await expect.element(page.getByRole('heading', { name: 'Mara Lindqvist' })).toBeVisible();
  // The page asks the server at once, because the server's last answer is older than a second.
  await vi.advanceTimersByTimeAsync(1_500);
  await page.getByRole('link', { name: 'Settings' }).click();
  await says('1 customer in queue');
  await says('Customer Credits: 299');
  queue.join({ firstName: 'Budi' });
  await vi.advanceTimersByTimeAsync(MEMBER_POLL_MS);
  await says('2 customers in queue');
});
