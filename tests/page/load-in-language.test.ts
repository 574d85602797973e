/** If a page has another language than the document, the browser loads a new document once. */
import { beforeEach, expect, test, vi } from 'vitest';
import { chooseLanguage, hasOtherLanguage, loadInLanguage } from '../../src/client/site/load-in-language.ts';

const kept = new Map<string, string>();
const reload = vi.fn<() => void>();
const browser = { cookie: '' };

beforeEach(() => {
  kept.clear();
  reload.mockClear();
  browser.cookie = 'other=1; holdline_owner_language=id';
  vi.stubGlobal('document', browser);
  vi.stubGlobal('window', { location: { protocol: 'https:', pathname: '/login', reload } });
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  });
  return () => vi.unstubAllGlobals();
});

// The document of these tests is in English.
test('a page in another language is loaded once, and again after a page in the document’s own', () => {
  expect([hasOtherLanguage('/login'), hasOtherLanguage('/feedback')]).toEqual([true, false]);
  for (const path of ['/login', '/login', '/business/stand']) loadInLanguage(path);
  expect(reload).toHaveBeenCalledTimes(1);
  loadInLanguage('/feedback');
  loadInLanguage('/business/dashboard');
  expect(reload).toHaveBeenCalledTimes(2);
});

test('without storage nothing is loaded anew, because nothing would end it', () => {
  vi.stubGlobal('sessionStorage', undefined);
  loadInLanguage('/login');
  expect(reload).not.toHaveBeenCalled();
});

test('a chosen language is kept in the cookie, and the page loaded in it', () => {
  chooseLanguage('ar');
  expect(browser.cookie).toBe('holdline_owner_language=ar; path=/; max-age=31536000; samesite=lax; secure');
  expect(reload).toHaveBeenCalledTimes(1);
});
