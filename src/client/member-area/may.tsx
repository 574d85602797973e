import { useContext, type ReactNode } from 'react';
import { mayCall, type MemberCall } from '../../shared/roles.ts';
import { MemberContext } from './member-context.ts';

/** The call for actions on the line. Hosts may use this call, and viewers may not. */
export const LINE_ACTION: MemberCall = 'POST /auth/locations/:id/visits/:visitId/:action';

/**
 * Whether the logged-in person may use this call. If there is no logged-in person, as in the sandbox on the public
 * pages, the function answers as for an owner.
 */
export function useMay(call: MemberCall): boolean {
  const user = useContext(MemberContext)?.user;
  return mayCall(user?.role ?? 'owner', call, user?.onDevice);
}

/** Content for people who may use this call. */
export function IfMay({ call, children }: { call: MemberCall; children: ReactNode }) {
  return useMay(call) && children;
}
