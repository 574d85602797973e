import { useEffect, useRef, useState, type ChangeEvent, type RefObject } from 'react';
import { username as usernameRule } from '../../../../shared/contracts/account/account.ts';
import { existsAnswer } from '../../../../shared/contracts/guest.ts';
import { USERNAME_MAX_LENGTH } from '../../../../shared/limits.ts';
import { slugOf } from '../../../../shared/typing/slug.ts';
import { cleanUsername } from '../../../../shared/typing/typed-text.ts';
import { ApiError, request } from '../../../lib/api.ts';

/** The delay between the last key press and the check of a username. */
const CHECK_AFTER_MS = 400;

/** A username, and whether another business already uses this username. */
type Checked = { username: string; isTaken: boolean };

/**
 * Proposes a username from the business's name until the owner types a username. Checks the typed username. The check
 * only informs the owner: the form can be sent without the check.
 */
export function useUsername(): {
  /** The ref of the username's input. */
  input: RefObject<HTMLInputElement | null>;
  /** The result of the check of the present username; undefined until there is a result. */
  checked: Checked | undefined;
  onNameTyped: (event: ChangeEvent<HTMLInputElement>) => void;
  onUsernameTyped: (event: ChangeEvent<HTMLInputElement>) => void;
} {
  const input = useRef<HTMLInputElement>(null);
  const proposed = useRef('');
  const [typed, setTyped] = useState('');
  const [checked, setChecked] = useState<Checked>();

  // The server has rendered the form, so the owner may have typed before this page's scripts ran.
  useEffect(() => {
    const { current } = input;
    const name = current?.form?.elements.namedItem('name');
    if (current !== null && current.value !== '') setTyped(current.value);
    else if (name instanceof HTMLInputElement) propose(name.value);
  }, []);

  useEffect(() => {
    const username = cleanUsername(typed);
    if (!usernameRule.safeParse(username).success) return undefined;
    const stop = new AbortController();
    const timer = setTimeout(() => void check(), CHECK_AFTER_MS);
    async function check(): Promise<void> {
      const taken = await isTaken(username, stop.signal);
      if (taken !== null) setChecked({ username, isTaken: taken });
    }
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [typed]);

  function propose(name: string): void {
    if (input.current === null || input.current.value !== proposed.current) return;
    const slug = slugOf(name, USERNAME_MAX_LENGTH);
    proposed.current = usernameRule.safeParse(slug).success ? slug : '';
    input.current.value = proposed.current;
    setTyped(proposed.current);
  }

  return {
    input,
    checked: checked?.username === cleanUsername(typed) ? checked : undefined,
    onNameTyped: ({ target }) => propose(target.value),
    onUsernameTyped: ({ target }) => setTyped(target.value),
  };
}

/**
 * Whether a business has this username. Null if the server gave no answer (too many checks, no network, or the check
 * was aborted).
 */
async function isTaken(username: string, signal: AbortSignal): Promise<boolean | null> {
  try {
    const path = `/auth/exists?username=${encodeURIComponent(username)}`;
    return (await request('GET', path, { schema: existsAnswer, signal })).exists;
  } catch (error) {
    if (error instanceof ApiError) return null;
    throw error;
  }
}
