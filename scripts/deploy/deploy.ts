/** All steps of a deployment: read facts, plan, ask, build, migrate, deploy, smoke test. */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { ConfigVariables } from '../../src/worker/platform/config.ts';
import type { Asked } from './arguments.ts';
import { environments, type Declared, type Environment, type Facts } from './facts.ts';
import { askOperator, type OperatorVariable } from './operator.ts';
import { chooseAccount, configProblems, missingSecrets, planDeployment, type Step } from './plan.ts';
import { askSecrets, makeSecrets, sayToKeep, withSecretsFile, type Ask } from './secrets.ts';
import { smokeTest, type Asking } from './smoke.ts';
import { readSources } from './sources.ts';
import { readDeclared, withDatabaseId, withVariable } from './wrangler-file.ts';
import { Wrangler } from './wrangler.ts';

/** Size limit for the Worker's compressed code. The platform's own limits are higher. */
const MAX_GZIP_KIB = 1_000_000 / 1024;

/** The environment of a deployment: terminal, folder, signals, build. */
export type Around = Asking & {
  /** The folder of `wrangler.toml`. */
  root: string;
  env: NodeJS.ProcessEnv;
  /** Aborted when the deployment must stop. */
  ended: AbortSignal;
  /** Null: there is no terminal. */
  ask: Ask | null;
  /** Builds, and returns the configuration file for `wrangler deploy`; null: the build failed. */
  build: (environment: Environment) => string | null;
};

/**
 * Returns true if the new release is deployed and answers. With `check`, returns true if the release can be deployed.
 * Throws errors of wrangler or git.
 */
export async function deploy(asked: Asked, around: Around): Promise<boolean> {
  const { say } = around;
  const { release, uncommitted } = readSources(around.root);
  const login = await logIn(around);
  if (login === null) return false;
  const { wrangler } = login;
  const looked = await look(asked, around, wrangler, uncommitted);
  const facts = asked.check ? looked : await withOperator(looked, around);
  const plan = await planDeployment(facts);
  if (!plan.ok) return refuse(plan.refusals, around);
  for (const step of plan.steps) say(`${asked.check ? 'Would' : 'Will'} ${described(step)}.`);
  const build = () => buildRelease({ ...asked, release, domain: plan.domain }, around, wrangler);
  if (asked.check) {
    if ((await build()) === null) return false;
    say(`Nothing is in the way of ${release}. Nothing was changed.`);
    return true;
  }
  const ready = await gatherSecrets(plan.steps, facts, around);
  if (ready === null) return false;
  const { publicKey, secrets, made } = ready;
  const isUploaded = await withPublicKey(publicKey, facts, around, wrangler, async (uploading) => {
    await prepareDatabase(plan.steps, facts, around, wrangler);
    const deployment = await build();
    if (deployment === null || !(await migrate(wrangler, asked.environment, around))) return false;
    const toKeep = sayToKeep(made, around.ask !== null);
    if (toKeep !== null) say(toKeep);
    uploading();
    return upload(wrangler, deployment, secrets, around);
  });
  const healthToken = secrets['HEALTH_TOKEN'] ?? around.env['HEALTH_TOKEN'] ?? null;
  return isUploaded && tryOut(release, healthToken, facts, around);
}

/** Returns the arguments of `wrangler deploy`; null: the deployment is refused, and the reason was printed. */
async function buildRelease(
  { environment, release, domain }: { environment: Environment; release: string; domain: string | null },
  around: Around,
  wrangler: Wrangler,
): Promise<string[] | null> {
  around.say('Building.');
  const config = around.build(environment);
  if (config === null) {
    refuse(['The build failed.'], around);
    return null;
  }
  const deployment = ['deploy', '--config', config, '--tag', release, '--message', `Release ${release}`];
  if (domain !== null) deployment.push('--domain', domain);
  return (await weigh(wrangler, deployment, around)) ? deployment : null;
}

/** Runs `wrangler deploy`. Wrangler asks before it moves a domain from another Worker, but only at a terminal. */
async function upload(
  wrangler: Wrangler,
  deployment: string[],
  secrets: ConfigVariables,
  around: Around,
): Promise<boolean> {
  const shown = around.ask !== null;
  const said = await withSecretsFile(secrets, (options) =>
    wrangler.run([...deployment, ...options], {}, shown),
  );
  if (!shown) around.say(`${said.stdout}${said.stderr}`.trim());
  if (said.ok) return true;
  return refuse(
    [
      'wrangler did not finish; what it said stands above. Where it says "Uploaded", the new code runs already.',
    ],
    around,
  );
}

/**
 * Calls `use` while the generated public key is in `wrangler.toml`. `publicKey` is null if no key was generated. If the
 * private key did not reach the Worker, the private key is lost. The public key is then removed again, because a
 * deployment with this public key would need the lost private key. `use` calls `uploading` when the upload of secrets
 * begins.
 */
async function withPublicKey(
  publicKey: string | null,
  { environment, declared }: Facts,
  around: Around,
  wrangler: Wrangler,
  use: (uploading: () => void) => Promise<boolean>,
): Promise<boolean> {
  let isDone = false;
  let isSent = false;
  if (publicKey !== null) fillIn(around, environment, 'VAPID_PUBLIC_KEY', publicKey);
  try {
    isDone = await use(() => (isSent = true));
  } finally {
    const isInTheWay = publicKey !== null && !isDone;
    if (isInTheWay && !(isSent && (await hasPrivateKey(declared, around, wrangler)))) {
      fillIn(around, environment, 'VAPID_PUBLIC_KEY', '');
    }
  }
  return isDone;
}

/**
 * True if the Worker has the private key. Also true if wrangler cannot list the Worker's secrets, because a public key
 * that was removed by mistake cannot be recovered.
 */
async function hasPrivateKey({ worker }: Declared, around: Around, wrangler: Wrangler): Promise<boolean> {
  try {
    return (await wrangler.afterTheEnd().secrets(worker))?.includes('VAPID_PRIVATE_KEY') ?? false;
  } catch (error) {
    around.say(error instanceof Error ? error.message : String(error));
    refuse(
      [
        `Whether ${worker} has VAPID_PRIVATE_KEY now could not be looked up. If the next try misses it, set VAPID_PUBLIC_KEY to "" in wrangler.toml.`,
      ],
      around,
    );
    return true;
  }
}

/** Wrangler with the account of the deployment; null: the deployment is refused, and the reason was printed. */
async function logIn(around: Around): Promise<{ wrangler: Wrangler } | null> {
  const wrangler = new Wrangler(around.root, around.env, around.ended);
  const found = await wrangler.accounts();
  if (!found.ok) {
    const how =
      found.reason === null
        ? 'Nobody is logged in at Cloudflare. Run "npx wrangler login", or set CLOUDFLARE_API_TOKEN.'
        : `Cloudflare does not accept the login, or cannot be reached: ${found.reason}`;
    refuse([how], around);
    return null;
  }
  const chosen = chooseAccount(found.accounts, around.env['CLOUDFLARE_ACCOUNT_ID']);
  if (!chosen.ok) {
    refuse([chosen.refusal], around);
    return null;
  }
  around.say(`Account ${chosen.account.name} (${chosen.account.id}).`);
  return { wrangler: wrangler.inAccount(chosen.account) };
}

async function look(asked: Asked, around: Around, wrangler: Wrangler, uncommitted: string[]): Promise<Facts> {
  const { environment, generate, place } = asked;
  const declared = readDeclared(around.root, environment);
  const [otherName = environment] = environments.filter((one) => one !== environment);
  const other = readDeclared(around.root, otherName);
  const [databases, secrets] = await Promise.all([wrangler.databases(), wrangler.secrets(declared.worker)]);
  const found = { databases, secrets };
  const known = { environment, declared, other, uncommitted, generate, place, found };
  const missing = missingSecrets({ ...known, given: {}, canAsk: false });
  const given = Object.fromEntries(
    missing.filter((name) => around.env[name]).map((name) => [name, around.env[name]]),
  );
  return { ...known, given, canAsk: around.ask !== null };
}

/**
 * The facts with the operator's name and address. If name or address is missing, asks the user and writes the answer to
 * `wrangler.toml`.
 */
async function withOperator(facts: Facts, around: Around): Promise<Facts> {
  if (around.ask === null) return facts;
  const typed = await askOperator(facts, around.ask, around.say);
  for (const { name, value } of typed) fillIn(around, facts.environment, name, value);
  const told = Object.fromEntries(typed.map(({ name, value }) => [name, value]));
  return { ...facts, declared: { ...facts.declared, vars: { ...facts.declared.vars, ...told } } };
}

/**
 * Asks for secrets and generates secrets, but stores no secrets. `made` has the generated secrets. `publicKey` is null
 * if no key was generated. Null: the deployment is refused, and the reason was printed.
 */
async function gatherSecrets(
  steps: Step[],
  facts: Facts,
  around: Around,
): Promise<{ publicKey: string | null; secrets: ConfigVariables; made: ConfigVariables } | null> {
  const all = { ...facts.given };
  const made: ConfigVariables = {};
  for (const step of steps) {
    if (step.do === 'ask' && around.ask !== null) {
      Object.assign(all, await askSecrets(step.secrets, around.ask, facts, around.say));
    }
    if (step.do === 'generate') Object.assign(made, makeSecrets(step.secrets));
  }
  Object.assign(all, made);
  const { VAPID_PUBLIC_KEY: publicKey, ...given } = all;
  const vars = { ...facts.declared.vars, ...(publicKey && { VAPID_PUBLIC_KEY: publicKey }) };
  const declared: Declared = { ...facts.declared, vars };
  const problems = await configProblems({ ...facts, declared, given });
  if (problems.length > 0) {
    refuse(problems, around);
    return null;
  }
  const secrets = Object.fromEntries(Object.entries(given).filter(([, value]) => value));
  return { publicKey: publicKey ?? null, secrets, made };
}

/**
 * Creates the database, or uses an existing database of the same name. A database already exists if an earlier
 * deployment stopped before the database's id was written to `wrangler.toml`.
 */
async function prepareDatabase(
  steps: Step[],
  { environment }: Facts,
  around: Around,
  wrangler: Wrangler,
): Promise<void> {
  for (const step of steps) {
    if (step.do !== 'create_database' && step.do !== 'adopt_database') continue;
    const id = step.do === 'adopt_database' ? step.id : await wrangler.createDatabase(step.name, step.place);
    fillIn(around, environment, 'database_id', id);
  }
}

function fillIn(
  { root, say }: Around,
  environment: Environment,
  name: 'database_id' | 'VAPID_PUBLIC_KEY' | OperatorVariable,
  value: string,
): void {
  const file = path.join(root, 'wrangler.toml');
  const text = readFileSync(file, 'utf8');
  const filled =
    name === 'database_id'
      ? withDatabaseId(text, environment, value)
      : withVariable(text, environment, name, value);
  writeFileSync(file, filled);
  say(`wrangler.toml: ${name} of [env.${environment}] is "${value}" now. Commit it afterwards.`);
}

async function weigh(wrangler: Wrangler, deployment: string[], around: Around): Promise<boolean> {
  const said = await wrangler.run([...deployment, '--dry-run']);
  const size = /gzip: ([\d.]+) KiB/.exec(said.stdout)?.[1];
  if (!said.ok || size === undefined) {
    around.say(`${said.stdout}${said.stderr}`.trim());
    return refuse(['wrangler would not deploy this build; what it said stands above.'], around);
  }
  around.say(`The Worker weighs ${size} KiB compressed.`);
  if (Number(size) <= MAX_GZIP_KIB) return true;
  return refuse(
    [`The Worker may weigh ${Math.floor(MAX_GZIP_KIB)} KiB compressed. See what was added.`],
    around,
  );
}

/**
 * Migrations run before the new code is deployed. The old code still works with the new schema, because migrations
 * remove no data that the old code reads (`docs/decisions/0021-migrations-only-grow.md`).
 */
async function migrate(wrangler: Wrangler, environment: Environment, around: Around): Promise<boolean> {
  const said = await wrangler.run(['d1', 'migrations', 'apply', 'DB', '--remote', '--env', environment]);
  if (said.ok) {
    const applied = [...new Set(said.stdout.match(/[\w-]+\.sql/g))];
    around.say(applied.length === 0 ? 'The database is up to date.' : `Applied ${applied.join(', ')}.`);
    return true;
  }
  around.say(`${said.stdout}${said.stderr}`.trim());
  return refuse(
    ['A migration failed; what it said stands above. No code was deployed: what ran before goes on.'],
    around,
  );
}

async function tryOut(
  release: string,
  healthToken: string | null,
  { declared, found }: Facts,
  around: Around,
): Promise<boolean> {
  const origin = URL.parse(declared.vars['APP_ORIGIN'] ?? '')?.origin ?? '';
  const inMaintenance = declared.vars['MAINTENANCE'] === 'on';
  const problems = await smokeTest({ origin, release, inMaintenance, healthToken }, around);
  if (problems.length === 0) {
    around.say(`${release} runs at ${origin}${inMaintenance ? ', closed for maintenance' : ''}.`);
    return true;
  }
  const back =
    found.secrets === null
      ? `It is the first deployment: there is none to go back to. "npx wrangler tail ${declared.worker}" shows what it says.`
      : `To go back to the code before: npx wrangler rollback --name ${declared.worker} --durable-objects-code-update-mode immediate (docs/deploy.md, "Going back").`;
  return refuse([...problems, back], around);
}

function described(step: Step): string {
  switch (step.do) {
    case 'create_database':
      return `make the database "${step.name}" in ${step.place}`;
    case 'adopt_database':
      return `write the database's id ${step.id} to wrangler.toml`;
    case 'generate':
      return `make ${step.secrets.join(' and ')}`;
    case 'ask':
      return `ask for ${step.secrets.join(', ')}`;
  }
}

function refuse(sentences: string[], { say }: Around): false {
  for (const sentence of sentences) say(`✗ ${sentence}`);
  return false;
}
