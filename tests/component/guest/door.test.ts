/** A location that accepts no guests: the page shows the reason and no form, and continues when the location opens. */
import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { refusals, type RefusalCode } from '../../../src/shared/copy/en/refusals.ts';
import { DOOR_POLL_MS } from '../../../src/shared/limits.ts';
import { everyDay } from '../../pure/support/factories.ts';
import { accessibilityProblems } from '../support/axe.ts';
import type { FakeQueue } from '../support/fake-queue.ts';
import { button, field, fillDetails, onPhone } from '../support/guest-steps.ts';
import { openGuestPage, toast } from '../support/pages.tsx';
import { openShop } from '../support/shop.ts';

const DAY_MS = 24 * 60 * 60_000;

type Door = { code: RefusalCode; close: (queue: FakeQueue) => void; open: (queue: FakeQueue) => void };

const setCredits = (queue: FakeQueue, credits: { customerCredits?: number; endAt?: number }): void =>
  queue.change((location) => ({ ...location, credits: { ...location.credits, ...credits } }));

const doors: Door[] = [
  {
    code: 'joining_paused',
    close: (queue) => queue.set({ paused: true }),
    open: (queue) => queue.set({ paused: false }),
  },
  {
    code: 'outside_hours',
    close: (queue) => queue.set({ hours: everyDay() }),
    open: (queue) => queue.set({ hours: null }),
  },
  {
    code: 'queue_full',
    close: (queue) => {
      queue.join({ firstName: 'Bo' });
      queue.set({ capacity: 1 });
    },
    open: (queue) => queue.set({ capacity: 2 }),
  },
  {
    code: 'no_credits',
    close: (queue) => setCredits(queue, { customerCredits: 0 }),
    open: (queue) => setCredits(queue, { customerCredits: 1 }),
  },
  {
    code: 'trial_expired',
    close: (queue) => setCredits(queue, { endAt: Date.now() - 1 }),
    open: (queue) => setCredits(queue, { endAt: Date.now() + DAY_MS }),
  },
];

test.for(doors)(
  '$code: said without a form, which comes back as it was once guests are taken',
  async (door) => {
    await onPhone();
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const { sentence } = refusals[door.code];
    const shop = openShop();
    openGuestPage(shop);
    await field('First Name').fill('Mara');
    await field('Last Name').fill('Lindqvist');

    door.close(shop.queue);
    await vi.advanceTimersByTimeAsync(DOOR_POLL_MS);
    await expect.element(page.getByRole('status').filter({ hasText: sentence })).toBeVisible();
    await expect
      .element(page.getByRole('heading', { name: 'Not taking new guests right now' }))
      .toBeVisible();
    await expect.element(page.getByRole('combobox', { name: 'Location' })).toHaveValue('location-1');
    await expect.element(field('First Name')).not.toBeInTheDocument();
    await expect.element(button('Next')).not.toBeInTheDocument();
    await expect.element(page.getByText(/part(y|ies)$/)).not.toBeInTheDocument();
    expect(await accessibilityProblems()).toEqual([]);

    door.open(shop.queue);
    await vi.advanceTimersByTimeAsync(DOOR_POLL_MS);
    await expect.element(page.getByText(sentence, { exact: true })).not.toBeInTheDocument();
    await expect.element(field('First Name')).toHaveValue('Mara');
    await button('Next').click();
    await expect.element(page.getByRole('radio', { name: /^Stay on Premises/ })).toBeVisible();
  },
);

const closedForGood: Pick<Door, 'code' | 'close'> = {
  code: 'location_closed',
  close: (queue) => {
    queue.execute({ kind: 'close', actor: { kind: 'owner' } });
  },
};

test.for([...doors, closedForGood])(
  '$code: said where the door closes between the form and the join',
  async ({ code, close }) => {
    await onPhone();
    const shop = openShop();
    openGuestPage(shop);
    await fillDetails();
    close(shop.queue);
    await button('Next').click();
    await expect.element(toast('Failed to join queue')).toBeVisible();
    await expect.element(toast(refusals[code].sentence)).toBeVisible();
    // The fields still have the typed text.
    history.back();
    await expect.element(field('First Name')).toHaveValue('Mara');
  },
);
