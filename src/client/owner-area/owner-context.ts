import { createContext, useContext } from 'react';
import type { OwnerSnapshot } from './owner-query.ts';

export const OwnerContext = createContext<OwnerSnapshot | null>(null);

/** The logged-in owner. May be used only inside the owner's area. */
export function useOwner(): OwnerSnapshot {
  const owner = useContext(OwnerContext);
  if (!owner) throw new Error('useOwner outside the owner area');
  return owner;
}
