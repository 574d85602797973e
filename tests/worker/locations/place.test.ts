import { env } from 'cloudflare:workers';
import { expect, test } from 'vitest';
import { callWith } from '../support/broken.ts';
import { newOwner } from '../support/factories.ts';

test('a new location’s object is made near the shop, by its time zone', async () => {
  const owner = await newOwner();
  const options: unknown[] = [];
  const LOCATION_QUEUE = new Proxy(env.LOCATION_QUEUE, {
    get(target, name): unknown {
      const value: unknown = Reflect.get(target, name);
      if (typeof value !== 'function') return value;
      return (...given: unknown[]): unknown => {
        if (name === 'get') options.push(given[1]);
        return Reflect.apply(value, target, given);
      };
    },
  });
  const body = { address: 'Somewhere', timezone: 'Asia/Tokyo' };
  const { cookie } = owner;
  expect((await callWith({ LOCATION_QUEUE }, 'POST', '/auth/locations', { cookie, body })).status).toBe(201);
  expect(options[0]).toEqual({ locationHint: 'apac-ne' });
});
