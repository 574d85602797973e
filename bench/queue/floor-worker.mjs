/**
 * The baseline (floor) of `npm run bench:queue`: the least work of a Worker with an object. Each request makes one call
 * to one object, which writes or reads one row by its key, and gets an answer as long as the product's. There is no
 * framework and no check.
 *
 * Plain JavaScript: `runtime.ts` gives this file to the runtime unchanged.
 */
import { DurableObject } from 'cloudflare:workers';

/** About the size of the product's row for one party: ids, hashes, names. */
const ROW_BYTES = 400;

export class Floor extends DurableObject {
  constructor(ctx, env) {
    super(ctx, env);
    ctx.storage.sql.exec('CREATE TABLE IF NOT EXISTS party (id INTEGER PRIMARY KEY, body TEXT NOT NULL)');
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
 * `POST /<bytes>` writes the body, `GET /<bytes>/<key>` reads it. Both answer with JSON of about `<bytes>` bytes.
 * `?object=` selects one of several objects.
 */
const floorWorker = {
  async fetch(request, env) {
    const { pathname, searchParams } = new URL(request.url);
    const [, bytes, key] = pathname.split('/');
    const floor = env.FLOOR.getByName(searchParams.get('object') ?? 'floor');
    if (request.method === 'POST') {
      const id = await floor.join(await request.text());
      return Response.json({ id, filler: 'x'.repeat(bytes) }, { status: 201 });
    }
    const body = await floor.status(Number(key));
    return Response.json({ body, filler: 'x'.repeat(Math.max(0, bytes - body.length)) });
  },
};

// oxlint-disable-next-line import/no-default-export -- the runtime looks for a Worker's handlers there
export default floorWorker;
