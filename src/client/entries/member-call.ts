/**
 * Sends the first `GET /auth/me` of a page with a line while the app's scripts still load. This script has no imports,
 * because a script with imports runs only after the imports have loaded. `member-area/member-query.ts` reads the
 * answer. `no-cache` has the same reason as in `lib/api.ts`.
 */
const timeout = new AbortController();
// The same timeout as for all calls of the app. Without a timeout the page would stay empty if the network never
// answers.
setTimeout(() => timeout.abort(), 15_000);
const response = fetch('/auth/me', { credentials: 'include', cache: 'no-cache', signal: timeout.signal });
// A failure is ignored here, because the app reports it.
response.catch(() => undefined);
globalThis.earlyMemberCall = { sentAtMs: performance.now(), response };
