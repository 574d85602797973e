/** The queue in memory. An eviction keeps only plain data. */
import { isDeepStrictEqual } from 'node:util';
import type { RefusalCode } from '../../src/shared/copy/en/refusals.ts';
import type { Language } from '../../src/shared/languages.ts';
import type { Command } from '../../src/shared/queue/commands.ts';
import { decide } from '../../src/shared/queue/decide.ts';
import type { Accepted, JoinKeys, Outcome, VisitEffect } from '../../src/shared/queue/decision.ts';
import { dueCommands, nextDueAt } from '../../src/shared/queue/due-commands.ts';
import { MemoryStorage, snapshotOf, type Snapshot } from '../../src/shared/queue/memory-storage.ts';
import { readPace } from '../../src/shared/queue/rules/estimate/estimate.ts';
import { dutyEndsAt, isOpenAt, reopensAt } from '../../src/shared/queue/rules/opening-hours.ts';
import { NOT_A_SUMMON } from '../../src/shared/queue/rules/texts/texts.ts';
import {
  MAIN_SERVICE,
  serviceOf,
  type Location,
  type Party,
  type Visit,
} from '../../src/shared/queue/state.ts';
import { textNumberOf } from '../../src/worker/platform/phone-number.ts';
import { historyDelivery, textDelivery } from '../../src/worker/location/deliveries/payloads.ts';
import type { NewDelivery, VisitDelivery } from '../../src/worker/location/store/delivery-rows.ts';
import { squeezed, type QueueUnderTest } from './queue-under-test.ts';

export class MemoryQueue implements QueueUnderTest {
  storage: MemoryStorage;
  readonly outbox = new Map<string, VisitDelivery>();
  readonly consents: { visitId: string; language: Language }[] = [];
  time: number;
  /**
   * The number of turn texts so far, which makes the id of each text unique. Staff call a guest once, but the guest
   * gets two texts if the phone number changes after the first text.
   */
  #texts = 0;

  constructor(location: Location, now: number) {
    this.storage = new MemoryStorage('location', snapshotOf(location));
    this.time = now;
  }

  get location(): Location {
    const location = this.storage.location();
    if (location === null) throw new Error('there is no location');
    return location;
  }

  now = (): number => this.time;

  wait = (ms: number): void => {
    this.time += ms;
  };

  enter = async (id: string, party: Party, sender: string | null): Promise<RefusalCode | null> => {
    const { firstName, lastName, phoneNumber, numGuests, waitingPreference, language } = party;
    const typed = { firstName, lastName, phoneNumber, numGuests, waitingPreference };
    const keys = { tokenHash: `token of ${id}`, requestHash: '', networks: sender === null ? [] : [sender] };
    const { username } = this.location.profile;
    const asked = { party: typed, language, username, idempotencyKey: null, sender, heldSecret: null };
    const command: Command =
      sender === null
        ? { kind: 'add-walk-in', party: typed, idempotencyKey: null, actor: { kind: 'owner' } }
        : { kind: 'join', ...asked, actor: { kind: 'guest' } };
    return codeOf(this.run(command, { id, keys }));
  };

  execute: QueueUnderTest['execute'] = async (command) => codeOf(this.run(command));

  fireAlarm = async (): Promise<void> => {
    for (const command of dueCommands(this.storage, this.time, reopensAt)) this.run(command);
  };

  wakesAt = async (): Promise<number | null> => nextDueAt(this.storage, this.time, reopensAt);

  evict = async (): Promise<void> => {
    const { location, visits, keys, texts, events } = readBack(plain(this.storage.snapshot));
    for (const { pace, undos } of Object.values(location?.services ?? {})) {
      const paces = [pace, ...undos.flatMap((undo) => undo.pace ?? [])];
      const isReadable = paces.every((one) => readPace(one) === one);
      if (!isReadable) throw new Error('the learned pace cannot be read again');
    }
    const snapshot = {
      location,
      visits: new Map(visits),
      keys: new Map(keys),
      texts: new Map(texts),
      events,
    };
    this.storage = new MemoryStorage('location', snapshot);
  };

  squeeze = async (): Promise<void> => {
    this.storage = new MemoryStorage('location', squeezed(this.storage.snapshot));
  };

  snapshot = async (): Promise<Snapshot> => this.storage.snapshot;

  /**
   * Decides a command, and stores the outcome. `alongside` is called after the decision, even if the command is
   * refused.
   */
  run(command: Command, newcomer?: { id: string; keys: JoinKeys }, alongside?: () => void): Outcome {
    const before = this.location;
    const surroundings = { now: this.time, readNumber: textNumberOf, isOpenAt, dutyEndsAt, newcomer };
    const outcome = decide(this.storage, command, surroundings);
    if (outcome.ok) this.#keep(before, outcome);
    alongside?.();
    return outcome;
  }

  #keep(before: Location, outcome: Accepted): void {
    const { location, visits } = outcome.changes;
    this.storage.commit(outcome);
    // Every change must increase the location's version, because a page notices a missed change by the version.
    const isTold = location.version > before.version;
    if (visits.length > 0 && !isTold) throw new Error('a change of a visit without a version');
    if (location.credits.customerCredits < 0 || location.credits.smsCredits < 0)
      throw new Error('a balance below zero');
    const ranks = this.storage.waiting().map(({ rank }) => rank);
    if (new Set(ranks).size < ranks.length) throw new Error('two visits at one rank');
    for (const effect of outcome.effects) this.#store(effect, location);
  }

  #store(effect: VisitEffect, location: Location): void {
    const visit = this.storage.visit({ id: effect.visitId });
    if (visit === null) throw new Error('an effect without its visit');
    switch (effect.kind) {
      case 'consent':
        this.consents.push({ visitId: visit.id, language: visit.language });
        break;
      case 'history':
        this.#enqueue(historyDelivery('location', location, visit, this.time));
        break;
      case 'turn_text':
        this.#texts += 1;
        this.#enqueue(textDelivery(`text ${this.#texts}`, visit, visit.summonCount, effect));
        break;
      case 'almost_there_text':
        this.#enqueue(textDelivery(`nearly ${visit.id}`, visit, NOT_A_SUMMON, effect));
        break;
      case 'cancel_text':
        this.#cancelText(visit);
        break;
      case 'remind':
      case 'cancel_reminders':
      case 'delete_reminders':
        break;
    }
  }

  /** Stores a delivery. Throws if its id is already in use. */
  #enqueue(entry: NewDelivery): void {
    if (this.outbox.has(entry.id)) throw new Error(`${entry.id} is already in the outbox`);
    this.outbox.set(entry.id, {
      ...entry,
      state: 'queued',
      attempts: 0,
      unconfirmedAttempts: 0,
      begunAt: null,
    });
  }

  #cancelText({ id, summonCount }: Visit): void {
    for (const entry of this.outbox.values()) {
      const isIt = entry.kind === 'turn_text' && entry.visitId === id && entry.call === summonCount;
      if (isIt && entry.state === 'queued') this.outbox.delete(entry.id);
    }
  }
}

/** The only service of a location in these stories. */
export function mainOf(location: Location) {
  return serviceOf(location, { serviceId: MAIN_SERVICE });
}

function codeOf(outcome: Outcome): RefusalCode | null {
  return outcome.ok ? null : outcome.code;
}

function plain({ location, visits, keys, texts, events }: Snapshot) {
  return { location, visits: [...visits], keys: [...keys], texts: [...texts], events };
}

/**
 * Writes the value as JSON and reads it again. Throws if the copy differs, because plain data must hold the whole
 * state.
 */
function readBack<T>(value: T): T {
  const read: T = JSON.parse(JSON.stringify(value));
  if (!isDeepStrictEqual(read, value)) throw new Error('plain data does not hold all of the state');
  return read;
}
