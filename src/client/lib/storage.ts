/**
 * Browser storage with a fallback in memory. In private windows, or if cookies are blocked, storage throws; values are
 * then lost when the page is closed. The default area is `localStorage`.
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
    // If the storage throws an error, it contains no value that must be removed.
  }
}
