import { renderToString } from 'react-dom/server';
import { guestCatalogues } from '../../shared/copy/guest-catalogues.ts';
import type { WrittenBoot } from '../../shared/contracts/guest.ts';
import { GuestPage } from '../features/guest/guest-page.tsx';

/** The guest's page as HTML, exactly as the browser renders it first. Pure: uses no clock and no browser API. */
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
