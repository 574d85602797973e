/** The control by which staff enter how many people serve. */
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { deskCopy } from '../../../src/shared/copy/en/owner/desk.ts';
import { accessibilityProblems } from '../support/axe.ts';
import { theServer } from '../support/fake-server.ts';
import { smallTargets, whatIsWrong } from '../support/look.ts';
import { openPage, toast } from '../support/pages.tsx';
import { openShop } from '../support/shop.ts';

const control = () => page.getByLabelText('Serving:');
const shown = () => control().element().querySelector('option:checked')?.textContent;

test('staff tell how many people serve, another device shows it, and they can stop telling it', async () => {
  const { queue } = openShop();
  queue.joinAll([{ firstName: 'Ada', lastName: 'Lovelace' }]);
  await openPage('/business/dashboard');
  await expect.element(control()).toBeVisible();
  expect(shown()).toBe('–');
  await control().selectOptions('2');
  await expect.poll(() => queue.view().servers).toBe(2);
  await expect.poll(shown).toBe('2');
  void queue.execute({ kind: 'set-servers', servers: 3, actor: { kind: 'owner' } });
  await expect.poll(shown).toBe('3');
  expect(await accessibilityProblems()).toEqual([]);
  expect(await whatIsWrong()).toEqual([]);
  expect(smallTargets().filter((target) => target.includes('select'))).toEqual([]);
  await control().selectOptions('–');
  await expect.poll(() => queue.view().servers).toBe(undefined);
  await expect.poll(shown).toBe('–');
});

test('a refused change is taken back and told', async () => {
  openShop();
  theServer().refuse('PUT', '/auth/locations/:id/servers', 'try_again', 'Away.');
  await openPage('/business/dashboard');
  await control().selectOptions('2');
  await expect.element(toast(deskCopy.servers.failed)).toBeVisible();
  expect(shown()).toBe('–');
});
