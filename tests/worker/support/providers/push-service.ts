/** A fake push service, and guests with a reminder in a real object. */
import { runInDurableObject } from 'cloudflare:test';
import { vi } from 'vitest';
import { newReceiver, type Receiver } from '../../../support/push-receiver.ts';
import { act as execute } from '../commands.ts';
import { alarmUntil, granted, joinAs, type Location } from '../queue-factories.ts';
import type { StaffActionName } from '../../../../src/shared/queue/rules/staff-actions.ts';

export const endpoint = 'https://fcm.googleapis.com/fcm/send/one';

export type Post = { method: string; url: string; headers: Headers; body: Uint8Array };

/**
 * A push service that gives these answers in order, and then answers every further request with 201. `posts` contains
 * the requests that the push service received.
 */
export function pushService(...answers: (Response | Error)[]): { posts: Post[] } {
  const posts: Post[] = [];
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (asked, init) => {
    const { method, url, headers } = new Request(asked, init);
    // The body is read at once, because only code in the object can read it.
    posts.push({ method, url, headers, body: bytesOf(init?.body) });
    const answer = answers.shift() ?? new Response(null, { status: 201 });
    if (answer instanceof Error) throw answer;
    return answer;
  });
  return { posts };
}

function bytesOf(body: unknown): Uint8Array {
  if (!(body instanceof Uint8Array)) throw new Error('A push is sent as bytes');
  return body;
}

/** Adds a guest to the line, and subscribes the guest's browser to a reminder. */
export async function reminded(location: Location, receiver: Receiver = newReceiver(endpoint)) {
  const joined = await joinAs(location);
  granted(await location().subscribeToReminder(joined.claim, receiver.subscription));
  return { id: joined.customer.id, claim: joined.claim, receiver };
}

export async function act(location: Location, id: string, kind: StaffActionName) {
  granted(await execute(location(), { id }, { kind }));
}

/**
 * All reminder subscriptions of the location, each with the fields of its pending reminder. If a subscription has no
 * pending reminder, these fields are null.
 */
export function kept(location: Location): Promise<Record<string, unknown>[]> {
  return runInDurableObject(location(), (_, { storage }) =>
    storage.sql
      .exec(
        `SELECT endpoint, call, due_at, attempts
         FROM reminder_subscription LEFT JOIN delivery ON kind = 'reminder' AND payload ->> 'subscription' = n ORDER BY n`,
      )
      .toArray()
      .map((row) => ({ ...row })),
  );
}

/** Runs the object's alarm until no reminder is due. */
export async function sent(location: Location): Promise<void> {
  await alarmUntil(location, async () =>
    (await kept(location)).every(({ due_at: due }) => due === null || Number(due) > Date.now()),
  );
}

/** Decrypts the notification in this request to the push service. */
export function opened(receiver: Receiver, post: Post | undefined): unknown {
  return JSON.parse(receiver.open(post?.body ?? new Uint8Array()));
}
