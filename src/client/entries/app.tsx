import '../styles/tokens.css';
import '../styles/owner.css';
import '../styles/base.css';
import { startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router/dom';
import { App } from './providers.tsx';
import { memberQuery } from '../member-area/member-query.ts';
import { createRouter } from './router.tsx';
import { cacheOfflinePage } from '../site/cache-offline-page.ts';
import { reloadOnceWhenStale } from '../site/reload-when-stale.ts';
import { createQueryClient } from './query-client.ts';

const queryClient = createQueryClient();

reloadOnceWhenStale();
cacheOfflinePage();
// The member's data and the page's chunk are requested at the same time.
let memberData: Promise<void> | undefined;
if (location.pathname.startsWith('/business/')) {
  memberData = queryClient.prefetchQuery(memberQuery);
  // The HTML of pages that show a line does not load the fonts. This script requests the fonts here, so that the fonts
  // still arrive before the page shows its first text.
  for (const font of ['1em Figtree', '700 1em Bricolage']) document.fonts.load(font).catch(() => undefined);
}

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
const isServerRendered = root.hasChildNodes();
// Waits for the router and the member's data, so that the first render shows the whole page. Several renders would
// delay the paint.
const [router] = await Promise.all([createRouter({ isServerRendered }), memberData]);
const app = (
  <App queryClient={queryClient}>
    <RouterProvider router={router} />
  </App>
);
// In a transition, hydration runs in short tasks, so that a slow phone can handle keys between the tasks.
if (isServerRendered) startTransition(() => void hydrateRoot(root, app));
else createRoot(root).render(app);
