import { useEffect } from 'react';
import { pageTitle } from '../../shared/site/page-title.ts';

/** Sets the tab's title. React's own <title> would stand behind the one of index.html, and the first one counts. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = pageTitle(title);
  }, [title]);
}
