/** Bodies that attack a parser, sent to every API call with a body. */
import { createExecutionContext } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { expect, test } from 'vitest';
import { MAX_BODY_BYTES } from '../../../src/shared/limits.ts';
import { createApp } from '../../../src/worker/app.ts';
import { allCookies, allRows, aWorld, unsafeCalls, withWorlds } from '../support/api-calls.ts';
import { call, origin } from '../support/factories.ts';
import { viewOf } from '../support/owner-calls.ts';

const TEN_MEGABYTES = 10 * 1024 * 1024;
const withBody = unsafeCalls.flatMap(({ body, ...each }) => (body ? [{ ...each, body }] : []));

test('ten megabytes are refused by every call, whatever it reads, and change nothing', async () => {
  const world = await aWorld();
  const before = [await allRows(), await viewOf(world.place)];
  // The Content-Length alone is enough for the refusal, so the body can be short.
  const headers = { 'Content-Length': String(TEN_MEGABYTES) };
  for (const each of unsafeCalls) {
    const given = { body: {}, headers, cookie: allCookies(world) };
    const response = await call(each.method, world.path(each), given);
    expect([each.method, each.pattern, response.status]).toEqual([each.method, each.pattern, 413]);
  }
  expect([await allRows(), await viewOf(world.place)]).toEqual(before);
});

test('of ten megabytes without a Content-Length, no more is read than the limit', async () => {
  const world = await aWorld();
  for (const each of withBody) {
    let sent = 0;
    const body = new ReadableStream({
      type: 'bytes',
      pull(controller) {
        const chunk = new Uint8Array(16 * 1024).fill(0x20);
        sent += chunk.byteLength;
        if (sent > TEN_MEGABYTES) controller.close();
        else controller.enqueue(chunk);
      },
    });
    const headers = { 'Content-Type': 'application/json', Cookie: allCookies(world) };
    const request = new Request(origin + world.path(each), { method: each.method, headers, body });
    const { status } = await createApp().fetch(request, env, createExecutionContext());
    expect([each.method, each.pattern, status]).toEqual([each.method, each.pattern, 413]);
    // The stream may send a few chunks more than the Worker reads.
    expect(sent).toBeLessThan(4 * MAX_BODY_BYTES);
  }
});

test('a body nested thousands deep, alone or as any of its fields, is wrong input to every call', async () => {
  const world = await aWorld();
  const cookie = allCookies(world);
  const before = [await allRows(), await viewOf(world.place)];
  const depth = 15_000;
  const list = '['.repeat(depth) + ']'.repeat(depth);
  const object = '{"a":'.repeat(4_000) + '1' + '}'.repeat(4_000);
  for (const each of withBody) {
    const fields = Object.keys(each.body).map((field) => `{"${field}":${list}}`);
    for (const body of [list, object, ...fields]) {
      expect(body.length).toBeLessThan(MAX_BODY_BYTES);
      const { status } = await call(each.method, world.path(each), { body, cookie });
      expect([each.method, each.pattern, body.slice(0, 30), status]).toEqual([
        each.method,
        each.pattern,
        body.slice(0, 30),
        400,
      ]);
    }
  }
  expect([await allRows(), await viewOf(world.place)]).toEqual(before);
});

test('names from the object prototype are no fields of any body, and change no other object', async () => {
  const world = await aWorld();
  const cookie = allCookies(world);
  const before = [await allRows(), await viewOf(world.place)];
  const own = Object.getOwnPropertyNames(Object.prototype);
  for (const each of withBody) {
    const valid = JSON.stringify(each.body);
    for (const body of [
      // The valid fields are in the prototype, so the body has none of the fields.
      `{"__proto__":${valid}}`,
      `{"constructor":{"prototype":${valid}}}`,
      `{"__proto__":{"__proto__":${valid}},"prototype":${valid},"constructor":${valid}}`,
      `{"__proto__":null,"toString":1,"valueOf":{},"hasOwnProperty":true}`,
    ]) {
      const { status } = await call(each.method, world.path(each), { body, cookie });
      expect([each.method, each.pattern, body, status]).toEqual([each.method, each.pattern, body, 400]);
    }
  }
  expect(Object.getOwnPropertyNames(Object.prototype)).toEqual(own);
  expect([await allRows(), await viewOf(world.place)]).toEqual(before);
});

test('beside good fields such names change nothing about the answer of any call', async () => {
  const forged =
    '"__proto__":{"plan":"Professional","maxLocations":99,"polluted":true},"constructor":{"a":1}';
  const plain: { polluted?: boolean } = {};
  const askAll = async (username: string, written: (each: (typeof withBody)[number]) => string) => {
    const statuses: [name: string, status: number][] = [];
    for await (const [each, world] of withWorlds(withBody, username)) {
      const name = `${each.method} ${each.pattern}`;
      const about = { body: written(each), cookie: allCookies(world) };
      statuses.push([name, (await call(each.method, world.path(each), about)).status]);
      expect([name, plain.polluted]).toEqual([name, undefined]);
      const { results } = await env.DB.prepare('select distinct plan, max_locations from businesses').all();
      // A deleted account has no row. All other accounts must still have their plan.
      expect([name, results]).toEqual([name, [{ plan: 'Starter', max_locations: 1 }]]);
    }
    return statuses;
  };
  // Calls about settings and operators' calls refuse unknown fields. All other calls ignore unknown fields.
  const isStrict =
    / \/(auth\/locations\/:id|admin\/(asked-acts|export|backup|import|restore|rotate|person).*)$/;
  const good = await askAll('blue-door', ({ body }) => JSON.stringify(body));
  // The names in sign-ups must be unique, so the second run uses other names than the first run.
  const again = (body: object) =>
    JSON.stringify(body).replace('red-door', 'tan-door').replace('red@', 'tan@').replace('grace', 'ada');
  const answered = await askAll('grey-door', ({ body }) => `{${forged},${again(body).slice(1)}`);
  expect(answered).toEqual(good.map(([name, status]) => [name, isStrict.test(name) ? 400 : status]));
});
