/**
 * Sends the first `GET /auth/me` of a page with a line while the app's scripts still load. Small and without imports,
 * because a script with imports would wait for them. `member-area/member-query.ts` reads the answer. `no-cache` as in
 * `lib/api.ts`.
 */
const timeout = new AbortController();
// The app's timeout for any call. Without an end, the page would stay empty on a network that never answers.
setTimeout(() => timeout.abort(), 15_000);
const response = fetch('/auth/me', { credentials: 'include', cache: 'no-cache', signal: timeout.signal });
// The app reports the failure.
response.catch(() => undefined);
globalThis.earlyMemberCall = { sentAtMs: performance.now(), response };
