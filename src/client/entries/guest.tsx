import '../styles/tokens.css';
import '../styles/base.css';
import { startTransition } from 'react';
import { hydrateRoot, createRoot } from 'react-dom/client';
import type { WrittenBoot } from '../../shared/contracts/guest.ts';
import type { Language } from '../../shared/languages.ts';
import { loadCopy } from '../features/guest/catalogues.ts';
import { serverClock } from '../lib/server-clock.ts';
import { GuestPage } from '../features/guest/guest-page.tsx';

const root = document.getElementById('root');
if (!root) throw new Error('No #root');
const boot = readBoot();
// Before the first answer the device's own clock would count, which can be days off. The service worker has moved the time of
// a kept page on by as much as went by on the device.
serverClock.adopt(boot.visit?.status.serverNow ?? '');
const load = (language: Language) => loadCopy(boot.catalogues, language);
const page = <GuestPage boot={boot} copy={await load(boot.language)} loadCopy={load} />;
// Taken over in short turns, between which a slow phone answers taps. Where the server could not render, the page starts from
// nothing.
if (root.hasChildNodes()) startTransition(() => void hydrateRoot(root, page));
else createRoot(root).render(page);
// The text's own font, which would have come beside the scripts. It is put in use once it is there: while one is awaited, the
// browser looks for another to stand in for it, at each size, and lays the page out for nothing. Where it does not come, the
// text stays in the phone's.
const useOwnFont = () => document.getElementById('own-font')?.removeAttribute('media');
setTimeout(() => {
  void document.fonts.load('1em Figtree,Figtree Ext', root.textContent).then(useOwnFont, useOwnFont);
}, 200);

/** What the Worker wrote into the page. It is our own text: its shape is not checked again. */
function readBoot(): WrittenBoot {
  return JSON.parse(document.getElementById('boot')?.textContent ?? '');
}
