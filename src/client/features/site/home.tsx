import { useQuery } from '@tanstack/react-query';
import { Navigate } from 'react-router';
import { siteCopy } from '../../../shared/copy/en/site.ts';
import { memberQuery } from '../../member-area/member-query.ts';
import { wasSignedIn } from '../../member-area/signed-in-hint.ts';
import { usePageTitle } from '../../site/use-page-title.ts';
import { useSiteLinks } from '../../site/use-site-links.ts';
import { LandingPage } from './landing/landing.tsx';

/**
 * `/` inside the app's router: the dashboard for a logged-in member, otherwise the landing page (`docs/spec.md` section
 * 2). If the visitor types the address, the Worker answers instead of this component. The session is checked only if
 * somebody logged in on this device before.
 */
export function Home() {
  const signedInBefore = wasSignedIn();
  const member = useQuery({ ...memberQuery, enabled: signedInBefore });
  if (member.data) return <Navigate to="/business/dashboard" replace />;
  if (signedInBefore && member.isPending) return null;
  return <Landing />;
}

function Landing() {
  usePageTitle(siteCopy.hero);
  const { navigate } = useSiteLinks();
  return <LandingPage navigate={navigate} />;
}
