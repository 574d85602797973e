/** The queue in its real object, for the random stories of `tests/model`. */
import { evictDurableObject, runInDurableObject } from 'cloudflare:test';
import { expect } from 'vitest';
import type { RefusalCode } from '../../../src/shared/copy/en/refusals.ts';
import type { OutsideCommand, VisitRef } from '../../../src/shared/queue/commands.ts';
import { nextDueAt } from '../../../src/shared/queue/due-commands.ts';
import { actor, isOfVisit, type VisitEvent } from '../../../src/shared/queue/events.ts';
import { MemoryStorage, type Snapshot } from '../../../src/shared/queue/memory-storage.ts';
import { reopensAt } from '../../../src/shared/queue/rules/opening-hours.ts';
import { project } from '../../../src/shared/queue/project.ts';
import type { Location as LocationState, Party, Visit } from '../../../src/shared/queue/state.ts';
import type { LocationView, VisitView } from '../../../src/shared/contracts/queue-view.ts';
import { SqliteStorage } from '../../../src/worker/location/store/sqlite-storage.ts';
import { squeezed, type QueueUnderTest } from '../../model/queue-under-test.ts';
import { addWalkIn, join } from '../../worker/support/commands.ts';
import { aJoin, granted, moveClock, username, type Location } from '../../worker/support/queue-factories.ts';

type EventRow = Omit<VisitEvent, 'actor' | 'fromPosition'> & { actor: string; fromPosition: number | null };

export class ObjectQueue implements QueueUnderTest {
  readonly #location: Location;
  /** The key is a visit's name in the reference model, and the value is the visit's id in the object. */
  readonly #ids = new Map<string, string>();

  constructor(location: Location) {
    this.#location = location;
  }

  now = (): number => Date.now();

  wait = (ms: number): void => moveClock(ms);

  enter = async (id: string, party: Party, sender: string | null): Promise<RefusalCode | null> => {
    const { firstName, lastName, phoneNumber, numGuests, waitingPreference, language } = party;
    const request = aJoin({ firstName, lastName, phoneNumber, numGuests, waitingPreference });
    const key = { idempotencyKey: null };
    const reply =
      sender === null
        ? await addWalkIn(this.#location(), { request, ...key })
        : await join(this.#location(), { username, request, ...key, sender, heldSecret: null, language });
    if (!reply.ok) return reply.code;
    this.#ids.set(id, 'visit' in reply ? reply.visit.id : reply.answer.customer.id);
    return null;
  };

  execute: QueueUnderTest['execute'] = async (command) => {
    const reply = await this.#location().execute(this.#named(command));
    return reply.ok ? null : reply.code;
  };

  fireAlarm = async (): Promise<void> => {
    await runInDurableObject(this.#location(), (queue) => queue.alarm());
  };

  wakesAt = (): Promise<number | null> =>
    runInDurableObject(this.#location(), (_, state) =>
      nextDueAt(new SqliteStorage(state.id.toString(), state.storage), Date.now(), reopensAt),
    );

  evict = (): Promise<void> => evictDurableObject(this.#location());

  squeeze = async (): Promise<void> => {
    const before = await this.#raw();
    const { location, visits } = squeezed(before);
    if (location === null) return;
    await runInDurableObject(this.#location(), (_, state) => {
      const storage = new SqliteStorage(state.id.toString(), state.storage);
      const waiting = [...visits.values()].filter(({ status }) => status === 'waiting');
      // The rows first get negative ranks, which no other row has, and then their new ranks. SQLite refuses two equal
      // ranks even within a transaction.
      for (const free of [(rank: number) => -rank - 1, (rank: number) => rank]) {
        const ranks = waiting.map(({ id, rank }) => ({ id, rank: free(rank) }));
        const changes = { location, visits: [], ranks, joined: null, text: null, erased: [] };
        storage.commit({ ok: true, visitId: null, changes, events: [], effects: [] }, Date.now());
      }
    });
    await evictDurableObject(this.#location());
  };

  /** Reads the state from the stored rows. Throws if staff's view of the object differs from these rows. */
  snapshot = async (): Promise<Snapshot> => {
    const raw = await this.#raw();
    const view = await this.#location().view();
    const { location } = raw;
    if (location?.profile.closedAt === null) {
      const told = project.staff(new MemoryStorage(this.#location().id.toString(), raw), Date.now());
      expect(comparable(granted(view).view)).toEqual(told && comparable(told));
    } else expect(view).toEqual({ ok: false, code: 'location_closed' });
    return this.#renamed(raw);
  };

  #raw(): Promise<Snapshot> {
    return runInDurableObject(this.#location(), (_, state): Snapshot => {
      const storage = new SqliteStorage(state.id.toString(), state.storage);
      const location: LocationState | null = storage.location();
      const ids = state.storage.sql.exec<{ id: string }>('SELECT id FROM visit ORDER BY joined_at').toArray();
      const visits = ids.flatMap(({ id }) => storage.visit({ id }) ?? []);
      const events = state.storage.sql
        .exec<EventRow>(
          `SELECT visit_id AS visitId, kind, at, position, from_position AS fromPosition, actor, reason FROM event
           WHERE visit_id <> '' ORDER BY n`,
        )
        .toArray()
        .map(({ fromPosition, ...event }): VisitEvent => {
          const from = fromPosition === null ? {} : { fromPosition };
          return { ...event, ...from, actor: actor.parse({ kind: event.actor }) };
        });
      const byId = new Map(visits.map((visit) => [visit.id, visit]));
      return { location, visits: byId, keys: new Map(), texts: new Map(), events };
    });
  }

  #renamed({ location, visits, events, ...rest }: Snapshot): Snapshot {
    const names = new Map([...this.#ids].map(([name, id]) => [id, name]));
    const nameOf = (id: string) => names.get(id) ?? id;
    const renamed = [...visits.values()].map((visit): Visit => ({ ...visit, id: nameOf(visit.id) }));
    const services = Object.entries(location?.services ?? {}).map(([id, service]) => {
      const undos = service.undos.map((undo) => ({ ...undo, visitId: nameOf(undo.visitId) }));
      return [id, { ...service, undos }] as const;
    });
    return {
      ...rest,
      location: location && { ...location, services: Object.fromEntries(services) },
      visits: new Map(renamed.map((visit) => [visit.id, visit])),
      events: events.filter(isOfVisit).map((event) => ({ ...event, visitId: nameOf(event.visitId) })),
    };
  }

  #named(command: Parameters<QueueUnderTest['execute']>[0]): OutsideCommand {
    if (!('visit' in command)) return command;
    const visit: VisitRef = { id: this.#ids.get(command.visit.id) ?? command.visit.id };
    return { ...command, visit };
  }
}

/** The view with sorted lists, because visits that ended in the same millisecond have no order. */
function comparable(view: LocationView): LocationView {
  const byId = (visits: VisitView[]) => visits.toSorted((a, b) => a.id.localeCompare(b.id));
  const { admittedCustomers, removedCustomers } = view;
  return { ...view, admittedCustomers: byId(admittedCustomers), removedCustomers: byId(removedCustomers) };
}
