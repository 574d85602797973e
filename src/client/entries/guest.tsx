import '../styles/tokens.css';
import '../styles/base.css';
import { startTransition } from 'react';
import { hydrateRoot, createRoot } from 'react-dom/client';
import type { WrittenBoot, CatalogueAddresses } from '../../shared/contracts/guest.ts';
import type { Language } from '../../shared/languages.ts';
import { serverClock } from '../lib/server-clock.ts';
import { GuestPage } from '../features/guest/guest-page.tsx';
import type { GuestCopy } from '../../shared/copy/en/guest.ts';

const root = document.getElementById('root');
if (!root) throw new Error('No #root');
const boot = readBoot();
// Before the first answer the device's own clock would count, which can be days off. The service worker has moved the time of
// a kept page on by as much as went by on the device.
serverClock.adopt(boot.visit?.status.serverNow ?? '');
const load = (language: Language) => loadCopy(boot.catalogues, language);
const page = <GuestPage boot={boot} copy={await load(boot.language)} loadCopy={load} />;
// Hydrated in short tasks, between which a slow phone answers taps. Where the server could not render, the page is
// rendered from scratch.
if (root.hasChildNodes()) startTransition(() => void hydrateRoot(root, page));
else createRoot(root).render(page);
// Loads the text's own font after the scripts, with which it would compete. The stylesheet is enabled once the font is
// there: while a font is awaited, the browser looks for a fallback at each size and lays the page out for nothing.
// Where the font does not come, the text stays in the phone's.
const useOwnFont = () => document.getElementById('own-font')?.removeAttribute('media');
setTimeout(() => {
  void document.fonts.load('1em Figtree,Figtree Ext', root.textContent).then(useOwnFont, useOwnFont);
}, 200);

/** The boot data that the Worker wrote into the page. It is our own, so its shape is not checked again. */
function readBoot(): WrittenBoot {
  return JSON.parse(document.getElementById('boot')?.textContent ?? '');
}

/**
 * Loads the sentences of a language; rejects when they do not come. Each language is a file of its own: a phone loads the
 * one it reads. The server says where they are, which spares the page the build's own loader.
 */
async function loadCopy(addresses: CatalogueAddresses, language: Language): Promise<GuestCopy> {
  const file: { guestCopy: GuestCopy } = await import(/* @vite-ignore */ addresses[language]);
  return file.guestCopy;
}
