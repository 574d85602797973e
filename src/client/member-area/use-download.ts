import { useMutation } from '@tanstack/react-query';
import { ownerCopy } from '../../shared/copy/owner/owner.ts';
import { request } from '../lib/api.ts';
import { dismissToasts, toast } from '../ui/status/toast.tsx';

/**
 * Downloads a file from our server. If the server refuses a download, the page gets no error. The page therefore first
 * requests the file itself and reads only the status. Then the browser downloads the file to disk.
 * @param failed the title of the toast after a refusal
 */
export function useDownload(failed: string) {
  return useMutation({
    mutationFn: async (href: string) => {
      const enough = new AbortController();
      await request('GET', href, { signal: enough.signal });
      enough.abort();
    },
    onMutate: () => dismissToasts(),
    onSuccess(_nothing, href) {
      const link = document.createElement('a');
      link.href = href;
      link.download = '';
      link.click();
    },
    onError: (error) => toast(failed, { tone: 'bad', body: error.message || ownerCopy.toasts.tryAgain }),
  });
}
