import { DurableObject } from 'cloudflare:workers';
export class LocationQueue extends DurableObject<Env> {}
export default { fetch: () => new Response('') } satisfies ExportedHandler<Env>;
