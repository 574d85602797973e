import { useEffect } from 'react';
import { pageTitle } from '../../shared/site/page-title.ts';

/**
 * Sets the document title. The function does not use React's `<title>` element. This element would be behind the
 * `<title>` of index.html, and browsers use the first `<title>`.
 */
export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = pageTitle(title);
  }, [title]);
}
