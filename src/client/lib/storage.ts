/**
 * Storage that survives its absence: private windows and blocked cookies make it throw. Then values last as long as the
 * page, which is all that can be had. In the browser's own where no area is named; in `sessionStorage` for this tab alone.
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
