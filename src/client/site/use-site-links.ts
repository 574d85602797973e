import { useLocation, useNavigate } from 'react-router';

/** For the frame of a public page that the router knows: where one is, and how its head leads on. */
export function useSiteLinks(): { path: string; navigate: (href: string) => void } {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  return {
    path: pathname,
    navigate: (href) => {
      // The guests' pages are another document: their link loads it.
      if (href === '/queue') window.location.assign(href);
      else void navigate(href);
    },
  };
}
