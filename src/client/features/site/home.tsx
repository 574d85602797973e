import { useQuery } from '@tanstack/react-query';
import { Navigate } from 'react-router';
import { siteCopy } from '../../../shared/copy/en/site.ts';
import { ownerQuery } from '../../owner-area/owner-query.ts';
import { wasSignedIn } from '../../owner-area/signed-in-hint.ts';
import { usePageTitle } from '../../site/use-page-title.ts';
import { useSiteLinks } from '../../site/use-site-links.ts';
import { LandingPage } from './landing.tsx';

/**
 * `/` for whoever comes from a page that the router knows: the dashboard for who is logged in, else the landing page
 * (`docs/spec.md` section 2). Who types the address gets it from the Worker. Asks only where somebody was logged in.
 */
export function Home() {
  const signedInBefore = wasSignedIn();
  const owner = useQuery({ ...ownerQuery, enabled: signedInBefore });
  if (owner.data) return <Navigate to="/business/dashboard" replace />;
  if (signedInBefore && owner.isPending) return null;
  return <Landing />;
}

function Landing() {
  usePageTitle(siteCopy.hero);
  const { navigate } = useSiteLinks();
  return <LandingPage navigate={navigate} />;
}
