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
 * Layout of every page of this entry: restores scroll positions, and focuses the new page after a navigation. A
 * document has only one language, so the document is reloaded for a page in another language.
 */
function RootLayout() {
  const { pathname } = useLocation();
  const shown = useRef(pathname);

  useEffect(() => loadInLanguage(pathname), [pathname]);

  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    // The focus moves to the main part, because the pressed link no longer exists. Screen readers then start at the top
    // of the page.
    document.getElementById('main')?.focus({ preventScroll: true });
  }, [pathname]);

  return (
    <>
      <Outlet />
      <ScrollRestoration />
    </>
  );
}
