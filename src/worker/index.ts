import { createApp } from './app.ts';

export { LocationQueue } from './queue/location-queue.ts';

const app = createApp();

export default { fetch: app.fetch } satisfies ExportedHandler<Env>;
