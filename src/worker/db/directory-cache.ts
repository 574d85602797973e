/**
 * Cache of public look-ups: first the memory of this isolate, then the cache of this data centre. An entry is used only
 * if its locations confirm the entry, or if D1 is unavailable (`location/look-up.ts`).
 */
import * as z from 'zod/mini';
import type { DirectoryEntry } from './directory.ts';

/**
 * How long the data centre stores an entry: a week, so that the entry of a business with few guests a day is also found
 * in the cache.
 */
const KEPT_SECONDS = 7 * 24 * 3600;
/** Limits of the memory: the time for which an entry is stored, and the number of entries. */
const MEMORY_MS = 60_000;
const MEMORY_ENTRIES = 1_000;

/**
 * The form in which the data centre stores an entry. An entry in the format of another release is treated as not
 * cached.
 */
const keptEntry = z.strictObject({
  readAt: z.number(),
  entry: z.strictObject({
    businessId: z.string(),
    username: z.string(),
    name: z.string(),
    locations: z.array(z.strictObject({ id: z.string(), address: z.string() })),
    revision: z.number(),
  }),
});

/** An entry and when it was read from D1. `inMemory`: whether the entry was found in the memory of this isolate. */
export type KeptEntry = { entry: DirectoryEntry; readAt: number; inMemory: boolean };

export type EntryCache = {
  match(key: string): Promise<Response | undefined>;
  put(key: string, response: Response): Promise<void>;
  delete(key: string): Promise<boolean>;
};

export class DirectoryCache {
  readonly #open: () => Promise<EntryCache>;
  readonly #memory = new Map<string, { kept: z.infer<typeof keptEntry>; until: number }>();

  constructor(open: () => Promise<EntryCache>) {
    this.#open = open;
  }

  /**
   * The cached entry; null if the entry is not cached. If the cache throws an error, the entry is treated as not
   * cached.
   */
  async read(key: string, now: number): Promise<KeptEntry | null> {
    const known = this.#memory.get(key);
    if (known !== undefined && now < known.until) return { ...known.kept, inMemory: true };
    const kept = await this.#readStored(key);
    if (kept === null) return null;
    this.#remember(key, kept, now);
    return { ...kept, inMemory: false };
  }

  /**
   * Stores an entry with at least one location. An entry without locations is not stored, because no location could
   * confirm the entry.
   */
  async keep(key: string, entry: DirectoryEntry, now: number): Promise<void> {
    if (entry.locations.length === 0) return this.forget(key);
    const kept = { entry, readAt: now };
    this.#remember(key, kept, now);
    try {
      const headers = { 'Content-Type': 'application/json', 'Cache-Control': `max-age=${KEPT_SECONDS}` };
      await (await this.#open()).put(key, new Response(JSON.stringify(kept), { headers }));
    } catch {
      // The data centre did not store the entry. Only the memory of this isolate has the entry, so the next look-up in
      // another isolate reads D1.
    }
  }

  async forget(key: string): Promise<void> {
    this.#memory.delete(key);
    try {
      await (await this.#open()).delete(key);
    } catch {
      // The old entry stays in the cache, but its locations do not confirm the entry.
    }
  }

  async #readStored(key: string): Promise<z.infer<typeof keptEntry> | null> {
    try {
      const stored = await (await this.#open()).match(key);
      const read = stored && keptEntry.safeParse(await stored.json());
      return read?.success ? read.data : null;
    } catch {
      return null;
    }
  }

  #remember(key: string, kept: z.infer<typeof keptEntry>, now: number): void {
    this.#memory.delete(key);
    this.#memory.set(key, { kept, until: now + MEMORY_MS });
    const [oldest] = this.#memory.keys();
    if (this.#memory.size > MEMORY_ENTRIES && oldest !== undefined) this.#memory.delete(oldest);
  }
}
