/**
 * Browser storage that works without one: private windows and blocked cookies make it throw, and values then last as
 * long as the page. `localStorage` unless `sessionStorage` is named.
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
    // Storage that cannot be written holds nothing to remove.
  }
}
