import './styles/tokens.css';
import './styles/base.css';
import { hydrateRoot, createRoot } from 'react-dom/client';
import type { GuestPageBoot } from '../shared/guest-queue.ts';
import { negotiateLanguage } from '../shared/languages.ts';
import { loadCopy } from './features/guest-queue/catalogues.ts';
import { GuestPage } from './features/guest-queue/guest-page.tsx';

const root = document.getElementById('root');
if (!root) throw new Error('queue.html has no #root');
const boot = readBoot();
const page = <GuestPage boot={boot} copy={await loadCopy(boot.language)} loadCopy={loadCopy} />;
// Where the server could not render, the page starts from nothing.
if (root.hasChildNodes()) hydrateRoot(root, page);
else createRoot(root).render(page);

/** What the Worker wrote into the page. It is our own text: its shape is not checked again. */
function readBoot(): GuestPageBoot {
  const text = document.getElementById('boot')?.textContent;
  if (text) return JSON.parse(text);
  return { path: location.pathname, language: negotiateLanguage(navigator.languages.join()) };
}
