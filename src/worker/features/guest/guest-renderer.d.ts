/**
 * The guest's page as HTML. The real module is `src/client/entries/guest-on-server.tsx`, which the build puts in place of
 * `#guest-renderer`: so the Worker's types never see the browser's.
 */
import type { WrittenBoot } from '../../../shared/contracts/guest.ts';

export const renderGuestPage: (boot: WrittenBoot) => string;
