/**
 * Two tablets at one door with the real server: each tablet shows actions that were made on the other tablet.
 * `tests/component/line/` tests each action alone.
 */
import { expect, test } from 'vitest';
import { joinQueue, openShop } from '../support/factories.ts';
import { journey, toast } from '../support/harness.ts';
import { middleOf, namesIn } from '../support/steps.ts';

const here = journey();

test('moves, walk-ins, calls and a pause of one tablet are seen on the other, and stay', async () => {
  const shop = await openShop(here.app.origin);
  for (const firstName of ['Ada', 'Budi', 'Cleo', 'Dewi'])
    await joinQueue(here.app.origin, shop, { firstName, lastName: 'X' });
  // The screen is tall enough that the page does not scroll during a drag.
  const { page: one } = await here.newDesktop(shop, { viewport: { width: 1280, height: 1600 } });
  const { page: two } = await here.newDesktop(shop);
  for (const page of [one, two]) {
    await page.goto('/business/dashboard');
    await page.getByText('4 customers').waitFor();
  }
  const seen = (names: string[]) => expect.poll(() => namesIn(two, 'queue')).toEqual(names);

  const grip = (place: number) => one.getByRole('button', { name: new RegExp(`^Place ${place}: move`) });
  const [from, to] = [await middleOf(grip(1)), await middleOf(grip(3))];
  await one.mouse.move(from.x, from.y);
  await one.mouse.down();
  await one.mouse.move(to.x, to.y + 10, { steps: 5 });
  await one.mouse.up();
  await seen(['Budi X', 'Cleo X', 'Ada X', 'Dewi X']);

  await one.getByRole('button', { name: 'Add walk-in' }).click();
  await one.getByRole('textbox', { name: 'Name, guests, phone' }).fill('Eka');
  await one.keyboard.press('Enter');
  await toast(one, 'Eka is number 5 in line.').waitFor();
  await seen(['Budi X', 'Cleo X', 'Ada X', 'Dewi X', 'Eka']);

  await two.getByRole('button', { name: 'Remove Budi X' }).focus();
  await one.getByRole('button', { name: 'Admit Budi X' }).click();
  await seen(['Cleo X', 'Ada X', 'Dewi X', 'Eka']);
  expect(await namesIn(two, 'arriving')).toEqual(['Budi X']);
  // The buttons of a row that has just moved are disabled for a moment.
  await two.getByRole('button', { name: 'Remove Cleo X', disabled: false }).waitFor();
  await two.keyboard.press('r');
  await toast(two, 'Cleo X has been removed from the queue.').waitFor();
  await expect.poll(() => namesIn(one, 'queue')).toEqual(['Ada X', 'Dewi X', 'Eka']);
  await two.getByRole('button', { name: 'Arrived Budi X' }).click();
  await expect.poll(() => namesIn(one, 'arriving')).toEqual([]);

  await one.getByRole('button', { name: 'Pause joining' }).click();
  await two.getByText('Paused', { exact: true }).waitFor();
  await expect(joinQueue(here.app.origin, shop)).rejects.toThrow('joining_paused');
  await two.reload();
  await two.getByText('Paused', { exact: true }).waitFor();
  expect(await namesIn(two, 'queue')).toEqual(['Ada X', 'Dewi X', 'Eka']);
});
