import '../styles/tokens.css';
import '../styles/owner.css';
import '../styles/base.css';
import { startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router/dom';
import { App } from './providers.tsx';
import { ownerQuery } from '../owner-area/owner-query.ts';
import { createOwnerRouter } from './router.tsx';
import { cacheOfflinePage } from '../site/cache-offline-page.ts';
import { reloadOnceWhenStale } from '../site/reload-when-stale.ts';
import { createQueryClient } from './query-client.ts';

const queryClient = createQueryClient();

reloadOnceWhenStale();
cacheOfflinePage();
// Requested in parallel with the download of the page's own chunk.
if (location.pathname.startsWith('/business/')) void queryClient.prefetchQuery(ownerQuery);

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
const isServerRendered = root.hasChildNodes();
const app = (
  <App queryClient={queryClient}>
    <RouterProvider router={await createOwnerRouter({ isServerRendered })} />
  </App>
);
// Hydrated in short tasks, between which a slow phone answers keys.
if (isServerRendered) startTransition(() => void hydrateRoot(root, app));
else createRoot(root).render(app);
