import { type RouteObject, Outlet, ScrollRestoration, useLocation } from 'react-router';
import { ErrorPage } from './error-page.tsx';
import { useEffect, useRef } from 'react';
import { loadInLanguage } from './load-in-language.ts';

/** The root route of this entry, for the browser and for the Worker's rendering. */
export function rootRoute(children: RouteObject[]): RouteObject {
  return { Component: RootLayout, ErrorBoundary: ErrorPage, HydrateFallback: Nothing, children };
}

function Nothing() {
  return null;
}

/**
 * Layout of every page of this entry: restores scroll positions, and focuses the new page after a navigation. A document
 * has one language, so a page in another language is loaded anew.
 */
function RootLayout() {
  const { pathname } = useLocation();
  const shown = useRef(pathname);

  useEffect(() => loadInLanguage(pathname), [pathname]);

  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    // Screen readers start at the top of the new page, because the followed link is gone.
    document.getElementById('main')?.focus({ preventScroll: true });
  }, [pathname]);

  return (
    <>
      <Outlet />
      <ScrollRestoration />
    </>
  );
}
