/** Workers of the fake Cloudflare API: stored and listed, never run. */
import { randomUUID } from 'node:crypto';
import * as z from 'zod/mini';

/** A call below the account's path. The body of the call can be read as text or as a form. */
export type Asked = { method: string; path: string; text: string; form: () => Promise<FormData> };
export type Answer = { result: unknown } | { status: number; code: number; message: string };

const metadata = z.object({
  annotations: z.optional(z.record(z.string(), z.string())),
  bindings: z.array(z.looseObject({ name: z.string(), type: z.string() })),
  exports: z.optional(z.record(z.string(), z.unknown())),
  code_update_strategy: z.optional(z.object({ mode: z.string(), max_delay: z.optional(z.number()) })),
});

export type UploadedWorker = {
  /** Metadata of the last upload. */
  metadata: z.infer<typeof metadata>;
  secrets: Set<string>;
  domains: string[];
  crons: string[];
};

const domains = z.object({ origins: z.array(z.object({ hostname: z.string() })) });
const schedules = z.array(z.object({ cron: z.string() }));

/** Returns null if the call is unknown. */
export async function answerWorker(
  asked: Asked,
  workers: Map<string, UploadedWorker>,
): Promise<Answer | null> {
  const [, , kind, name = '', ...rest] = asked.path.split('/');
  const worker = workers.get(name);
  const what = `${asked.method} ${[kind, ...rest].join('/')}`;
  if (what === 'GET subdomain') return { result: { subdomain: 'a-shop' } };
  if (what === 'PUT scripts') {
    workers.set(name, await upload(asked, worker));
    const deployment_id = randomUUID().replaceAll('-', '');
    return { result: { id: name, tag: 'tag', etag: 'etag', deployment_id, startup_time_ms: 20 } };
  }
  if (what === 'POST scripts/assets-upload-session') return { result: { jwt: 'all-are-here', buckets: [] } };
  if (worker === undefined) {
    return { status: 404, code: kind === 'services' ? 10090 : 10007, message: 'There is no such Worker.' };
  }
  switch (what) {
    case 'GET services':
      return {
        result: {
          default_environment: { script: { tag: 'tag', tags: null, last_deployed_from: 'wrangler' } },
        },
      };
    case 'GET workers':
      return { result: { id: name, name, subdomain: { enabled: false, previews_enabled: false } } };
    case 'GET scripts/secrets':
      return { result: [...worker.secrets].map((one) => ({ name: one, type: 'secret_text' })) };
    case 'GET scripts/settings':
      return { result: worker.metadata };
    case 'GET scripts/deployments':
      return { result: { deployments: [] } };
    case 'POST scripts/subdomain':
      return { result: JSON.parse(asked.text) };
    case 'PUT scripts/schedules':
      worker.crons = schedules.parse(JSON.parse(asked.text)).map(({ cron }) => cron);
      return { result: {} };
    case 'POST scripts/domains/changeset':
      return { result: { added: [], removed: [], updated: [], conflicting: [] } };
    case 'PUT scripts/domains/records':
      worker.domains = domains.parse(JSON.parse(asked.text)).origins.map(({ hostname }) => hostname);
      return { result: [] };
    default:
      return null;
  }
}

/** Returns the Worker after the upload. As on Cloudflare, the Worker keeps secrets that the upload does not name. */
async function upload({ form }: Asked, before: UploadedWorker | undefined): Promise<UploadedWorker> {
  const text = z.string().parse((await form()).get('metadata'));
  const sent = metadata.parse(JSON.parse(text));
  const secrets = sent.bindings.filter(({ type }) => type === 'secret_text').map(({ name }) => name);
  return {
    metadata: sent,
    secrets: new Set([...(before?.secrets ?? []), ...secrets]),
    domains: before?.domains ?? [],
    crons: [],
  };
}
