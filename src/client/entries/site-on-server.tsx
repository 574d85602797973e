import { QueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { renderToStaticMarkup, renderToString } from 'react-dom/server';
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from 'react-router';
import type { ServerRenderedPath, FormPath } from '../../shared/site/site-pages.ts';
import { App } from './providers.tsx';
import { ForgotPassword } from '../features/account/sign-in/forgot-password.tsx';
import { LogIn } from '../features/account/sign-in/log-in.tsx';
import { SignUp } from '../features/account/sign-in/sign-up.tsx';
import { FeedbackPage } from '../features/forms/feedback.tsx';
import { SalesPage } from '../features/forms/sales.tsx';
import { Sandbox } from '../features/sandbox/sandbox.tsx';
import { rootRoute } from '../site/root-route.tsx';
import { sitePage } from './site-pages.tsx';

/** Renders a public page as static HTML without hydration. `path` is null for the 404 page. Pure. */
export function renderSitePage(path: ServerRenderedPath | null): string {
  return renderToStaticMarkup(sitePage(path, <Sandbox />));
}

const forms: Record<FormPath, () => ReactNode> = {
  '/login': LogIn,
  '/signup': SignUp,
  '/forgot': ForgotPassword,
  '/feedback': FeedbackPage,
  '/sales': SalesPage,
};
const routes = [rootRoute(Object.entries(forms).map(([path, Component]) => ({ path, Component })))];
const { query, dataRoutes } = createStaticHandler(routes);

/** Renders a form page as HTML, exactly as the app renders it at hydration (`app.tsx`). Pure. */
export async function renderFormPage(path: FormPath): Promise<string> {
  // The router reads only the path of this URL.
  const context = await query(new Request(`http://localhost${path}`));
  if (context instanceof Response) throw new Error(`${path} leads elsewhere`);
  const router = createStaticRouter(dataRoutes, context);
  return renderToString(
    <App queryClient={new QueryClient()}>
      <StaticRouterProvider router={router} context={context} hydrate={false} />
    </App>,
  );
}
