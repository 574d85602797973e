/** The document of a guest's page: the Worker's HTML, and the early script. */
import type { ReactNode } from 'react';
import { renderGuestPage, renderTurn } from '../../../src/client/entries/guest-on-server.tsx';
import { startEarlyPage } from '../../../src/client/features/guest/early/early-page.ts';
import { placeWords } from '../../../src/client/features/guest/status/place-words.ts';
import { GuestPage } from '../../../src/client/features/guest/guest-page.tsx';
import { serverClock } from '../../../src/client/lib/server-clock.ts';
import type { GuestPageBoot, WrittenBoot } from '../../../src/shared/contracts/guest.ts';
import { guestCatalogues } from '../../../src/shared/copy/guest-catalogues.ts';
import { languageFacts, type Language } from '../../../src/shared/languages.ts';
import { clockSamples } from '../../../src/shared/time/clock-samples.ts';

// In these tests the Worker's renderer runs in the page and needs `earlyPage.placeWords` before an early script has set
// it.
Object.assign(globalThis, { earlyPage: { placeWords } });

/**
 * Writes the page into the test's document and runs its early script. `isRendered`: whether the document has the
 * server's HTML. A page that the service worker shows from its cache does not contain this HTML.
 */
export function writeGuestDocument(boot: GuestPageBoot, isRendered: boolean) {
  const { language } = boot;
  history.replaceState(location.pathname === boot.path ? history.state : null, '', boot.path);
  document.documentElement.lang = language;
  document.documentElement.dir = languageFacts[language].direction;
  const written: WrittenBoot = {
    ...boot,
    catalogues: { en: '', id: '', es: '', ar: '' },
    clocks: clockSamples(['en-US']),
  };
  const root = append('div', 'root', isRendered ? renderGuestPage(written) : '');
  const data = append('script', 'boot', '');
  Object.assign(data, { type: 'application/json', textContent: JSON.stringify(written) });
  const turn = renderTurn(written);
  const parts = [root, data, ...(turn === null ? [] : [append('template', 'turn', turn)])];
  startEarlyPage(guestCatalogues[language]);
  return {
    root,
    /** The React element of the page. After this call the early script no longer changes the page. */
    element(): ReactNode {
      const { boot: shown, freeze } = globalThis.earlyPage;
      freeze();
      serverClock.adopt(shown.visit?.status.serverNow ?? '');
      const loadCopy = (of: Language) => Promise.resolve(guestCatalogues[of]);
      return <GuestPage boot={shown} copy={guestCatalogues[language]} loadCopy={loadCopy} />;
    },
    remove() {
      // Closes the socket if React has not taken it.
      globalThis.earlyPage.takeSocket('');
      for (const part of parts) part.remove();
    },
  };
}

function append(tag: string, id: string, html: string): HTMLElement {
  const element = document.createElement(tag);
  Object.assign(element, { id, innerHTML: html });
  return document.body.appendChild(element);
}
