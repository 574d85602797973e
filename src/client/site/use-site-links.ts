import { useLocation, useNavigate } from 'react-router';

/** Path and navigation for the frame of a public page that the router knows. */
export function useSiteLinks(): { path: string; navigate: (href: string) => void } {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  return {
    path: pathname,
    navigate: (href) => {
      // The guests' pages are another document, and the Worker renders the landing page, with its line to play with.
      if (href === '/queue' || href === '/') window.location.assign(href);
      else void navigate(href);
    },
  };
}
