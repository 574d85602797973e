/**
 * The routes of the members' area and of public pages with forms (`docs/spec.md` section 2). Other public pages and the
 * guest's pages are separate HTML entries. This file also has `/` and the 404 page, for navigation inside the app.
 */
import { createBrowserRouter, matchRoutes, type RouteObject } from 'react-router';
import { ErrorPage } from '../site/error-page.tsx';
import { rootRoute } from '../site/root-route.tsx';

/** Routes of React Router's data mode, with one chunk for each area. */
const routes = [
  rootRoute([
    { path: '/', lazy: async () => ({ Component: (await import('../features/site/home.tsx')).Home }) },
    {
      path: '/login',
      lazy: async () => ({ Component: (await import('../features/account/sign-in/log-in.tsx')).LogIn }),
    },
    {
      path: '/signup',
      lazy: async () => ({ Component: (await import('../features/account/sign-in/sign-up.tsx')).SignUp }),
    },
    {
      path: '/forgot',
      lazy: async () => ({
        Component: (await import('../features/account/sign-in/forgot-password.tsx')).ForgotPassword,
      }),
    },
    {
      path: '/reset',
      lazy: async () => ({
        Component: (await import('../features/account/sign-in/reset-password.tsx')).ResetPassword,
      }),
    },
    {
      path: '/verify',
      lazy: async () => ({
        Component: (await import('../features/account/sign-in/verify-email.tsx')).VerifyEmail,
      }),
    },
    {
      path: '/invitation',
      lazy: async () => ({
        Component: (await import('../features/team/invitation.tsx')).InvitationPage,
      }),
    },
    {
      path: '/device',
      lazy: async () => ({ Component: (await import('../features/devices/device-page.tsx')).DevicePage }),
    },
    {
      path: '/not-me',
      lazy: async () => ({ Component: (await import('../features/account/sign-in/not-me.tsx')).NotMe }),
    },
    {
      path: '/feedback',
      lazy: async () => ({ Component: (await import('../features/forms/feedback.tsx')).FeedbackPage }),
    },
    {
      path: '/sales',
      lazy: async () => ({ Component: (await import('../features/forms/sales.tsx')).SalesPage }),
    },
    {
      lazy: async () => ({ Component: (await import('../member-area/member-area.tsx')).MemberArea }),
      children: [
        {
          lazy: async () => ({
            ErrorBoundary: (await import('../features/dashboard/broken-dashboard.tsx')).BrokenDashboard,
          }),
          children: [
            {
              path: '/business/dashboard',
              lazy: async () => ({
                Component: (await import('../features/dashboard/dashboard.tsx')).Dashboard,
              }),
            },
            {
              path: '/business/stand',
              lazy: async () => ({ Component: (await import('../features/stand/stand.tsx')).Stand }),
            },
          ],
        },
        {
          lazy: async () => ({ Component: (await import('../member-area/member-area.tsx')).MemberPages }),
          children: [
            {
              ErrorBoundary: ErrorPage,
              children: [
                {
                  path: '/business/settings',
                  lazy: async () => ({
                    Component: (await import('../features/locations/settings.tsx')).Settings,
                  }),
                },
                {
                  path: '/business/locations',
                  lazy: async () => ({
                    Component: (await import('../features/overview/overview.tsx')).Overview,
                  }),
                },
                {
                  path: '/business/account',
                  lazy: async () => ({
                    Component: (await import('../features/account/account.tsx')).Account,
                  }),
                },
                {
                  path: '/business/activity',
                  lazy: async () => ({
                    Component: (await import('../features/activity/activity.tsx')).Activity,
                  }),
                },
                {
                  path: '/business/team',
                  lazy: async () => ({ Component: (await import('../features/team/team.tsx')).Team }),
                },
                {
                  path: '/payments',
                  lazy: async () => ({
                    Component: (await import('../features/billing/payments.tsx')).Payments,
                  }),
                },
                {
                  path: '/plan-change',
                  lazy: async () => ({
                    Component: (await import('../features/billing/plan-change.tsx')).PlanChange,
                  }),
                },
              ],
            },
          ],
        },
      ],
    },
    {
      path: '/payment-success',
      lazy: async () => ({
        Component: (await import('../features/billing/payment-success.tsx')).PaymentSuccess,
      }),
    },
    {
      path: '/admin',
      lazy: async () => ({ Component: (await import('../features/admin/admin.tsx')).Admin }),
    },
    {
      path: '*',
      lazy: async () => ({ Component: (await import('../features/site/missing.tsx')).Missing }),
    },
  ]),
];

/**
 * Creates the router. Resolves when the matched route has loaded.
 * @param isServerRendered whether the Worker rendered the page; if so, the router starts with the loaded route, and
 * React hydrates the page
 */
export async function createRouter({ isServerRendered }: { isServerRendered: boolean }) {
  if (isServerRendered)
    for (const { route } of matchRoutes(routes, window.location) ?? []) await loadAtOnce(route);
  // With hydration data, the router treats the page as already rendered and keeps the page's scroll position.
  const router = createBrowserRouter(routes, isServerRendered ? { hydrationData: { loaderData: {} } } : {});
  await untilStarted(router);
  return router;
}

/** Waits until the router has loaded the matched route or has failed. After a failure the page shows the error. */
function untilStarted(router: ReturnType<typeof createBrowserRouter>): Promise<void> {
  return new Promise((resolve) => {
    if (router.state.initialized) return resolve();
    const stop = router.subscribe(({ initialized }) => {
      if (!initialized) return;
      stop();
      resolve();
    });
  });
}

/** Loads a lazy route now and makes it a normal route. */
async function loadAtOnce(route: RouteObject): Promise<void> {
  if (typeof route.lazy !== 'function') return;
  const { Component } = await route.lazy();
  Object.assign(route, { Component, lazy: undefined });
}
