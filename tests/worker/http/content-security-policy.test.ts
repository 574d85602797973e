/** Each Content Security Policy of the product, checked by Google's `csp_evaluator`. */
import { CspEvaluator } from 'csp_evaluator/dist/evaluator.js';
import { Severity } from 'csp_evaluator/dist/finding.js';
import { CspParser } from 'csp_evaluator/dist/parser.js';
import { expect, test } from 'vitest';
import { contentSecurityPolicy, newNonce } from '../../../src/worker/pages/page-headers.ts';
import { call } from '../support/factories.ts';
import { fileHeaders } from '../support/file-headers.ts';

/** The severity, directive and value of each finding. */
function findingsOf(policy: string | null): string[] {
  if (policy === null) return ['HIGH no policy at all'];
  const findings = new CspEvaluator(new CspParser(policy).csp).evaluate();
  return findings.map(
    ({ severity, directive, value }) => `${Severity[severity]} ${directive} ${value ?? ''}`,
  );
}

/**
 * An accepted finding: "'self' can be problematic if you host JSONP, AngularJS or user uploaded files". Nothing can be
 * uploaded to the product, and no API answer is a script (JSON and `nosniff`).
 */
const accepted = ["MEDIUM_MAYBE script-src 'self'"];

test('the policy of the guest’s and of the owner’s pages has no finding but one that is accepted', () => {
  expect(findingsOf(contentSecurityPolicy(newNonce(), { onDevServer: false }))).toEqual(accepted);
});

test.each(['/login', '/business/dashboard', '/queue', '/queue/nobody', '/admin', '/nowhere'])(
  '%s has the policy of all pages',
  async (path) => {
    const policy = (await call('GET', path)).headers.get('Content-Security-Policy') ?? '';
    // Without a build, the policy also allows the inline scripts and the socket of the dev server.
    const served = policy.replaceAll(/'nonce-[^']+'/g, 'NONCE');
    expect(served).toBe(contentSecurityPolicy('-', { onDevServer: true }).replaceAll("'nonce--'", 'NONCE'));
  },
);

test.each(['/healthz', '/auth/me', '/auth/nothing', '/admin/me', '/stripe/nothing', '/dev/outbox'])(
  'the policy of %s has no finding at all',
  async (path) => {
    const response = await call('GET', path);
    expect(findingsOf(response.headers.get('Content-Security-Policy'))).toEqual([]);
  },
);

test.each([
  '/assets/index-1.js',
  '/assets/queue-1.css',
  '/icon.svg',
  '/icon-turn.svg',
  '/queue-sw.js',
  '/site-sw.js',
  '/manifest.webmanifest',
  '/stand.webmanifest',
  '/device.webmanifest',
  '/share.png',
  '/favicon.ico',
])('the policy of the file %s has no finding at all', (path) => {
  expect(findingsOf(fileHeaders(path).get('Content-Security-Policy'))).toEqual([]);
});

test('the evaluator finds what is weak', () => {
  expect(findingsOf("script-src 'unsafe-inline' https:; object-src *")).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^HIGH script-src 'unsafe-inline'/),
      expect.stringMatching(/^HIGH script-src https:/),
      expect.stringMatching(/^HIGH object-src/),
    ]),
  );
  expect(findingsOf(contentSecurityPolicy('x', { onDevServer: true }))).toContainEqual(
    expect.stringMatching(/^HIGH script-src 'unsafe-inline'/),
  );
});
