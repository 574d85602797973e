/** The notices under the dashboard's bar: urgent facts, and what they mean for staff (`docs/spec.md` section 2). */
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { accessibilityProblems } from '../support/axe.ts';
import { stopIntervals } from '../support/clock.ts';
import { theServer } from '../support/fake-server.ts';
import { button, openPage, reloadPage, says, toast } from '../support/pages.tsx';
import { openShop } from '../support/shop.ts';

const plenty = { customerCredits: 1_000, smsCredits: 1_000 };
const pauseNote = page.getByText('New guests cannot join by themselves. You can still add walk-ins.');
const DAY_MS = 86_400_000;

test('joining is paused and resumed from the bar', async () => {
  const { queue } = openShop();
  await openPage('/business/dashboard');
  await button('Pause joining').click();
  await expect.element(toast('New guests are asked to try again soon.')).toBeVisible();
  await expect.element(pauseNote).toBeVisible();
  expect(() => queue.join()).toThrow('joining_paused');
  expect(button('Pause joining').query()).toBe(null);
  await button('Resume joining').click();
  await expect.element(toast('Joining resumed')).toBeVisible();
  await expect.element(toast('New guests can join again.')).toBeVisible();
  await expect.element(pauseNote).not.toBeInTheDocument();
  queue.join();
  await says('1 customer');
});

test('a refused pause goes back and says so', async () => {
  openShop();
  await openPage('/business/dashboard');
  theServer().refuse('PATCH', '/auth/locations/:id', 'try_again', 'Away.');
  await button('Pause joining').click();
  await expect.element(toast('Failed to pause joining')).toBeVisible();
  await expect.element(toast('Away.')).toBeVisible();
  await expect.element(pauseNote).not.toBeInTheDocument();
});

test('a pause on another tablet is seen here', async () => {
  stopIntervals();
  const { queue } = openShop();
  await openPage('/business/dashboard');
  await says('No customers in queue at this location.');
  queue.set({ paused: true });
  await expect.element(pauseNote).toBeVisible();
});

test.for([
  {
    credits: { customerCredits: 60 },
    title: '60 customer credits left.',
    words: 'Then guests who scan the code are turned away.',
  },
  {
    credits: { customerCredits: 1 },
    title: '1 customer credit left.',
    words: 'Then guests who scan the code are turned away.',
  },
  {
    credits: { customerCredits: 0, customerDebt: 2 },
    title: 'No customer credits left.',
    words: '2 walk-ins are owed: your next credits pay for them first.',
  },
  {
    credits: { customerCredits: 0 },
    title: 'No customer credits left.',
    words: 'Guests who scan the code are turned away. You can still add walk-ins.',
  },
  {
    credits: { smsCredits: 10 },
    title: '10 SMS credits left.',
    words: 'Then no texts go out, and you call guests by name.',
  },
  {
    credits: { smsCredits: 0 },
    title: 'No SMS credits left.',
    words: 'No texts go out: call guests by name.',
  },
])('$title $words', async ({ credits, title, words }) => {
  openShop({ user: { plan: 'Starter' }, locations: [{ credits: { ...plenty, ...credits } }] });
  await openPage('/business/dashboard');
  const notice = page.getByRole('region', { name: title });
  await expect.element(notice).toHaveTextContent(words);
  await expect
    .element(notice.getByRole('link', { name: 'Get more' }))
    .toHaveAttribute('href', '/plan-change');
  expect(await accessibilityProblems()).toEqual([]);
});

test('a warning of low credits is hidden until tomorrow, the last ten are not', async () => {
  const { queue } = openShop({
    user: { plan: 'Starter' },
    locations: [{ credits: { ...plenty, customerCredits: 60 } }],
  });
  await openPage('/business/dashboard');
  await button('Hide until tomorrow').click();
  const notice = page.getByText(/customer credits left/);
  await expect.element(notice).not.toBeInTheDocument();
  await reloadPage();
  await says('No customers in queue at this location.');
  expect(notice.query()).toBe(null);
  queue.change((location) => ({ ...location, credits: { ...location.credits, customerCredits: 10 } }));
  await expect.element(page.getByText('10 customer credits left.')).toBeVisible();
  expect(button('Hide until tomorrow').query()).toBe(null);
});

test('a trial is warned, too, and led to the plans; on its last day its end stands under the bar', async () => {
  const trial = { trial: true, trialDurationDays: 14, subscriptionStatus: null, plan: 'Starter' } as const;
  const trialEndsAt = new Date(Date.now() + DAY_MS / 2).toISOString();
  openShop({
    user: { ...trial, trialEndsAt },
    locations: [{ credits: { ...plenty, customerCredits: 0, smsCredits: 0 } }],
  });
  await openPage('/business/dashboard');
  const notice = page.getByRole('region', { name: 'No customer credits left.' });
  await expect.element(notice.getByRole('link', { name: 'Get more' })).toHaveAttribute('href', '/payments');
  const end = page.getByRole('region', { name: "You're on a Free Trial!" });
  await expect.element(end.getByText(/^Trial expires in: 0d 1\dh \d+m$/)).toBeVisible();
  expect(page.getByText('No Credits Available').query()).toBe(null);
});

test('where nothing is left the words of the specification stand alone', async () => {
  openShop({ locations: [{ credits: { customerCredits: 0, smsCredits: 0 } }] });
  await openPage('/business/dashboard');
  await says('No Credits Available');
  await says('You have no credits available. Please contact support or upgrade your plan.');
  expect(page.getByText(/credits left/).query()).toBe(null);
});
