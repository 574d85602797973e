/** Outside of development, the Worker refuses requests with another host or with http. */
import { createExecutionContext } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { expect, test } from 'vitest';
import { createApp } from '../../../src/worker/app.ts';
import { deployment } from '../support/deployment.ts';
import { read } from '../support/factories.ts';

function ask(url: string, init: RequestInit = {}) {
  return createApp().fetch(new Request(url, init), { ...env, ...deployment }, createExecutionContext());
}

test('the own address answers', async () => {
  expect((await ask('https://queue.example.com/healthz')).status).toBe(200);
});

test.each([
  ['GET', 'https://holdline.a-shop.workers.dev/'],
  ['GET', 'https://queue.example.com:8443/healthz'],
  ['POST', 'https://203.0.113.1/auth/login'],
])('%s %s is another host', async (method, url) => {
  expect(await read(await ask(url, { method }))).toEqual({
    status: 421,
    body: { error: 'This server has another name.', code: 'wrong_host' },
  });
});

test('by http a page leads to https', async () => {
  const answer = await ask('http://queue.example.com/queue/blue-door?at=1');
  expect([answer.status, answer.headers.get('Location')]).toEqual([
    308,
    'https://queue.example.com/queue/blue-door?at=1',
  ]);
});

test.each([
  ['GET', 'http://queue.example.com/auth/me'],
  ['POST', 'http://queue.example.com/queue/blue-door'],
])('by http %s %s is refused', async (method, url) => {
  expect(await read(await ask(url, { method }))).toEqual({
    status: 403,
    body: { error: 'This address answers by https only.', code: 'insecure' },
  });
});

test('without a token of its own, a deployment answers no deep check', async () => {
  expect((await ask('https://queue.example.com/healthz?deep=1')).status).toBe(401);
});
