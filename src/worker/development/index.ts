/**
 * Worker for `npm start`, `npm run dev` and tests: the production Worker (`../index.ts`) with stand-ins and
 * their pages.
 */
import { createApp } from '../app.ts';
import { runSweeps } from '../cron.ts';
import { LocationQueue as Queue } from '../location/location-queue.ts';
import { drainBody, mayHaveRest, namesThisMachine } from './local-front.ts';
import { sweepMessages } from './outbox.ts';
import { noteMembersAct } from './member-acts.ts';
import { developmentPages } from './pages.ts';
import { withStandIns } from './with-stand-ins.ts';

const app = createApp(developmentPages);

export class LocationQueue extends Queue {
  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, withStandIns(env));
  }
}

export default {
  fetch: async (request: Request, env: Env, ctx: ExecutionContext) => {
    noteMembersAct(request);
    const answer = namesThisMachine(request, env.APP_ORIGIN)
      ? await app.fetch(request, withStandIns(env), ctx)
      : new Response('This server has another name: set APP_ORIGIN to what is typed.\n', { status: 421 });
    if (mayHaveRest(request)) await drainBody(request.body);
    return answer;
  },
  scheduled: (_controller, env) =>
    runSweeps(withStandIns(env), Date.now(), { development_messages: sweepMessages }),
} satisfies ExportedHandler<Env>;
