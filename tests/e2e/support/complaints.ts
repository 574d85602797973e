/** Collects what a page complains about: console errors, uncaught errors, refused and failed requests of our own. */
import type { Page } from 'playwright-core';

type Complaints = {
  /** Announces a complaint that must come. */
  expect(pattern: RegExp): void;
  /** What was heard and not announced. */
  unexpected(): string[];
  /** What was announced and never heard. */
  missing(): RegExp[];
};

export function watchForComplaints(page: Page, origin: string): Complaints {
  const heard: string[] = [];
  const expected: RegExp[] = [];
  const isOurs = (url: string) => url.startsWith(`${origin}/`);
  const nameOf = (method: string, url: string) => `${method} ${url.slice(origin.length)}`;

  page.on('console', (message) => {
    // A refused request is heard below, with its method and status.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource')) {
      heard.push(`console: ${message.text()}`);
    }
  });
  page.on('pageerror', (error) => {
    // Of what the browser itself throws there is no stack.
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
    // A page that is left drops what it was still loading.
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
