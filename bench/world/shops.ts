/** A shop in a city: an account with one location, and the calls of its guest and its owner. */
import * as z from 'zod/mini';
import { expectStatus, type Call, type HttpClient } from '../queue/http-client.ts';
import { joinCall, joinedGuest, openLocation, statusCall, type OpenedLocation } from '../queue/line.ts';
import type { Runtime } from '../queue/runtime.ts';

/** Round-trip times in milliseconds from the Worker in `city` to D1's primary, to a replica and to an object. */
export type World = { city: string; primaryMs: number; replicaMs: number; objectMs: number };

const seen = z.object({
  answeredAt: z.number(),
  hops: z.array(z.object({ kind: z.enum(['primary', 'replica', 'object']), at: z.number() })),
});

/**
 * `ms`: the network time before the first byte of the answer. `primaryReads`: number of calls of D1's primary before
 * this byte. `waves`: at how many different times calls of objects start before this byte.
 */
export type Played = { ms: number; primaryReads: number; waves: number };

export type Act = 'first_view' | 'view_again' | 'join' | 'status' | 'admit';

/** Runs the calls of a guest and an owner of a new shop in `world`. */
export async function playShop(
  runtime: Runtime,
  client: HttpClient,
  world: World,
): Promise<Record<Act, Played>> {
  await setWorld(runtime, { city: 'home', primaryMs: 0, replicaMs: 0, objectMs: 0 });
  const shop = await openLocation(runtime, 0);
  await setWorld(runtime, world);
  const play = async (call: Call, status: number) => {
    const answer = expectStatus(await client.call(call), status);
    return { answer, played: playedOf(seen.parse(await runtime.watched('/hops'))) };
  };
  const page: Call = { method: 'GET', path: `/queue/${shop.username}` };
  const first = await play(page, 200);
  const again = await play(page, 200);
  const joined = await play(joinCall(shop), 201);
  const guest = joinedGuest(joined.answer);
  const status = await play(statusCall(shop, guest), 200);
  // The owner's page polls the account. The answer to this poll sets the staff pass.
  const pass = await passOf(runtime, shop);
  const admitted = await play(
    {
      method: 'POST',
      path: `/auth/locations/${shop.locationId}/visits/${guest.customer.id}/admit`,
      headers: { cookie: `${shop.cookie}; ${pass}` },
    },
    200,
  );
  return {
    first_view: first.played,
    view_again: again.played,
    join: joined.played,
    status: status.played,
    admit: admitted.played,
  };
}

async function setWorld(runtime: Runtime, world: World): Promise<void> {
  await runtime.watched(`/world?is=${encodeURIComponent(JSON.stringify(world))}`);
}

function playedOf({ answeredAt, hops }: z.infer<typeof seen>): Played {
  const before = hops.filter(({ at }) => at <= answeredAt);
  const waves = new Set(before.filter(({ kind }) => kind === 'object').map(({ at }) => at));
  const primaryReads = before.filter(({ kind }) => kind === 'primary').length;
  return { ms: answeredAt, primaryReads, waves: waves.size };
}

async function passOf(runtime: Runtime, { cookie }: OpenedLocation): Promise<string> {
  const answer = await fetch(new URL('/auth/me', runtime.origin), { headers: { cookie } });
  const pass = answer.headers.getSetCookie().find((line) => line.startsWith('holdline_pass='));
  if (pass === undefined) throw new Error('The owner got no pass.');
  return pass.split(';', 1)[0] ?? '';
}
