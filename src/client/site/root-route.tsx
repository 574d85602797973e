import { type RouteObject, Outlet, ScrollRestoration, useLocation } from 'react-router';
import { ErrorPage } from './error-page.tsx';
import { useEffect, useRef } from 'react';

/** The root route of this entry, the same in the browser and where the Worker renders a page. */
export function rootRoute(children: RouteObject[]): RouteObject {
  return { Component: RootLayout, ErrorBoundary: ErrorPage, HydrateFallback: Nothing, children };
}

function Nothing() {
  return null;
}

/** Layout of every page of this entry: restores scroll positions, and focuses the new page after a navigation. */
function RootLayout() {
  const { pathname } = useLocation();
  const shown = useRef(pathname);

  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    // A reader starts at the new page's top, not at the link that has gone with the old page.
    document.getElementById('main')?.focus({ preventScroll: true });
  }, [pathname]);

  return (
    <>
      <Outlet />
      <ScrollRestoration />
    </>
  );
}
