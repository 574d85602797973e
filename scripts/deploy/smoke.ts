/** Smoke test by public calls: checks that a deployed origin answers with this release. */
import * as z from 'zod/mini';

/** Retries for a new address, whose DNS entry and certificate need some time. */
const ofAddress = { tries: 60, betweenMs: 3_000 };

/**
 * Retries for Durable Objects. A busy object runs the old code for a while (`code_update_strategy` in `wrangler.toml`),
 * and loads the new code after an idle time. More frequent calls would keep the object awake.
 */
const ofObject = { tries: 6, betweenMs: 15_000 };

/** The sum of the pauses between these tries. After this time, the last try checks which code the objects run. */
export const OBJECTS_WITHIN_SECONDS = ((ofObject.tries - 1) * ofObject.betweenMs) / 1000;

export type Asking = {
  fetch: (url: string, headers?: Record<string, string>) => Promise<Response>;
  pause: (ms: number) => Promise<void>;
  say: (line: string) => void;
};

/**
 * A deployment: its origin, its release, and whether maintenance mode is on. `healthToken`: the token for the deep
 * check; without the token, the release of the objects is not checked.
 */
export type Deployed = {
  origin: string;
  release: string;
  inMaintenance: boolean;
  healthToken: string | null;
};

const NOT_CHECKED =
  'Whether objects run this release was not checked: HEALTH_TOKEN is not in the environment of this command.';

/** The problems found, each as a sentence. Empty: the release runs. */
export async function smokeTest(
  { origin, release, inMaintenance, healthToken }: Deployed,
  asking: Asking,
): Promise<string[]> {
  const [ok, version] = [z.literal(true), z.literal(release)];
  const worker = z.strictObject({ ok, version });
  const withObject = z.object({ ok, version, object: z.object({ version }) });
  const unhealthy =
    (await waitFor(`${origin}/healthz`, worker, `release ${release}`, ofAddress, asking)) ??
    (healthToken === null
      ? null
      : await waitFor(
          `${origin}/healthz?deep=1`,
          withObject,
          `release ${release} in its objects`,
          ofObject,
          withHeaders(asking, { Authorization: `Bearer ${healthToken}` }),
        ));
  if (unhealthy !== null) return [unhealthy];
  if (healthToken === null) asking.say(NOT_CHECKED);
  const orClosed = (status: number) => (inMaintenance ? 503 : status);
  const answers = [
    await expectAnswer(`${origin}/`, orClosed(200), 'text/html', asking),
    await expectAnswer(`${origin}/no-such-page`, orClosed(404), 'text/html', asking),
    await expectAnswer(`${origin}/auth/no-such-call`, orClosed(404), 'application/json', asking),
    inMaintenance ? null : await expectShownPrices(`${origin}/stripe/prices`, asking),
  ];
  return answers.filter((problem) => problem !== null);
}

/** Like `asking`, with these headers in each request. */
function withHeaders(asking: Asking, headers: Record<string, string>): Asking {
  return { ...asking, fetch: (url) => asking.fetch(url, headers) };
}

/** Returns null if the address answers as expected in time. Otherwise returns the problem as a sentence. */
async function waitFor(
  url: string,
  answer: z.ZodMiniType,
  named: string,
  { tries, betweenMs }: typeof ofAddress,
  asking: Asking,
): Promise<string | null> {
  let last = '';
  for (let attempt = 1; attempt <= tries; attempt += 1) {
    const got = await askFor(url, asking);
    if (got.status === 200 && answer.safeParse(parsed(got.body)).success) return null;
    last = `${url} ${got.said}, not ${named}.`;
    if (attempt === 1) asking.say(`Waiting: ${last}`);
    await asking.pause(betweenMs);
  }
  return last;
}

async function expectAnswer(
  url: string,
  status: number,
  type: string,
  asking: Asking,
): Promise<string | null> {
  const got = await askFor(url, asking);
  if (got.status === status && got.type.startsWith(type)) return null;
  return `${url} ${got.said} as "${got.type}", not ${status} as "${type}".`;
}

const priceAnswer = z.object({
  ok: z.boolean(),
  differences: z.array(z.object({ planKey: z.string(), shown: z.string(), charged: z.string() })),
});

/**
 * Checks that the payment provider charges the prices that the pages show. If the provider does not answer, the Worker
 * asks the provider again after a minute, so this check waits longer than a minute.
 */
async function expectShownPrices(url: string, asking: Asking): Promise<string | null> {
  let got = await askFor(url, asking);
  for (let retry = 1; retry < ofObject.tries && [429, 503].includes(got.status); retry += 1) {
    await asking.pause(ofObject.betweenMs);
    got = await askFor(url, asking);
  }
  const read = priceAnswer.safeParse(parsed(got.body));
  if (got.status !== 200 || !read.success) return `${url} ${got.said}: the prices could not be compared.`;
  const { ok, differences } = read.data;
  if (ok) return null;
  const each = differences.map((one) => `${one.planKey}: shown ${one.shown}, charged ${one.charged}`);
  return `The provider charges other prices than the pages show. ${each.join('; ')}. Correct one of the two (docs/deploy.md, "Payments").`;
}

type Got = { status: number; type: string; body: string; said: string };

async function askFor(url: string, { fetch }: Asking): Promise<Got> {
  try {
    const answer = await fetch(url);
    const body = await answer.text();
    const said = `answered ${answer.status}: ${body.slice(0, 400).trim()}`;
    return { status: answer.status, type: answer.headers.get('content-type') ?? '', body, said };
  } catch (error) {
    // If a call fails with "fetch failed", the error's `cause` contains the reason.
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    const reason = cause instanceof Error ? cause.message : 'for no reason that was told';
    return { status: 0, type: '', body: '', said: `could not be reached (${reason})` };
  }
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    // Not JSON: another site may answer at this address.
    return null;
  }
}
