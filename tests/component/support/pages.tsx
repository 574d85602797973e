/** Opens the product's pages in the test's own document, as the entries of the pages do. */
import './layers.css';
import '../../../src/client/styles/tokens.css';
import '../../../src/client/styles/owner.css';
import '../../../src/client/styles/base.css';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router/dom';
import { expect } from 'vitest';
import { page, type Locator } from 'vitest/browser';
import type { ReactNode } from 'react';
import { App } from '../../../src/client/entries/providers.tsx';
import { createQueryClient } from '../../../src/client/entries/query-client.ts';
import { createRouter } from '../../../src/client/entries/router.tsx';
import { sitePage } from '../../../src/client/entries/site-pages.tsx';
import { Sandbox } from '../../../src/client/features/sandbox/sandbox.tsx';
import { toast as showToast } from '../../../src/client/ui/status/toast.tsx';
import type { GuestPageBoot } from '../../../src/shared/contracts/guest.ts';
import type { ServerRenderedPath } from '../../../src/shared/site/site-pages.ts';
import type { Language } from '../../../src/shared/languages.ts';
import { writeGuestDocument } from './guest-document.tsx';
import type { Shop } from './shop.ts';

/** A link to another page of the product changes only the address, because the tests must stay in their document. */
navigation.addEventListener('navigate', (event) => {
  const leaves = event.canIntercept && !event.destination.sameDocument && event.navigationType !== 'reload';
  if (leaves) event.intercept();
});

const opened: (() => void)[] = [];
const firstAddress = location.href;

/** Opens a page of the members' area, of the forms, or of the admin. */
export async function openPage(path: string): Promise<void> {
  unmountAll();
  history.replaceState(null, '', path);
  await openApp();
}

async function openApp(): Promise<void> {
  const router = await createRouter({ isServerRendered: false });
  opened.push(() => router.dispose());
  mount(
    <App queryClient={createQueryClient()}>
      <RouterProvider router={router} />
    </App>,
  );
}

/**
 * Opens a public page as the server renders it, because the page needs no script. If `path` is null, opens the 404
 * page.
 */
export function openSitePage(path: ServerRenderedPath | null): void {
  unmountAll();
  history.replaceState(null, '', path ?? '/nowhere');
  mount(sitePage(path, <Sandbox />));
}

type AboutGuest = {
  language?: Language;
  /** The visit that the server found by the cookie. */
  visitId?: string;
  /** Other data that the Worker writes into the page. */
  boot?: Partial<GuestPageBoot>;
};

/** Opens the guest's page of a business, as the Worker would have rendered it. */
export function openGuestPage(shop: Shop, about: AboutGuest = {}): void {
  openGuestBoot(bootOf(shop, about));
}

/** Opens the guest's page as it is before React starts. The returned function `hydrate` starts React on the page. */
export function openEarlyPage(shop: Shop, about: AboutGuest): { root: HTMLElement; hydrate: () => void } {
  unmountAll();
  const { root, element, remove } = writeGuestDocument(bootOf(shop, about), true);
  opened.push(remove);
  return {
    root,
    hydrate() {
      const page = hydrateRoot(root, element(), {
        onRecoverableError: (error) => {
          throw error;
        },
      });
      opened.push(() => page.unmount());
    },
  };
}

function bootOf(shop: Shop, { language = 'en', visitId, boot }: AboutGuest): GuestPageBoot {
  const { username } = shop.user;
  const queue = shop.queues.find((one) => visitId !== undefined && one.has(visitId));
  const status = visitId === undefined ? undefined : queue?.status(visitId);
  return {
    path: `/queue/${username}`,
    language,
    business: { username, addresses: shop.addresses(language) },
    ...(status && { visit: { queueToken: `token-${visitId}`, status } }),
    ...boot,
  };
}

/** Opens a guest's page with this data. A page that is already open is reloaded and keeps its history state. */
export function openGuestBoot(boot: GuestPageBoot): void {
  unmountAll();
  const { root, element, remove } = writeGuestDocument(boot, false);
  opened.push(remove);
  renderInto(root, element());
}

/** Renders any component. */
export function mount(element: ReactNode): void {
  const container = document.body.appendChild(document.createElement('div'));
  container.id = 'root';
  opened.push(() => container.remove());
  renderInto(container, element);
}

function renderInto(container: HTMLElement, element: ReactNode): void {
  const root = createRoot(container);
  root.render(element);
  opened.push(() => root.unmount());
}

/** Reloads the open page. Only the device's storage and the history state are kept. */
export async function reloadPage(): Promise<void> {
  unmountAll();
  await openApp();
}

function unmountAll(): void {
  for (const close of opened.splice(0).toReversed()) close();
  // Toasts stay after their page is closed. Three new toasts replace all earlier toasts, and are then withdrawn.
  for (const withdraw of ['1', '2', '3'].map((title) => showToast(title))) withdraw();
}

/** Closes everything that a test opened, and clears everything that pages store. */
export function closePages(): void {
  unmountAll();
  localStorage.clear();
  sessionStorage.clear();
  document.documentElement.lang = 'en';
  document.documentElement.dir = 'ltr';
  history.replaceState(null, '', firstAddress);
}

export function button(name: string): Locator {
  return page.getByRole('button', { name, exact: true });
}

/** Opens the statistics. At the width of the tests, the dashboard does not show the statistics beside the line. */
export async function openToday(): Promise<void> {
  await button('Today').click();
}

/** Waits until the page shows a text that equals these words. */
export async function says(words: string): Promise<void> {
  await expect.element(page.getByText(words, { exact: true })).toBeVisible();
}

/** A notification with this title or body. */
export function toast(words: string): Locator {
  return page.getByRole('region', { name: 'Notifications' }).getByText(words, { exact: true });
}

/** The names in a list of the dashboard, in order. */
export function namesIn(list: 'queue' | 'arriving' | 'done'): string[] {
  return [...document.querySelectorAll<HTMLElement>(`[data-list="${list}"] h3`)].map(
    (name) => name.innerText,
  );
}
