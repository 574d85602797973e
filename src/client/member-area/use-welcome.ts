import { useEffect } from 'react';
import { readStored, removeStored, store } from '../lib/storage.ts';

const KEY = 'holdline:welcome';

/** Keeps the toast of a log-in for the next document, which is in the person's language. */
export function welcomeOnNextPage(): void {
  store(KEY, 'yes', 'sessionStorage');
}

/** Shows the kept toast of a log-in. `name`: undefined until it is known. */
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
