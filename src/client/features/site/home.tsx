import { useQuery } from '@tanstack/react-query';
import { Navigate } from 'react-router';
import { siteCopy } from '../../../shared/copy/en/site.ts';
import { ownerQuery } from '../../owner-area/owner-query.ts';
import { wasSignedIn } from '../../owner-area/signed-in-hint.ts';
import { usePageTitle } from '../../site/use-page-title.ts';
import { useSiteLinks } from '../../site/use-site-links.ts';
import { LandingPage } from './landing/landing.tsx';

/**
 * `/` inside the app's router: the dashboard for a logged-in owner, else the landing page (`docs/spec.md` section 2).
 * The Worker itself answers a typed address. The session is checked only if somebody logged in on this device before.
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
