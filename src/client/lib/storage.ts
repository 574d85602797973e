/**
 * localStorage that survives its absence: private windows and blocked cookies make it throw. Then values last as long
 * as the page, which is all that can be had.
 */
const onThisPage = new Map<string, string>();

export function readStored(key: string): string | null {
  try {
    return localStorage.getItem(key) ?? onThisPage.get(key) ?? null;
  } catch {
    return onThisPage.get(key) ?? null;
  }
}

export function store(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
    onThisPage.delete(key);
  } catch {
    onThisPage.set(key, value);
  }
}

export function forget(key: string): void {
  onThisPage.delete(key);
  try {
    localStorage.removeItem(key);
  } catch {
    // Storage that cannot be written holds nothing to forget.
  }
}
