/**
 * Sends the first `GET /auth/me` of a page with a line while the app's scripts still load. Small and without imports,
 * because a script with imports would wait for them. `owner-area/owner-query.ts` reads the answer. `no-cache` as in
 * `lib/api.ts`.
 */
// oxlint-disable-next-line eslint/no-restricted-globals -- the client of all calls is a script that loads later
const response = fetch('/auth/me', { credentials: 'include', cache: 'no-cache' });
// The app reports the failure.
response.catch(() => undefined);
globalThis.earlyOwnerCall = { sentAtMs: performance.now(), response };
