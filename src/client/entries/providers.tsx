import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import { StrictMode, type ReactNode } from 'react';
import { toastWords } from '../../shared/copy/owner/labels.ts';
import { Toaster } from '../ui/status/toast.tsx';

/**
 * The providers around the router. Browser and Worker use the same providers, because hydration requires equal output.
 */
export function App({ queryClient, children }: { queryClient: QueryClient; children: ReactNode }) {
  return (
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        {children}
        <Toaster words={toastWords} />
      </QueryClientProvider>
    </StrictMode>
  );
}
