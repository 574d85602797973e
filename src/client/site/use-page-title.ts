import { useEffect } from 'react';
import { product } from '../../shared/product.ts';

/** Sets the tab's title. React's own <title> would stand behind the one of index.html, and the first one counts. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = title === '' ? product.name : `${title} · ${product.name}`;
  }, [title]);
}
