/** How the dashboard and the stand show the members on duty, and how a member goes on duty. */
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { deskCopy } from '../../../src/shared/copy/en/owner/desk.ts';
import { accessibilityProblems } from '../support/axe.ts';
import { theServer } from '../support/fake-server.ts';
import { smallTargets, whatIsWrong } from '../support/look.ts';
import { button, openPage, toast } from '../support/pages.tsx';
import { openShop } from '../support/shop.ts';

const asHost = { user: { role: 'host', actor: 'member:sari' } } as const;
const serving = () => page.getByLabelText('Serving:');

test.each(['/business/dashboard', '/business/stand'])(
  'at %s a member goes on duty, sees who else is, and goes off duty',
  async (path) => {
    const { queue } = openShop(asHost);
    queue.joinAll([{ firstName: 'Ada', lastName: 'Lovelace' }]);
    await openPage(path);
    await expect.element(page.getByText('Nobody is on duty')).toBeVisible();
    await expect.element(serving()).toBeVisible();
    await button('Go on duty').click();
    await expect.element(page.getByText('On duty: Sari')).toBeVisible();
    await expect.element(button('Go off duty')).toBeVisible();
    expect(serving().elements()).toEqual([]);
    void queue.execute({ kind: 'set-duty', on: true, name: null, actor: { kind: 'owner' } });
    await expect.element(page.getByText('On duty: Sari, Owner')).toBeVisible();
    expect(await accessibilityProblems()).toEqual([]);
    expect(await whatIsWrong()).toEqual([]);
    expect(smallTargets().filter((target) => target.includes('duty'))).toEqual([]);
    await button('Go off duty').click();
    await expect.element(page.getByText('On duty: Owner')).toBeVisible();
    expect(queue.view()).toMatchObject({ servers: 1, onDuty: [{ actor: 'owner' }] });
  },
);

test('an owner alone finds it in the menu only', async () => {
  const { queue } = openShop();
  await openPage('/business/dashboard');
  await expect.element(serving()).toBeVisible();
  expect(page.getByText('Nobody is on duty').elements()).toEqual([]);
  await button('Queue tools').click();
  await button('Go on duty').click();
  await expect.element(page.getByText('On duty: Owner')).toBeVisible();
  expect(queue.view().servers).toBe(1);
});

test('a viewer sees who is on duty, and goes on no duty', async () => {
  const { queue } = openShop({ user: { role: 'viewer', actor: 'member:vera' } });
  await openPage('/business/dashboard');
  await expect.element(button('Queue tools')).toBeVisible();
  expect(page.getByText('Nobody is on duty').elements()).toEqual([]);
  void queue.execute({ kind: 'set-duty', on: true, name: 'Sari', actor: { kind: 'member', id: 'sari' } });
  await expect.element(page.getByText('On duty: Sari')).toBeVisible();
  expect(page.getByText('Go on duty').elements()).toEqual([]);
});

test('a refused change is taken back and told', async () => {
  openShop(asHost);
  theServer().refuse('PUT', '/auth/locations/:id/duty', 'try_again', 'Away.');
  await openPage('/business/dashboard');
  await button('Go on duty').click();
  await expect.element(toast(deskCopy.duty.failed)).toBeVisible();
  await expect.element(button('Go on duty')).toBeVisible();
});
