import type { ComponentProps } from 'react';
import { SitePage } from './site-page.tsx';
import { useSiteLinks } from './use-site-links.ts';

/** The frame of the public pages inside the app's router. */
export function PublicPage(props: Omit<ComponentProps<typeof SitePage>, 'path' | 'navigate'>) {
  return <SitePage {...useSiteLinks()} {...props} />;
}
