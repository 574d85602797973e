import '../styles/tokens.css';
import '../styles/base.css';
import { startTransition } from 'react';
import { hydrateRoot, createRoot } from 'react-dom/client';
import type { CatalogueAddresses } from '../../shared/contracts/guest.ts';
import type { Language } from '../../shared/languages.ts';
import { serverClock } from '../lib/server-clock.ts';
import { GuestPage } from '../features/guest/guest-page.tsx';
import type { GuestCopy } from '../../shared/copy/en/guest.ts';

const root = document.getElementById('root');
if (!root) throw new Error('No #root');
const { boot, freeze } = globalThis.earlyPage;
// Sets the clock to the server's time, because the device's clock can be days off. In a cached page, the service worker
// has added the time since the page was cached.
serverClock.adopt(boot.visit?.status.serverNow ?? '');
const load = (language: Language) => loadCopy(boot.catalogues, language);
const copy = await load(boot.language);
freeze();
const page = <GuestPage boot={boot} copy={copy} loadCopy={load} />;
// In a transition, hydration runs in short tasks, so that a slow phone can handle taps between the tasks. If the server
// could not render the page, `#root` is empty, and the browser renders the page.
if (root.hasChildNodes()) startTransition(() => void hydrateRoot(root, page));
else createRoot(root).render(page);
// Loads the product's fonts after the scripts, so that the fonts do not take bandwidth from the scripts. The fonts'
// stylesheet is enabled only after the fonts have loaded, because a pending font makes the browser repeat the layout.
// If a font cannot be loaded, the phone's own font is used.
const useOwnFont = () => document.getElementById('own-font')?.removeAttribute('media');
setTimeout(() => {
  const text = document.fonts.load('1em Figtree,Figtree Ext', root.textContent);
  void Promise.all([text, document.fonts.load('700 1em Bricolage', '#1')]).then(useOwnFont, useOwnFont);
}, 200);

/**
 * Loads the sentences of a language, or rejects if the file cannot be loaded. Each language has its own file, so that a
 * phone loads only one language. The server sends the addresses of the language files, so the page does not need the
 * build's module loader.
 */
async function loadCopy(addresses: CatalogueAddresses, language: Language): Promise<GuestCopy> {
  const file: { guestCopy: GuestCopy } = await import(/* @vite-ignore */ addresses[language]);
  return file.guestCopy;
}
