import './styles/tokens.css';
import './styles/owner.css';
import './styles/base.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router/dom';
import { ownerQuery } from './owner-area/owner-query.ts';
import { queryClient } from './owner-area/query-client.ts';
import { createOwnerRouter } from './router.tsx';
import { reloadOnceWhenStale } from './site/reload-when-stale.ts';
import { Toaster } from './ui/toast.tsx';

reloadOnceWhenStale();
// Asked beside the download of the page's own chunk, not after it.
if (location.pathname.startsWith('/business/')) void queryClient.prefetchQuery(ownerQuery);

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={createOwnerRouter()} />
      <Toaster />
    </QueryClientProvider>
  </StrictMode>,
);
