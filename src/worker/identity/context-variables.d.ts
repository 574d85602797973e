/** Variables in the context of handlers behind this folder's middleware. */
import type { Device } from './device/device-rows.ts';
import type { LoggedIn, Owner } from './sessions.ts';
import type { Desk } from './staff-pass.ts';

declare module 'hono' {
  interface ContextVariableMap {
    /** Only set behind `requireMember` and `requireOwner`. */
    member: LoggedIn;
    /** Only set behind `requireOwner`. */
    owner: Owner;
    /** Only set behind `requireDevice`. */
    device: Device;
    /**
     * Only set behind `requireStaff` and `requireStaffAtPrimary`. `isLatest`: `desk` was read from the primary in this
     * request.
     */
    desk: Desk & { isLatest: boolean };
  }
}
