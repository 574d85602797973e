import { useLocation, useNavigate } from 'react-router';

/** For the frame of a public page that the router knows: where one is, and how its head leads on. */
export function useSiteLinks(): { path: string; navigate: (href: string) => void } {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  return {
    path: pathname,
    navigate: (href) => {
      // The guests' pages are another document, and the landing page comes drawn, with its line to play with.
      if (href === '/queue' || href === '/') window.location.assign(href);
      else void navigate(href);
    },
  };
}
