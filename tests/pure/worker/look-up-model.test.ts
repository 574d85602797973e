/**
 * Public look-ups and an owner's changes run at the same time, in random order. Replicas lag by up to a minute, caches
 * throw or forget, objects do not answer, and notices fail. Each view must show a state that D1's primary has had. The
 * shown state must be at least as new as the last change that was confirmed to the owner before the view began.
 */
import {
  array,
  assert,
  asyncProperty,
  constant,
  constantFrom,
  infiniteStream,
  nat,
  oneof,
  record,
  scheduler,
  type Arbitrary,
} from 'fast-check';
import { expect, test } from 'vitest';
import { UnavailableError } from '../../../src/worker/db/errors.ts';
import type { DirectoryEntry } from '../../../src/worker/db/directory.ts';
import { DirectoryCache, type EntryCache } from '../../../src/worker/db/directory-cache.ts';
import { announceBy } from '../../../src/worker/features/locations/directory-change.ts';
import { lookUp, type DirectorySources } from '../../../src/worker/location/look-up.ts';
import type { Accepting, Result } from '../../../src/worker/location/rpc.ts';
import { examples } from '../../support/depth.ts';

const USERNAME = 'cafe';
const CENTRES = 3;
const LAG_MAX_MS = 60_000;

type Change = 'rename' | 'move' | 'add' | 'remove' | 'delete' | 'sign-up';
type Step = { kind: 'view'; centre: number } | { kind: Change } | { kind: 'wait'; ms: number };

const step: Arbitrary<Step> = oneof(
  { weight: 5, arbitrary: record({ kind: constant('view'), centre: nat(CENTRES - 1) }) },
  {
    weight: 4,
    arbitrary: record({
      kind: constantFrom<Change[]>('rename', 'move', 'add', 'add', 'remove', 'delete', 'sign-up'),
    }),
  },
  {
    weight: 1,
    arbitrary: record({ kind: constant('wait'), ms: constantFrom(500, 40_000, 700_000) }),
  },
);

/** A data centre's cache in memory, which can fail or forget. */
function unreliableCache(fails: () => boolean): () => Promise<EntryCache> {
  const kept = new Map<string, string>();
  const trouble = () => {
    if (fails()) kept.clear();
    if (fails()) throw new Error('no cache');
  };
  return () =>
    Promise.resolve({
      match: async (key: string) => {
        trouble();
        const text = kept.get(key);
        return text === undefined ? undefined : new Response(text);
      },
      put: async (key: string, response: Response) => {
        trouble();
        kept.set(key, await response.text());
      },
      delete: async (key: string) => {
        trouble();
        return kept.delete(key);
      },
    });
}

class World {
  now = 1_000_000;
  /** All states of the primary. `entry` is null while nobody has the username. */
  readonly history: { at: number; entry: DirectoryEntry | null }[] = [{ at: 0, entry: null }];
  /** The index in `history` of the newest state that was confirmed to the owner. */
  answered = 0;
  readonly #objects = new Map<string, { told: number; isOpen: boolean }>();
  readonly #percent: () => number;
  readonly #hop: () => Promise<void>;
  readonly #caches: DirectoryCache[];
  #names = 0;

  constructor(percent: () => number, hop: () => Promise<void>) {
    this.#percent = percent;
    this.#hop = hop;
    this.#caches = Array.from(
      { length: CENTRES },
      () => new DirectoryCache(unreliableCache(() => this.#percent() < 10)),
    );
  }

  async run(step: Step): Promise<void> {
    await this.#hop();
    if (step.kind === 'wait') this.now += step.ms;
    else if (step.kind === 'view') await this.#view(step.centre);
    else await this.#change(step.kind);
  }

  async #view(centre: number): Promise<void> {
    const from = this.answered;
    const found = await lookUp(
      this.#sourcesAt(centre),
      USERNAME,
      { mayAskForUnknown: () => Promise.resolve(true), afterwards: (work) => void work },
      (id) => this.#ask(id),
    );
    const shown = found.ok ? found.entry : null;
    expect(this.history.slice(from).map(({ entry }) => entry)).toContainEqual(shown);
  }

  #sourcesAt(centre: number): DirectorySources {
    const cache = this.#caches[centre];
    if (cache === undefined) throw new Error('no such centre');
    return {
      cache,
      keyOf: (username) => username,
      near: async () => {
        await this.#hop();
        const seen = this.now - (this.#percent() / 100) * LAG_MAX_MS;
        return this.history.findLast(({ at }) => at <= seen)?.entry ?? null;
      },
      latest: async () => {
        await this.#hop();
        return this.#primary;
      },
      now: () => this.now,
    };
  }

  async #ask(id: string): Promise<Result<Accepting>> {
    await this.#hop();
    if (this.#percent() < 10) return { ok: false, code: 'try_again' };
    const object = this.#objects.get(id);
    if (!object?.isOpen) return { ok: false, code: 'not_found' };
    const line = { parties: 0, low: 0, high: 0 };
    return {
      ok: true,
      refusal: null,
      smsAvailable: true,
      line,
      username: USERNAME,
      directoryRevision: object.told,
    };
  }

  async #change(kind: Change): Promise<void> {
    const before = this.#primary;
    if (before === null) {
      if (kind === 'sign-up')
        this.#commit({
          businessId: this.#name(),
          username: USERNAME,
          name: this.#name(),
          locations: [],
          revision: 0,
        });
      return;
    }
    const [location] = before.locations;
    if (kind === 'remove') return location && this.#remove(location.id);
    try {
      const { revision, locations } = before;
      await announceBy((id, told) => this.#tell(id, told), {
        revision,
        locationIds: locations.map(({ id }) => id),
      });
      await this.#hop();
      const now = this.#primary;
      // If another call has changed the business since this call read it, this call makes no change.
      if (now?.businessId !== before.businessId || now.revision !== revision) return;
      const next = { ...now, revision: revision + 1 };
      if (kind === 'rename') this.#commit({ ...next, name: this.#name() });
      if (kind === 'move' && location)
        this.#commit({
          ...next,
          locations: locations.map((one) => (one === location ? { ...one, address: this.#name() } : one)),
        });
      if (kind === 'add') {
        const id = this.#name();
        this.#objects.set(id, { told: 0, isOpen: true });
        this.#commit({ ...next, locations: [...locations, { id, address: this.#name() }] });
      }
      if (kind === 'delete') {
        this.#commit(null);
        // In production, a sweep later closes the objects that are still open.
        for (const { id } of locations) if (this.#percent() < 50) this.#close(id);
      }
    } catch (error) {
      if (!(error instanceof UnavailableError)) throw error;
    }
  }

  /** Closes the location's object, and then frees the location's slot. */
  async #remove(id: string): Promise<void> {
    await this.#hop();
    this.#close(id);
    await this.#hop();
    const now = this.#primary;
    if (now?.locations.some((one) => one.id === id))
      this.#commit({
        ...now,
        revision: now.revision + 1,
        locations: now.locations.filter((one) => one.id !== id),
      });
  }

  /** Sends a notice to an object. The notice or its confirmation may be lost. */
  async #tell(id: string, revision: number): Promise<boolean> {
    await this.#hop();
    const object = this.#objects.get(id);
    if (!object?.isOpen || this.#percent() < 25) return false;
    object.told = Math.max(object.told, revision);
    await this.#hop();
    return this.#percent() >= 15;
  }

  #close(id: string): void {
    const object = this.#objects.get(id);
    if (object) object.isOpen = false;
  }

  #commit(entry: DirectoryEntry | null): void {
    this.history.push({ at: this.now, entry });
    this.answered = this.history.length - 1;
  }

  #name(): string {
    this.#names += 1;
    return `n${this.#names}`;
  }

  get #primary(): DirectoryEntry | null {
    return this.history.at(-1)?.entry ?? null;
  }
}

test('every view shows what the last answered change made, whatever lags, fails or is forgotten', async () => {
  await assert(
    asyncProperty(
      scheduler(),
      array(array(step, { minLength: 1, maxLength: 4 }), { minLength: 4, maxLength: 20 }),
      infiniteStream(nat(99)),
      async (hops, rounds, chances) => {
        const world = new World(
          () => chances.next().value ?? 0,
          () => hops.schedule(Promise.resolve()),
        );
        await hops.waitFor(world.run({ kind: 'sign-up' }));
        await hops.waitFor(world.run({ kind: 'add' }));
        for (const steps of rounds) await hops.waitFor(Promise.all(steps.map((one) => world.run(one))));
      },
    ),
    { numRuns: examples(400) },
  );
});
