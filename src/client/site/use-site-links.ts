import { useLocation, useNavigate } from 'react-router';

/** Path and navigation for a public page inside the app's router. */
export function useSiteLinks(): { path: string; navigate: (href: string) => void } {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  return {
    path: pathname,
    navigate: (href) => {
      // A full page load: guest pages are a separate app, and only the Worker renders the landing page with its sandbox.
      if (href === '/queue' || href === '/') window.location.assign(href);
      else void navigate(href);
    },
  };
}
