import { expect, test, vi } from 'vitest';
import { request } from '../../src/client/lib/api.ts';
import { serverClock } from '../../src/client/lib/server-clock.ts';

test('every answer sets the clock, a refusal too: without a socket a wrong device clock changes nothing', async () => {
  const anHourAheadMs = Math.floor(Date.now() / 1_000) * 1_000 + 3_600_000;
  const headers = { date: new Date(anHourAheadMs).toUTCString() };
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ error: 'Away.' }, { status: 503, headers })));
  await expect(request('GET', '/auth/me')).rejects.toThrow('Away.');
  vi.unstubAllGlobals();
  const now = serverClock.now();
  expect([now >= anHourAheadMs, now < anHourAheadMs + 60_000]).toEqual([true, true]);
});
