import '../styles/tokens.css';
import '../styles/owner.css';
import '../styles/base.css';
import { startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router/dom';
import { App } from './providers.tsx';
import { ownerQuery, ownerKey } from '../owner-area/owner-query.ts';
import { createOwnerRouter } from './router.tsx';
import { cacheOfflinePage } from '../site/cache-offline-page.ts';
import { reloadOnceWhenStale } from '../site/reload-when-stale.ts';
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiError } from '../lib/api.ts';

/** The one cache of the owner's area. */
const queryClient = new QueryClient({
  defaultOptions: {
    // 'always': a call made without a network fails at once and says so, instead of hanging until it is back.
    queries: { networkMode: 'always', retry: false },
    mutations: { networkMode: 'always', retry: false },
  },
  queryCache: new QueryCache({ onError: leaveWhenLoggedOut }),
  mutationCache: new MutationCache({ onError: leaveWhenLoggedOut }),
});

/** The session has ended: every page of the owner's area then leads to /login. */
function leaveWhenLoggedOut(error: Error): void {
  if (error instanceof ApiError && error.code === 'not_logged_in') queryClient.setQueryData(ownerKey, null);
}

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
