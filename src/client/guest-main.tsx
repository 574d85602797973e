import './styles/tokens.css';
import './styles/base.css';
import { startTransition } from 'react';
import { hydrateRoot, createRoot } from 'react-dom/client';
import type { WrittenBoot } from '../shared/guest-queue.ts';
import type { Language } from '../shared/languages.ts';
import { loadCopy } from './features/guest-queue/catalogues.ts';
import { serverClock } from './lib/server-clock.ts';
import { GuestPage } from './features/guest-queue/guest-page.tsx';

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
// The text's own fonts, which would have come beside the scripts (`worker/pages/fonts.ts`); laid out anew by them, the page
// would answer its first taps later.
setTimeout(() => document.getElementById('fonts')?.removeAttribute('media'), 200);

/** What the Worker wrote into the page. It is our own text: its shape is not checked again. */
function readBoot(): WrittenBoot {
  return JSON.parse(document.getElementById('boot')?.textContent ?? '');
}
