/** Collects the complaints of a page: console errors, uncaught errors, refused and failed requests to our server. */
import type { Page } from 'playwright-core';

type Complaints = {
  /** Announces a complaint that the page will make. The test fails without this complaint. */
  expect(pattern: RegExp): void;
  /** Complaints that were not announced. */
  unexpected(): string[];
  /** Announced complaints that did not come. */
  missing(): RegExp[];
};

export function watchForComplaints(page: Page, origin: string): Complaints {
  const heard: string[] = [];
  const expected: RegExp[] = [];
  const isOurs = (url: string) => url.startsWith(`${origin}/`);
  const nameOf = (method: string, url: string) => `${method} ${url.slice(origin.length)}`;

  page.on('console', (message) => {
    // Skips messages about refused requests, which are recorded below with method and status.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource')) {
      heard.push(`console: ${message.text()}`);
    }
  });
  page.on('pageerror', (error) => {
    // Errors of the browser itself have no stack.
    heard.push(`uncaught: ${error.stack || `${error.name}: ${error.message}`}`);
  });
  page.on('response', (response) => {
    const { status, method, url } = {
      status: response.status(),
      method: response.request().method(),
      url: response.url(),
    };
    if (status >= 400 && isOurs(url)) heard.push(`${status} ${nameOf(method, url)}`);
  });
  page.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText ?? 'failed';
    // The browser cancels pending requests when a page is left.
    if (reason !== 'net::ERR_ABORTED' && isOurs(request.url())) {
      heard.push(`${reason} ${nameOf(request.method(), request.url())}`);
    }
  });

  return {
    expect: (pattern) => expected.push(pattern),
    unexpected: () => heard.filter((complaint) => !expected.some((pattern) => pattern.test(complaint))),
    missing: () => expected.filter((pattern) => !heard.some((complaint) => pattern.test(complaint))),
  };
}
