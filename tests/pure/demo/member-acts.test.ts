import { expect, test } from 'vitest';
import { DEMO_AGENT, isMembersAct } from '../../../src/worker/development/member-acts.ts';
import { sessionCookieName } from '../../../src/worker/identity/sessions.ts';

const cookie = `theme=dark; ${sessionCookieName('http://localhost:8787')}=token`;
const secureCookie = `${sessionCookieName('https://queue.example.com')}=token`;

test.each([
  ['an owner admits', 'POST', { cookie }, true],
  ['an owner removes', 'DELETE', { cookie }, true],
  ['an owner changes a setting, behind https', 'PATCH', { cookie: secureCookie }, true],
  ['a dashboard asks', 'GET', { cookie }, false],
  ['a guest joins', 'POST', {}, false],
  ['an admin sets credits', 'POST', { cookie: 'holdline_admin=token' }, false],
  ["the demo's own staff admit", 'POST', { cookie, 'user-agent': DEMO_AGENT }, false],
])('%s', (_what, method, headers, isAct) => {
  expect(isMembersAct({ method, headers: new Headers(headers) })).toBe(isAct);
});
