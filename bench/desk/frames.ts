/** The two measured pages, the dashboard and the stand, with their devices and goals. */
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import type { FullShop } from './full-shop.ts';

export const frames = ['dashboard', 'stand'] as const;
export type Frame = (typeof frames)[number];

type Size = { name: string; device: BrowserContextOptions; rows: Record<Frame, number> };

const tablet: BrowserContextOptions = { viewport: { width: 1024, height: 768 }, hasTouch: true };

/** The screen sizes, each with the minimal number of visible rows. */
export const sizes: Size[] = [
  { name: '1024x768', device: tablet, rows: { dashboard: 9, stand: 11 } },
  {
    name: '1440x900',
    device: { viewport: { width: 1440, height: 900 } },
    rows: { dashboard: 13, stand: 15 },
  },
  {
    name: '390x844',
    device: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
    rows: { dashboard: 7, stand: 8 },
  },
];

export function urlOf(origin: string, frame: Frame): string {
  return `${origin}/business/${frame}`;
}

/**
 * Opens a page, and resolves when the page shows "Live" and the first row of the line. The caller closes the page's
 * context.
 */
export async function openFrame(
  browser: Browser,
  shop: FullShop,
  frame: Frame,
  device: BrowserContextOptions = tablet,
): Promise<Page> {
  const context = await browser.newContext({ locale: 'en-US', reducedMotion: 'reduce', ...device });
  await logIn(context, shop);
  const page = await context.newPage();
  await page.goto(urlOf(shop.origin, frame));
  await page.getByText('Live', { exact: true }).waitFor();
  await page.locator('[data-list="queue"] > li').first().waitFor();
  return page;
}

/** Adds the owner's session cookies to the browser context of a device. */
export async function logIn(
  context: ReturnType<Page['context']>,
  { cookie, origin }: Pick<FullShop, 'cookie' | 'origin'>,
): Promise<void> {
  const cookies = cookie.split('; ').map((pair) => {
    const [name = '', value = ''] = pair.split('=', 2);
    return { name, value, url: origin };
  });
  await context.addCookies(cookies);
}
