/** Accessibility of the public pages: axe-core in light and dark, and the width on a narrow screen. */
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { accessibilityProblems } from '../support/axe.ts';
import { theServer } from '../support/fake-server.ts';
import { onPhone } from '../support/guest-steps.ts';
import { widthOn } from '../support/look.ts';
import { openGuestBoot, openPage, openSitePage } from '../support/pages.tsx';

const openVerify = (): Promise<void> => {
  const linked = { name: 'Blue Door', username: 'blue-door', email: 'ada@example.com' };
  theServer().answer('POST', '/auth/verify-email/account', () => linked);
  return openPage('/verify?token=x');
};
const look = (): void => openGuestBoot({ path: '/queue', language: 'en' });

test.for([
  ['/', 'Hold every walk-in. Boost revenue.', () => openSitePage('/')],
  ['/help', 'Help', () => openSitePage('/help')],
  ['/policy', 'Privacy Policy', () => openSitePage('/policy')],
  ['/terms', 'Terms of Service', () => openSitePage('/terms')],
  ['/demo', 'See it work', () => openSitePage('/demo')],
  ['/login', 'Welcome back', () => openPage('/login')],
  ['/signup', 'Start your free trial', () => openPage('/signup')],
  ['/forgot', 'Forgot your password?', () => openPage('/forgot')],
  ['/feedback', 'Share your feedback', () => openPage('/feedback')],
  ['/sales', 'Contact Sales', () => openPage('/sales')],
  ['/reset?token=x', 'Choose a new password', () => openPage('/reset?token=x')],
  ['/verify?token=x', 'Confirm your email address', openVerify],
  ['/queue', 'Join the Queue', look],
  ['/nowhere', '404 - Page Not Found', () => openSitePage(null)],
] as const)('%s', async ([, heading, open]) => {
  await onPhone();
  await open();
  await expect.element(page.getByRole('heading', { name: heading, level: 1 })).toBeVisible();
  expect(await accessibilityProblems()).toEqual([]);
  expect(lengthBelowBody()).toBe(0);
  expect(await widthOn(320)).toBe(320);
});

/**
 * The number of pixels that the page can be scrolled beyond its last visible line. Hidden text for screen readers may
 * make the page longer.
 */
function lengthBelowBody(): number {
  const { bottom } = document.body.getBoundingClientRect();
  return document.documentElement.scrollHeight - Math.max(innerHeight, Math.round(bottom + scrollY));
}
