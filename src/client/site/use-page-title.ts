import { useEffect } from 'react';
import { pageTitle } from '../../shared/site/page-title.ts';

/**
 * Sets the document title. React's `<title>` element is not used, because it would come after the `<title>` of
 * index.html, and browsers use the first `<title>`.
 */
export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = pageTitle(title);
  }, [title]);
}
