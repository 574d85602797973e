import { renderToString } from 'react-dom/server';
import { guestCatalogues } from '../../shared/copy/guest-catalogues.ts';
import type { WrittenBoot } from '../../shared/contracts/guest.ts';
import { turnOf } from '../features/guest/early/turn-of.ts';
import { GuestPage } from '../features/guest/guest-page.tsx';

/**
 * Renders the guest's page as HTML that is equal to the browser's first render. Pure: uses no clock and no browser API.
 */
export function renderGuestPage(boot: WrittenBoot): string {
  const page = (
    <GuestPage
      boot={boot}
      copy={guestCatalogues[boot.language]}
      loadCopy={async (other) => guestCatalogues[other]}
    />
  );
  return renderToString(page);
}

/**
 * Renders the page that the guest sees at the moment of their turn, as HTML. The early script shows this HTML if the
 * visit is admitted before React has loaded. Null if the page has no waiting visit.
 */
export function renderTurn(boot: WrittenBoot): string | null {
  const { visit } = boot;
  if (visit?.status.status !== 'waiting') return null;
  return renderGuestPage({ ...boot, visit: { ...visit, status: turnOf(visit.status) } });
}
