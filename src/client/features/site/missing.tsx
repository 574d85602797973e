import { siteCopy } from '../../../shared/copy/en/site.ts';
import { usePageTitle } from '../../site/use-page-title.ts';
import { useSiteLinks } from '../../site/use-site-links.ts';
import { NotFoundPage } from './not-found.tsx';

/** The 404 page inside the app's router. */
export function Missing() {
  usePageTitle(siteCopy.notFoundTitle);
  const { navigate } = useSiteLinks();
  return <NotFoundPage navigate={navigate} />;
}
