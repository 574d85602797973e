/**
 * The baseline (floor) of `npm run bench:queue`: the least work of a Worker with an object. Each request makes one call
 * to one object, and the object writes or reads one row. The answer is as long as the product's answer. The floor has
 * no framework and no checks.
 *
 * This file is plain JavaScript, because `runtime.ts` gives this file to the runtime unchanged.
 */
import { DurableObject } from 'cloudflare:workers';

/** About the size of the product's row for one party: ids, hashes, names. */
const ROW_BYTES = 400;

export class Floor extends DurableObject {
  constructor(ctx, env) {
    super(ctx, env);
    ctx.storage.sql.exec('CREATE TABLE IF NOT EXISTS party (id INTEGER PRIMARY KEY, body TEXT NOT NULL)');
  }

  join(body) {
    const row = body.padEnd(ROW_BYTES);
    return this.ctx.storage.sql.exec('INSERT INTO party (body) VALUES (?) RETURNING id', row).one().id;
  }

  status(id) {
    return this.ctx.storage.sql.exec('SELECT body FROM party WHERE id = ?', id).one().body;
  }
}

/**
 * `POST /<bytes>` writes the body as a row, and `GET /<bytes>/<key>` reads a row. The answers are JSON of about
 * `<bytes>` bytes. `?object=` selects one of several objects.
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

// oxlint-disable-next-line import/no-default-export -- the runtime finds a Worker's handlers in the default export
export default floorWorker;
