import type { RouteObject } from 'react-router';
import { ErrorPage } from './error-page.tsx';
import { RootLayout } from './root-layout.tsx';

/** The route that all others of this entry stand in, in the browser and where the Worker draws one of them. */
export function rootRoute(children: RouteObject[]): RouteObject {
  return { Component: RootLayout, ErrorBoundary: ErrorPage, HydrateFallback: Nothing, children };
}

function Nothing() {
  return null;
}
