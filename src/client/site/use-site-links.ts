import { useLocation, useNavigate } from 'react-router';

/** Path and navigation for a public page inside the app's router. */
export function useSiteLinks(): { path: string; navigate: (href: string) => void } {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  return {
    path: pathname,
    navigate: (href) => {
      // Loads the page, because guest pages are a separate app and only the Worker renders the sandbox on `/`.
      if (href === '/queue' || href === '/') window.location.assign(href);
      else void navigate(href);
    },
  };
}
