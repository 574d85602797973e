/**
 * Sends the first `GET /auth/me` of a page that shows a line, while the app's scripts still load. This script has no
 * imports, because a script with imports runs only after the imports have loaded. `member-area/member-query.ts` reads
 * the answer. A comment in `lib/api.ts` says why the call uses `no-cache`.
 */
const timeout = new AbortController();
// All calls of the app have this timeout. Without a timeout the page would stay empty if the server never answers.
setTimeout(() => timeout.abort(), 15_000);
const response = fetch('/auth/me', { credentials: 'include', cache: 'no-cache', signal: timeout.signal });
// A failure is ignored here, because the app reports the failure.
response.catch(() => undefined);
globalThis.earlyMemberCall = { sentAtMs: performance.now(), response };
