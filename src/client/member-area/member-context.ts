import { createContext, useContext } from 'react';
import type { MemberSnapshot } from './member-query.ts';

export const MemberContext = createContext<MemberSnapshot | null>(null);

/** The logged-in member. Throws outside the members' area. */
export function useMember(): MemberSnapshot {
  const member = useContext(MemberContext);
  if (!member) throw new Error('useMember outside the area of members');
  return member;
}
