/** The input of a deployment's plan. */
import type { ConfigVariables } from '../../src/worker/platform/config.ts';

export const environments = ['staging', 'production'] as const;
export type Environment = (typeof environments)[number];

/** A Cloudflare account that the login may use. */
export type Account = { id: string; name: string };

export type Database = { id: string; name: string };

/** Regions for a new D1 database, each with its option of `wrangler d1 create`. The region cannot be changed later. */
export const places = {
  weur: 'location',
  eeur: 'location',
  apac: 'location',
  oc: 'location',
  wnam: 'location',
  enam: 'location',
  eu: 'jurisdiction',
  us: 'jurisdiction',
  fedramp: 'jurisdiction',
} as const;
export type Place = keyof typeof places;

/** An environment as declared in `wrangler.toml`. */
export type Declared = {
  /** The Worker's name. */
  worker: string;
  /** Whether the platform's own address `<worker>.<account's subdomain>.workers.dev` is switched on. */
  workersDev: boolean;
  /** `id` is empty until the database is created. */
  database: Database;
  vars: ConfigVariables;
  /** Names of the secrets that the Worker requires. */
  secrets: readonly string[];
  /** Whether the binding EMAIL is declared. */
  email: boolean;
};

/** The state that was found in the account at Cloudflare. */
type Found = {
  databases: readonly Database[];
  /** Names of the Worker's stored secrets; null: the Worker does not exist yet. */
  secrets: readonly string[] | null;
};

export type Facts = {
  environment: Environment;
  declared: Declared;
  /** The other environment, which must share nothing with this environment. */
  other: Declared;
  /** Files that differ from the last commit. */
  uncommitted: readonly string[];
  found: Found;
  /** Secrets given in this run, by name: from environment variables, or typed. */
  given: ConfigVariables;
  /** Region for a new database; null: not given. */
  place: Place | null;
  /** Whether there is a terminal. */
  canAsk: boolean;
  /** Whether missing secrets are generated. */
  generate: boolean;
};
