/** The error page that replaces a part of the app that could not be loaded. */
import { createMemoryRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { ErrorPage } from '../../../src/client/site/error-page.tsx';
import { onPhone } from '../support/guest-steps.ts';
import { whatIsWrong } from '../support/look.ts';
import { button, mount } from '../support/pages.tsx';

test('a part that could not be loaded says so, and is there at the next try', async () => {
  await onPhone();
  let tries = 0;
  const lazy = async () => {
    tries += 1;
    if (tries === 1) throw new TypeError('Failed to fetch dynamically imported module');
    return { Component: () => <h1>Here</h1> };
  };
  const router = createMemoryRouter([{ ErrorBoundary: ErrorPage, children: [{ path: '/', lazy }] }]);
  mount(<RouterProvider router={router} />);
  await expect
    .element(page.getByRole('heading', { name: 'Something went wrong on this page' }))
    .toBeVisible();
  expect(await whatIsWrong()).toEqual([]);
  await button('Load again').click();
  await expect.element(page.getByRole('heading', { name: 'Here' })).toBeVisible();
});
