/** A guest's reply appears on the owner's row and is announced to screen readers. */
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { accessibilityProblems } from '../support/axe.ts';
import { stopIntervals } from '../support/clock.ts';
import { button, namesIn, openPage } from '../support/pages.tsx';
import { openShop } from '../support/shop.ts';

test('the owner sees and hears what guests reply, on the row in line and on the one that arrives', async () => {
  stopIntervals();
  const { queue } = openShop();
  const [maya = ''] = queue.joinAll([
    { firstName: 'Maya', lastName: 'Putri' },
    { firstName: 'Budi', lastName: 'Santoso' },
    { firstName: 'Cleo', lastName: 'Tan' },
  ]);
  await openPage('/business/dashboard');
  const row = page.getByRole('listitem').filter({ hasText: 'Maya Putri' });
  await expect.element(row).toBeVisible();
  const said = page.getByRole('status').filter({ hasText: 'Maya' });

  const byGuest = { actor: { kind: 'guest' }, visit: { id: maya } } as const;
  queue.execute({ kind: 'on-my-way', ...byGuest });
  await expect.element(row.getByText('On my way')).toBeVisible();
  await expect.element(said).toHaveTextContent(/^Maya Putri is on the way\.$/);

  queue.execute({ kind: 'more-time', position: 2, ...byGuest });
  await expect.element(row.getByText('5 more min')).toBeVisible();
  await expect
    .element(said)
    .toHaveTextContent(/^Maya Putri asked for 5 more minutes and is now number 2 of 3 in line\.$/);
  await expect.poll(() => namesIn('queue')).toEqual(['Budi Santoso', 'Maya Putri', 'Cleo Tan']);

  await button('Admit Maya Putri').click();
  await expect.poll(() => namesIn('arriving')).toEqual(['Maya Putri']);
  await expect.element(row.getByText('5 more min')).toBeVisible();
  await expect.element(row.getByText('On my way')).toBeVisible();
  expect(await accessibilityProblems()).toEqual([]);
});
