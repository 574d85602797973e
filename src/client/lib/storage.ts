/**
 * Browser storage with a fallback in memory. Storage throws in private windows or if cookies are blocked; values then
 * last as long as the page. Uses `localStorage` unless `sessionStorage` is named.
 */
type Area = 'localStorage' | 'sessionStorage';

const onThisPage = new Map<string, string>();

export function readStored(key: string, area: Area = 'localStorage'): string | null {
  try {
    return globalThis[area].getItem(key) ?? onThisPage.get(key) ?? null;
  } catch {
    return onThisPage.get(key) ?? null;
  }
}

export function store(key: string, value: string, area: Area = 'localStorage'): void {
  try {
    globalThis[area].setItem(key, value);
    onThisPage.delete(key);
  } catch {
    onThisPage.set(key, value);
  }
}

export function removeStored(key: string, area: Area = 'localStorage'): void {
  onThisPage.delete(key);
  try {
    globalThis[area].removeItem(key);
  } catch {
    // Storage that cannot be accessed has nothing to remove.
  }
}
