import { createApp } from './app.ts';
import { runSweeps } from './cron.ts';

export { LocationQueue } from './location/location-queue.ts';

const app = createApp();

export default {
  fetch: app.fetch,
  scheduled: (_controller, env) => runSweeps(env, Date.now()),
} satisfies ExportedHandler<Env>;
