/**
 * The baseline (floor) of `npm run bench:queue`: the least work of a Worker with an object. One call to one object, one
 * row written or read by its key, an answer as long as the product's. No framework, no checks.
 *
 * Plain JavaScript: `runtime.ts` gives this file to the runtime unchanged.
 */
import { DurableObject } from 'cloudflare:workers';

/** About the size of the product's row for one party: ids, hashes, names. */
const ROW_BYTES = 400;

export class Floor extends DurableObject {
  constructor(ctx, env) {
    super(ctx, env);
    ctx.storage.sql.exec(`
      CREATE TABLE IF NOT EXISTS party (id INTEGER PRIMARY KEY, body TEXT NOT NULL);
      CREATE TABLE IF NOT EXISTS visit (n INTEGER PRIMARY KEY, id TEXT UNIQUE, token TEXT UNIQUE, rank INTEGER UNIQUE, body TEXT);
      CREATE TABLE IF NOT EXISTS event (n INTEGER PRIMARY KEY, visit_id TEXT);
      CREATE TABLE IF NOT EXISTS location (only_row INTEGER PRIMARY KEY, version INTEGER);
      INSERT OR IGNORE INTO location VALUES (1, 0);
    `);
  }

  /** Writes as many rows and index entries as a join of the product, in one transaction. */
  joinRows(body) {
    const { sql } = this.ctx.storage;
    const id = crypto.randomUUID();
    return this.ctx.storage.transactionSync(() => {
      const { version } = sql.exec('UPDATE location SET version = version + 1 RETURNING version').one();
      sql.exec(
        'INSERT INTO visit (id, token, rank, body) VALUES (?, ?, ?, ?)',
        id,
        crypto.randomUUID(),
        version,
        body.padEnd(ROW_BYTES),
      );
      sql.exec('INSERT INTO event (visit_id) VALUES (?)', id);
      return version;
    });
  }

  /** Writes one row and returns its key. */
  join(body) {
    const row = body.padEnd(ROW_BYTES);
    return this.ctx.storage.sql.exec('INSERT INTO party (body) VALUES (?) RETURNING id', row).one().id;
  }

  /** Reads one row. */
  status(id) {
    return this.ctx.storage.sql.exec('SELECT body FROM party WHERE id = ?', id).one().body;
  }
}

/**
 * `POST /<bytes>` writes the body, `GET /<bytes>/<key>` reads it; both answer JSON of about that many bytes. `?object=`
 * names one of several objects.
 */
const floorWorker = {
  async fetch(request, env) {
    const { pathname, searchParams } = new URL(request.url);
    const [, bytes, key] = pathname.split('/');
    const floor = env.FLOOR.getByName(searchParams.get('object') ?? 'floor');
    if (request.method === 'POST') {
      const body = await request.text();
      const id = searchParams.has('rows') ? await floor.joinRows(body) : await floor.join(body);
      return Response.json({ id, filler: 'x'.repeat(bytes) }, { status: 201 });
    }
    const body = await floor.status(Number(key));
    return Response.json({ body, filler: 'x'.repeat(Math.max(0, bytes - body.length)) });
  },
};

// oxlint-disable-next-line import/no-default-export -- the runtime looks for a Worker's handlers there
export default floorWorker;
