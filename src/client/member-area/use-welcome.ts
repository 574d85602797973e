import { useEffect } from 'react';
import { readStored, removeStored, store } from '../lib/storage.ts';

const KEY = 'holdline:welcome';

/**
 * Stores that the next page must show the toast of the log-in. The next page is a new document in the person's
 * language.
 */
export function welcomeOnNextPage(): void {
  store(KEY, 'yes', 'sessionStorage');
}

/** Shows the stored toast of a log-in. `name` is undefined until the person's name is known. */
export function useWelcome(name: string | undefined): void {
  useEffect(() => {
    if (name === undefined || readStored(KEY, 'sessionStorage') === null) return;
    removeStored(KEY, 'sessionStorage');
    void welcomeTo(name);
  }, [name]);
}

async function welcomeTo(name: string): Promise<void> {
  const { welcome } = await import('./welcome.ts');
  welcome(name);
}
