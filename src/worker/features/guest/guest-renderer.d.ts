/**
 * Renders the guest's page as HTML. The build replaces `#guest-renderer` with `src/client/entries/guest-on-server.tsx`.
 * This declaration keeps the browser's types out of the Worker's code.
 */
import type { WrittenBoot } from '../../../shared/contracts/guest.ts';

export const renderGuestPage: (boot: WrittenBoot) => string;
export const renderTurn: (boot: WrittenBoot) => string | null;
