/** The card in which a person chooses the language of pages and mails. */
import { QueryClientProvider } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { createQueryClient } from '../../../src/client/entries/query-client.ts';
import { LanguageCard } from '../../../src/client/features/account/language-card.tsx';
import { languages, type Language } from '../../../src/shared/languages.ts';
import { theServer } from '../support/fake-server.ts';
import { mount } from '../support/pages.tsx';

const choice = page.getByRole('combobox', { name: 'Your language' });

function openCard(offered: readonly Language[], onChanged = () => {}): void {
  mount(
    <QueryClientProvider client={createQueryClient()}>
      <LanguageCard offered={offered} onChanged={onChanged} />
    </QueryClientProvider>,
  );
}

test('each language has its own name, and a choice is stored before the page changes', async () => {
  const sent: unknown[] = [];
  theServer().answer('PATCH', '/auth/language', ({ body }) => {
    sent.push(body);
    return { success: true };
  });
  let changes = 0;
  openCard(languages, () => (changes += 1));
  await expect.element(choice).toHaveValue('en');
  expect([...document.querySelectorAll('option')].map(({ text }) => text)).toEqual([
    'English',
    'Bahasa Indonesia',
    'Español',
    'العربية',
  ]);
  await choice.selectOptions('العربية');
  await expect.poll(() => changes).toBe(1);
  expect(sent).toEqual([{ language: 'ar' }]);
});

test('without a choice there is no card', () => {
  openCard(['en']);
  expect(document.querySelector('select')).toBe(null);
});
