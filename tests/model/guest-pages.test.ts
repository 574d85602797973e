/**
 * Guests' pages in random stories of a line, while messages are lost, delayed or doubled. A page shows only places that
 * the server has sent to this page, and never shows an older place after a newer place.
 */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { statusAfterMessage, type LiveStatus } from '../../src/client/features/guest/visit/live-status.ts';
import type { StatusAnswer } from '../../src/shared/contracts/guest.ts';
import type { GuestMessage } from '../../src/shared/contracts/live.ts';
import type { Command } from '../../src/shared/queue/commands.ts';
import { dueCommands } from '../../src/shared/queue/due-commands.ts';
import { reopensAt } from '../../src/shared/queue/rules/opening-hours.ts';
import { statusMessage } from '../../src/shared/queue/guest-messages.ts';
import type { Visit } from '../../src/shared/queue/state.ts';
import { Broadcaster, type OpenPages } from '../../src/worker/location/broadcaster.ts';
import { aLocation, aParty, NOW } from '../pure/support/factories.ts';
import { examples } from '../support/depth.ts';
import { MemoryQueue } from './memory-queue.ts';

const STORIES = fc.readConfigureGlobal().numRuns ?? examples(100);

/** What the network does with the oldest message on its way to a page. */
const fates = ['arrive', 'arrive', 'arrive', 'lose', 'delay', 'double'] as const;
type Fate = (typeof fates)[number];

const actions = [
  'admit',
  'remove',
  'undo',
  'put-back',
  'skip',
  'move',
  'more-time',
  'leave',
  'recall',
] as const;

const step = fc.oneof(
  { weight: 3, arbitrary: fc.constant({ do: 'join' as const }) },
  {
    weight: 8,
    arbitrary: fc.record({
      do: fc.constant('act' as const),
      action: fc.constantFrom(...actions),
      who: fc.nat(30),
      position: fc.integer({ min: 1, max: 12 }),
    }),
  },
  {
    weight: 12,
    arbitrary: fc.record({
      do: fc.constant('network' as const),
      fate: fc.constantFrom(...fates),
      who: fc.nat(30),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('wait' as const),
      ms: fc.constantFrom(1, 5_000, 11_000, 400_000),
    }),
  },
);
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

class GuestPage {
  readonly visitId: string;
  status: LiveStatus | null = null;
  onTheWay: string[] = [];

  constructor(visitId: string) {
    this.visitId = visitId;
  }

  suffer(fate: Fate): void {
    const [oldest, ...others] = this.onTheWay;
    if (oldest === undefined) return;
    this.onTheWay = fate === 'delay' ? [...others, oldest] : others;
    if (fate === 'arrive' || fate === 'double') this.hear(oldest);
    if (fate === 'double') this.onTheWay.push(oldest);
  }

  hear(text: string): void {
    this.status = statusAfterMessage(this.status, JSON.parse(text)) ?? this.status;
  }

  hearAll(): void {
    for (let text = this.onTheWay.shift(); text !== undefined; text = this.onTheWay.shift()) this.hear(text);
  }
}

/**
 * The server: the queue in memory with the real broadcaster. It records the status that each guest got at each version.
 */
class Server implements OpenPages {
  readonly queue = new MemoryQueue(aLocation({ settings: { undo: true } }), NOW);
  readonly pages: GuestPage[] = [];
  readonly #shown = new Map<string, Set<string>>();

  do(story: Step): void {
    if (story.do === 'join') this.#join();
    else if (story.do === 'wait') this.#wait(story.ms);
    else {
      const page = this.pages[story.who % this.pages.length];
      if (page === undefined) return;
      if (story.do === 'network') page.suffer(story.fate);
      else this.#run(commandOf(story, page.visitId));
    }
  }

  statusOf(visitId: string): GuestMessage & { type: 'status' } {
    const visit = this.#visit(visitId);
    if (visit === null) throw new Error(`there is no visit ${visitId}`);
    return statusMessage(this.queue.storage, this.queue.location, visit, this.queue.now());
  }

  /** Whether the server has sent this status, with its version, to the guest of this visit. */
  hasShown(visitId: string, status: LiveStatus): boolean {
    return this.#shown.get(`${visitId} ${status.version}`)?.has(JSON.stringify(placeIn(status))) ?? false;
  }

  broadcastToGuests: OpenPages['broadcastToGuests'] = (messageFor) => {
    for (const page of this.pages) {
      const message = messageFor({ visitId: page.visitId, readsMoved: true });
      if (message !== null) page.onTheWay.push(JSON.stringify(message));
    }
  };
  sendToGuest: OpenPages['sendToGuest'] = (visitId, message) => {
    for (const page of this.pages) if (page.visitId === visitId) page.onTheWay.push(JSON.stringify(message));
  };
  broadcastToStaff(): void {}
  closeVisit(): void {}
  closeStaff(): void {}

  #join(): void {
    const id = `visit-${this.pages.length}`;
    const keys = { tokenHash: id, requestHash: '', networks: [] };
    const { firstName, lastName, phoneNumber, numGuests, waitingPreference } = aParty();
    const party = { firstName, lastName, phoneNumber, numGuests, waitingPreference };
    this.#run({ kind: 'add-walk-in', party, idempotencyKey: null, actor: { kind: 'owner' } }, { id, keys });
    if (this.#visit(id) === null) return;
    const page = new GuestPage(id);
    this.pages.push(page);
    this.#note();
    page.hear(JSON.stringify(this.statusOf(id)));
  }

  #wait(ms: number): void {
    this.queue.wait(ms);
    for (const command of dueCommands(this.queue.storage, this.queue.now(), reopensAt)) this.#run(command);
    this.#note();
  }

  #run(command: Command, newcomer?: Parameters<MemoryQueue['run']>[1]): void {
    const { location, storage } = this.queue;
    const visits = new Map(storage.snapshot.visits);
    const outcome = this.queue.run(command, newcomer);
    if (!outcome.ok) return;
    this.#note();
    new Broadcaster(this, this.queue.storage).broadcast({ location, visits }, outcome, this.queue.now());
  }

  #note(): void {
    for (const { visitId } of this.pages) {
      const status = this.statusOf(visitId);
      const key = `${visitId} ${status.version}`;
      const shown = this.#shown.get(key) ?? new Set();
      this.#shown.set(key, shown.add(JSON.stringify(placeIn(status))));
    }
  }

  #visit(id: string): Visit | null {
    return this.queue.storage.visit({ id });
  }
}

function commandOf(
  { action, position }: { action: (typeof actions)[number]; position: number },
  id: string,
): Command {
  const visit = { id };
  const owner = { actor: { kind: 'owner' } as const, visit };
  switch (action) {
    case 'move':
      return { kind: action, position, ...owner };
    case 'more-time':
      return { kind: action, position, visit, actor: { kind: 'guest' } };
    case 'leave':
      return { kind: action, visit, actor: { kind: 'guest' } };
    case 'admit':
    case 'remove':
    case 'undo':
    case 'put-back':
    case 'skip':
    case 'recall':
      return { kind: action, ...owner };
  }
}

/** A status with `moreTime`. The type of the early script's status has no `moreTime`, although the data has it. */
type Placed = Pick<LiveStatus, 'status' | 'position' | 'ahead' | 'estimatedWaitMinutes' | 'estimate'> &
  Pick<StatusAnswer, 'moreTime'>;

/** The fields of a status that depend on the line. */
function placeIn(status: Placed): object {
  const { position, ahead, estimatedWaitMinutes, estimate, moreTime } = status;
  return {
    status: status.status,
    position,
    ahead,
    estimatedWaitMinutes,
    estimate,
    moreTime: moreTime ?? null,
  };
}

test('with lost, late and doubled messages a page shows only what the server showed, and never goes back', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 120, size: 'max' }), (story) => {
      const server = new Server();
      const seen = new Map<GuestPage, number>();
      for (const one of story) {
        server.do(one);
        for (const page of server.pages) {
          const { status } = page;
          if (status === null) throw new Error('a page without a status');
          expect([page.visitId, placeIn(status), server.hasShown(page.visitId, status)]).toEqual([
            page.visitId,
            placeIn(status),
            true,
          ]);
          expect(status.version).toBeGreaterThanOrEqual(seen.get(page) ?? 0);
          seen.set(page, status.version ?? 0);
        }
      }
    }),
    { numRuns: STORIES },
  );
});

test('when all messages arrive, every page shows its place of now', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 120, size: 'max' }), (story) => {
      const server = new Server();
      for (const one of story.filter(({ do: kind }) => kind !== 'network')) {
        server.do(one);
        for (const page of server.pages) {
          page.hearAll();
          const now = placeIn(server.statusOf(page.visitId));
          expect([page.visitId, page.status && placeIn(page.status)]).toEqual([page.visitId, now]);
        }
      }
    }),
    { numRuns: STORIES },
  );
});
