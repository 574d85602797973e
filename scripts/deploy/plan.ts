/** Plans a deployment: computes the steps or the refusals from the facts. Pure. */
import { pushKeyProblem, readConfig } from '../../src/worker/platform/config.ts';
import { isPasswordHash, verifyPassword } from '../../src/worker/platform/passwords.ts';
import { demoAdmin } from '../demo/demo-business.ts';
import { developmentAdmin } from '../../src/worker/platform/config-variables.ts';
import type { secretNames } from '../local/variables.ts';
import { places, type Account, type Declared, type Facts, type Place } from './facts.ts';

/** A step before the code is built and deployed. The steps run in the order of this list. */
export type Step =
  | { do: 'create_database'; name: string; place: Place }
  /** A database of the declared name exists, but `wrangler.toml` does not have its id yet. */
  | { do: 'adopt_database'; id: string }
  /** Generate these secrets. */
  | { do: 'generate'; secrets: string[] }
  | { do: 'ask'; secrets: string[] };

export type Plan =
  | { ok: false; refusals: string[] }
  /** `domain`: the custom domain; null: the platform's own address. */
  | { ok: true; steps: Step[]; domain: string | null };

/** Secrets that a deployment can generate. VAPID_PRIVATE_KEY is generated together with its public key. */
const canBeMade = ['PHONE_HASH_KEY', 'SEALING_KEYS', 'HEALTH_TOKEN', 'VAPID_PRIVATE_KEY'];

/**
 * Placeholder values for the Worker's stored secrets, which cannot be read. With the placeholders, the Worker's own
 * check can run here and covers all other variables.
 */
const unreadable: Record<(typeof secretNames)[number], string> = {
  ADMIN_USERNAME: 'unreadable',
  ADMIN_PASSWORD_HASH: developmentAdmin.passwordHash.replace('KphO', 'kPHo'),
  TWILIO_AUTH_TOKEN: 'unreadable',
  RESEND_API_KEY: 'unreadable',
  STRIPE_SECRET_KEY: 'sk_live_unreadable',
  STRIPE_WEBHOOK_SECRET: 'whsec_unreadable',
  VAPID_PRIVATE_KEY: 'A'.repeat(43),
  PHONE_HASH_KEY: 'unreadable-secret'.repeat(2),
  SEALING_KEYS: 'unreadable-secret'.repeat(2),
  HEALTH_TOKEN: 'unreadable-secret'.repeat(2),
  TURNSTILE_SECRET_KEY: 'unreadable',
};

const PUBLISHED_PASSWORD =
  'ADMIN_PASSWORD_HASH is of the password of development, which is published. See "Configuration" in README.md.';

/** Chooses the account. `wanted` is CLOUDFLARE_ACCOUNT_ID. */
export function chooseAccount(
  accounts: readonly Account[],
  wanted: string | undefined,
): { ok: true; account: Account } | { ok: false; refusal: string } {
  const listed = accounts.map(({ id, name }) => `${id} (${name})`).join(', ');
  if (wanted) {
    const account = accounts.find(({ id }) => id === wanted);
    if (account) return { ok: true, account };
    // A token of one account may use that account, even if the token may not list accounts.
    if (accounts.length === 0) return { ok: true, account: { id: wanted, name: 'CLOUDFLARE_ACCOUNT_ID' } };
    return {
      ok: false,
      refusal: `CLOUDFLARE_ACCOUNT_ID is no account that this login may use. It may use: ${listed}.`,
    };
  }
  const [account, ...more] = accounts;
  if (account === undefined) {
    return { ok: false, refusal: 'This login may use no account. Give it the account to deploy to.' };
  }
  if (more.length > 0) {
    return {
      ok: false,
      refusal: `This login may use several accounts: ${listed}. Set CLOUDFLARE_ACCOUNT_ID to one of them.`,
    };
  }
  return { ok: true, account };
}

/** The steps, or a list of all refusals. Each refusal is a sentence. */
export async function planDeployment(facts: Facts): Promise<Plan> {
  const database = planDatabase(facts);
  const secrets = planSecrets(facts);
  const domain = planDomain(facts);
  const refusals = [
    ...uncommittedRefusals(facts),
    ...database.refusals,
    ...(await configProblems(facts)),
    ...domain.refusals,
    ...secrets.refusals,
  ];
  if (refusals.length > 0) return { ok: false, refusals };
  return { ok: true, steps: [...database.steps, ...secrets.steps], domain: domain.domain };
}

/**
 * Problems that the Worker would find in its variables and in the secrets given now. Secrets that are stored, or that
 * the user will be asked for, count as valid.
 */
export async function configProblems({ declared, found, given }: Facts): Promise<string[]> {
  const elsewhere = new Set([...declared.secrets, ...(found.secrets ?? [])]);
  const assumed = Object.fromEntries(
    Object.entries(unreadable).filter(([name]) => elsewhere.has(name) && !given[name]),
  );
  // The private key gets no placeholder if this deployment may generate the key pair.
  const { VAPID_PUBLIC_KEY: publicKey } = declared.vars;
  if (!publicKey && !found.secrets?.includes('VAPID_PRIVATE_KEY')) delete assumed['VAPID_PRIVATE_KEY'];
  const read = readConfig(
    { ...assumed, ...given, ...declared.vars },
    { email: declared.email, standIns: false },
  );
  const { ADMIN_PASSWORD_HASH: hash = '' } = given;
  const isPublished = isPasswordHash(hash) && (await verifyPassword(demoAdmin.password, hash)).fits;
  const problems = isPublished ? [PUBLISHED_PASSWORD] : [];
  if (!read.ok) return [...read.problems, ...problems];
  // A key pair can be checked only if both keys are readable.
  const problem = 'VAPID_PRIVATE_KEY' in assumed ? null : await pushKeyProblem(read.config.push);
  return problem === null ? problems : [problem, ...problems];
}

/** Required secrets that are neither stored nor given. */
export function missingSecrets({ declared, found, given }: Facts): string[] {
  const present = new Set(found.secrets ?? []);
  return declared.secrets.filter((name) => !present.has(name) && !given[name]);
}

function uncommittedRefusals({ uncommitted }: Facts): string[] {
  if (uncommitted.length === 0) return [];
  const some = uncommitted.slice(0, 5).join(', ');
  const more = uncommitted.length > 5 ? ` and ${uncommitted.length - 5} more` : '';
  return [
    `These files differ from the last commit: ${some}${more}. Commit them: what is deployed has a name.`,
  ];
}

function planDatabase(facts: Facts): { steps: Step[]; refusals: string[] } {
  const { environment, declared, other, found, place } = facts;
  const { id, name } = declared.database;
  const where = `database_id of [env.${environment}] in wrangler.toml`;
  if (id === '') {
    const existing = found.databases.find((database) => database.name === name);
    if (existing) return { steps: [{ do: 'adopt_database', id: existing.id }], refusals: [] };
    if (place) return { steps: [{ do: 'create_database', name, place }], refusals: [] };
    return {
      steps: [],
      refusals: [
        `The database "${name}" is still to be made, and never moves: say by "--place" where most guests are (${Object.keys(places).join(', ')}; docs/deploy.md).`,
      ],
    };
  }
  if (id === other.database.id) {
    return {
      steps: [],
      refusals: [`The ${where} is that of the other environment. Each has its own: set it to "".`],
    };
  }
  const known = found.databases.find((database) => database.id === id);
  if (known === undefined) {
    return {
      steps: [],
      refusals: [
        `The ${where} is ${id}, which is no database of this account. Log in to the account that has it, or set it to "" for a new one.`,
      ],
    };
  }
  if (known.name !== name) {
    return {
      steps: [],
      refusals: [`The ${where} is that of "${known.name}", not of "${name}". Correct one of the two.`],
    };
  }
  return { steps: [], refusals: [] };
}

function planSecrets(facts: Facts): { steps: Step[]; refusals: string[] } {
  const missing = missingSecrets(facts);
  const makeable = (name: string) =>
    facts.generate &&
    canBeMade.includes(name) &&
    // If a public key is declared, no private key is generated: the private key of this public key must exist
    // somewhere, and a new private key would not match the public key.
    (name !== 'VAPID_PRIVATE_KEY' || !facts.declared.vars['VAPID_PUBLIC_KEY']);
  const generated = missing.filter(makeable);
  const asked = missing.filter((name) => !makeable(name));
  const made: Step[] = generated.length > 0 ? [{ do: 'generate', secrets: generated }] : [];
  if (asked.length === 0) return { steps: made, refusals: [] };
  if (facts.canAsk) return { steps: [...made, { do: 'ask', secrets: asked }], refusals: [] };
  return { steps: made, refusals: [missingSentence(asked, facts)] };
}

function missingSentence(names: readonly string[], { environment, generate }: Facts): string {
  const makeable = generate ? [] : names.filter((name) => canBeMade.includes(name));
  const hint = makeable.length > 0 ? ` "--generate" makes ${makeable.join(' and ')}.` : '';
  return `These secrets are missing: ${names.join(', ')}. Run this at a terminal to be asked for them, set each in the environment of this command, or take the names of what the product is to do without out of [env.${environment}.secrets] in wrangler.toml.${hint}`;
}

function planDomain({ environment, declared, other }: Facts): { domain: string | null; refusals: string[] } {
  const origin = URL.parse(declared.vars['APP_ORIGIN'] ?? '');
  // An invalid origin already has a refusal (`configProblems`).
  if (origin === null) return { domain: null, refusals: [] };
  const refuse = (refusal: string) => ({
    domain: null,
    refusals: [`APP_ORIGIN of [env.${environment}] ${refusal}`],
  });
  if (origin.origin === originOf(other)) return refuse('is that of the other environment. Each has its own.');
  if (origin.port !== '') return refuse('names a port. The platform serves https without one.');
  if (!origin.hostname.endsWith('.workers.dev')) {
    if (!declared.workersDev) return { domain: origin.hostname, refusals: [] };
    return refuse(
      'is a domain of your own; "workers_dev = true" opens a second address beside it. Set it to false.',
    );
  }
  if (!origin.hostname.startsWith(`${declared.worker}.`)) {
    return refuse(
      `must begin with the Worker's name: "https://${declared.worker}.<your subdomain>.workers.dev".`,
    );
  }
  if (!declared.workersDev) return refuse('is at workers.dev, which "workers_dev = false" keeps closed.');
  return { domain: null, refusals: [] };
}

function originOf({ vars }: Declared): string | undefined {
  return URL.parse(vars['APP_ORIGIN'] ?? '')?.origin;
}
