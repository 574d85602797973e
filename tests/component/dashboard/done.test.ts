/** The list "Done today": the outcomes of today's visits, and their undo. */
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { theServer } from '../support/fake-server.ts';
import { button, namesIn, openPage, openToday, says, toast } from '../support/pages.tsx';
import { openShop } from '../support/shop.ts';

const owner = { kind: 'owner' } as const;
const names = ['Ada', 'Budi', 'Cleo', 'Dewi', 'Eka'];

/** Makes a shop with five visits: arrived, no-show, removed, left and waiting. */
function openEvening() {
  const shop = openShop();
  const { queue } = shop;
  const ids = queue.joinAll(names.map((firstName) => ({ firstName, lastName: 'X' })));
  const [came = '', missed = '', removed = '', left = ''] = ids;
  queue.admit(came);
  queue.execute({ kind: 'arrived', actor: owner, visit: { id: came } });
  queue.admit(missed);
  queue.execute({ kind: 'no-show', actor: owner, visit: { id: missed } });
  queue.remove(removed);
  queue.execute({ kind: 'leave', actor: { kind: 'guest' }, visit: { id: left } });
  return shop;
}

const row = (name: string) =>
  page.getByRole('region', { name: 'Done today' }).getByRole('listitem').filter({ hasText: name });

test('each visit that is over says what became of it', async () => {
  openEvening();
  await openPage('/business/dashboard');
  await expect.element(row('Ada X')).toHaveTextContent('Arrived after 0 min');
  await expect.element(row('Budi X')).toHaveTextContent('No-show');
  await expect.element(row('Cleo X')).toHaveTextContent('Removed by Business');
  await expect.element(row('Dewi X')).toHaveTextContent('Left Queue');
  expect(namesIn('queue')).toEqual(['Eka X']);
});

test('a wait that ended by itself says so, and can be recalled', async () => {
  const shop = openShop();
  const [ada = ''] = shop.queue.joinAll([{ firstName: 'Ada', lastName: 'X' }]);
  shop.queue.execute({ kind: 'end-wait', actor: { kind: 'system' }, visit: { id: ada } });
  await openPage('/business/dashboard');
  await expect.element(row('Ada X')).toHaveTextContent('Removed by the system, not called in time');
  await button('Recall Ada X').click();
  await expect.poll(() => namesIn('queue')).toEqual(['Ada X']);
});

test('a reload takes no undo away', async () => {
  const shop = openShop();
  const [ada = '', budi = ''] = shop.queue.joinAll([
    { firstName: 'Ada' },
    { firstName: 'Budi' },
    { firstName: 'Cleo' },
  ]);
  shop.queue.admit(ada);
  shop.queue.execute({ kind: 'no-show', actor: { kind: 'owner' }, visit: { id: ada } });
  shop.queue.remove(budi);
  await openPage('/business/dashboard');
  await expect.element(button('Undo Ada Lindqvist')).toBeVisible();
  await button('Undo Budi Lindqvist').click();
  await expect.poll(() => namesIn('queue')).toEqual(['Budi Lindqvist', 'Cleo Lindqvist']);
  await button('Undo Ada Lindqvist').click();
  await expect.poll(() => namesIn('arriving')).toEqual(['Ada Lindqvist']);
});

test('times follow the clock of the reader', async () => {
  openEvening();
  await openPage('/business/dashboard');
  await expect.element(row('Ada X')).toHaveTextContent(/\d:\d\d [AP]M/);
});

test('before the first one it says so', async () => {
  openShop();
  await openPage('/business/dashboard');
  await says('Nobody is done yet today.');
});

test('a recall brings back to the line, or to those who arrive', async () => {
  openEvening();
  await openPage('/business/dashboard');
  await button('Recall Cleo X').click();
  await expect.element(toast('Recalled')).toBeVisible();
  await expect.poll(() => namesIn('queue')).toEqual(['Cleo X', 'Eka X']);
  await button('Recall Budi X').click();
  await expect.poll(() => namesIn('arriving')).toEqual(['Budi X']);
  expect(namesIn('done').toSorted()).toEqual(['Ada X', 'Dewi X']);
});

test('a refused recall goes back and names the guest', async () => {
  openEvening();
  await openPage('/business/dashboard');
  theServer().refuse('POST', '/auth/locations/:id/visits/:visitId/recall', 'recall_over');
  await button('Recall Cleo X').click();
  await expect.element(toast('Failed to recall')).toBeVisible();
  await expect.element(toast('Cleo X')).toBeVisible();
  await expect.poll(() => namesIn('queue')).toEqual(['Eka X']);
});

test('the statistics count who came and who did not, beside the five figures', async () => {
  openEvening();
  await openPage('/business/dashboard');
  await openToday();
  expect(await figures('Today in figures')).toEqual({
    'Total Queue': '1',
    'Avg Wait Time': '0 minutes',
    'Served Today': '1',
    'Success Rate': '25%',
    'Left Today': '1',
  });
  expect(await figures('Now and outcomes')).toMatchObject({
    Came: '1',
    'No-shows': '1',
    'Waiting now': '1 party, 2 guests',
  });
});

test('before the first outcome there is none to count', async () => {
  openShop();
  await openPage('/business/dashboard');
  await openToday();
  expect(await figures('Now and outcomes')).toEqual({
    Came: '–',
    'No-shows': '–',
    'Longest wait now': '–',
    'Waiting now': '0 parties, 0 guests',
  });
});

/** The figures of a region of the page, by label. */
async function figures(name: string): Promise<Record<string, string>> {
  const region = page.getByRole('region', { name });
  await expect.element(region).toBeVisible();
  const cells = [...region.element().querySelectorAll('dl > div')];
  return Object.fromEntries(
    cells.map((cell) => [cell.querySelector('dt')?.textContent, cell.querySelector('dd')?.textContent]),
  );
}
