/** A fake server, and fakes of the browser's caches with the parts that our service workers use. */

const origin = 'https://queue.example.com';

/** The server's answers by path. A path without an entry gets a 404. An error stands for a failed connection. */
export type PlayedServer = Map<string, () => Response | Error | Promise<Response>>;

class PlayedCache {
  readonly #server: PlayedServer;
  readonly #entries = new Map<string, Response>();

  constructor(server: PlayedServer) {
    this.#server = server;
  }

  async match(address: string): Promise<Response | undefined> {
    return this.#entries.get(pathOf(address))?.clone();
  }
  async put(address: string, response: Response): Promise<void> {
    this.#entries.set(pathOf(address), response);
  }
  async delete(address: string): Promise<boolean> {
    return this.#entries.delete(pathOf(address));
  }
  async keys(): Promise<{ url: string }[]> {
    return [...this.#entries.keys()].map((path) => ({ url: origin + path }));
  }
  /** Stores the answers of all addresses, or of none if one address fails, as browsers do. */
  async addAll(addresses: string[]): Promise<void> {
    if (new Set(addresses).size < addresses.length) throw new DOMException('twice', 'InvalidStateError');
    const responses = await Promise.all(addresses.map((each) => ask(this.#server, each)));
    if (responses.some(({ ok }) => !ok)) throw new TypeError('one is missing');
    for (const [i, response] of responses.entries()) this.#entries.set(addresses[i] ?? '', response);
  }
  paths(): string[] {
    return [...this.#entries.keys()].toSorted();
  }
}

export class PlayedCaches {
  readonly #server: PlayedServer;
  readonly all = new Map<string, PlayedCache>();

  constructor(server: PlayedServer) {
    this.#server = server;
  }

  async open(name: string): Promise<PlayedCache> {
    const cache = this.all.get(name) ?? new PlayedCache(this.#server);
    this.all.set(name, cache);
    return cache;
  }
  async has(name: string): Promise<boolean> {
    return this.all.has(name);
  }
  async keys(): Promise<string[]> {
    return [...this.all.keys()];
  }
  async delete(name: string): Promise<boolean> {
    return this.all.delete(name);
  }
  async match(address: string): Promise<Response | undefined> {
    for (const cache of this.all.values()) {
      const found = await cache.match(address);
      if (found) return found;
    }
    return undefined;
  }
}

export async function ask(server: PlayedServer, asked: string | { url: string }): Promise<Response> {
  const answer = await server.get(pathOf(typeof asked === 'string' ? asked : asked.url))?.();
  if (answer instanceof Error) throw answer;
  return answer ?? new Response(null, { status: 404 });
}

function pathOf(address: string): string {
  return address.startsWith(origin) ? address.slice(origin.length) : address;
}
