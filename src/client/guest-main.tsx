import './styles/tokens.css';
import './styles/base.css';
import { hydrateRoot, createRoot } from 'react-dom/client';
import { GuestPage } from './features/guest-queue/guest-page.tsx';
import type { GuestPageBoot } from '../shared/guest-queue.ts';

const root = document.getElementById('root');
if (!root) throw new Error('queue.html has no #root');
const page = <GuestPage boot={readBoot()} />;
// Where the server could not render, the page starts from nothing.
if (root.hasChildNodes()) hydrateRoot(root, page);
else createRoot(root).render(page);

/** What the Worker wrote into the page. It is our own text: its shape is not checked again. */
function readBoot(): GuestPageBoot {
  const text = document.getElementById('boot')?.textContent;
  return text ? JSON.parse(text) : { path: location.pathname };
}
