/** What a deployment knows before it decides anything. */
import type { ConfigVariables } from '../../src/worker/platform/config.ts';

export const environments = ['staging', 'production'] as const;
export type Environment = (typeof environments)[number];

/** An account that the login may use. */
export type Account = { id: string; name: string };

/** A database of the account. */
export type Database = { id: string; name: string };

/** Where D1 makes a database, which stays there for good, and the option of `wrangler d1 create` that takes it. */
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

/** What `wrangler.toml` says about one environment. */
export type Declared = {
  /** The Worker's name. */
  worker: string;
  /** Whether the platform's own address, `<worker>.<account's subdomain>.workers.dev`, leads to it. */
  workersDev: boolean;
  /** `id` is empty until there is one. */
  database: Database;
  vars: ConfigVariables;
  /** The secrets that it wants, by name. */
  secrets: readonly string[];
  /** Whether it has the binding EMAIL. */
  email: boolean;
};

/** What was found at the account. */
type Found = {
  databases: readonly Database[];
  /** The names of the secrets that the Worker has; null: there is no such Worker yet. */
  secrets: readonly string[] | null;
};

export type Facts = {
  environment: Environment;
  declared: Declared;
  /** The environment beside this one, which nothing may be shared with. */
  other: Declared;
  /** Files that differ from the last commit. */
  uncommitted: readonly string[];
  found: Found;
  /** Secrets that are given now, by name: from the environment of the command, or typed. */
  given: ConfigVariables;
  /** Where a database is to be made; null: nobody said. */
  place: Place | null;
  /** Whether somebody sits at a terminal. */
  canAsk: boolean;
  /** Whether what can be made is to be made. */
  generate: boolean;
};
