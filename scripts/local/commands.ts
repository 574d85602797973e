/**
 * Every command of `package.json` with a short description. `tests/scripts/commands.test.ts` checks that this list and
 * `package.json` have the same commands.
 */
type CommandGroup = { title: string; commands: Record<string, string> };

export const commandGroups: CommandGroup[] = [
  {
    title: 'Run it',
    commands: {
      start: 'installs, builds, migrates, seeds the demo, serves http://localhost:8787',
      dev: 'the same from the sources, with hot reload',
      build: 'type checks, then the build in dist/',
    },
  },
  {
    title: 'Check it',
    commands: {
      check: 'format, lint, types, pure and component tests: up to two minutes',
      test: 'all of that, and contracts, Worker, browser journeys: before each merge',
      'test:full':
        'all of that, and tests that start deployments, releases and killed servers: weekly, before a release',
      mutation: 'breaks the core of the queue line by line; the tests have to notice at least 90 %',
    },
  },
  {
    title: 'One check by itself',
    commands: {
      format: 'writes the format of every file',
      lint: 'oxlint with types',
      typecheck: 'four TypeScript projects',
      types: 'generates the types of the Worker’s bindings',
      arrows: 'who imports whom, by .dependency-cruiser.mjs',
      unused: 'files, exports and packages that nothing uses',
      secrets: 'looks for secrets in every file',
    },
  },
  {
    title: 'Measure it (goals in docs/benchmarks.md)',
    commands: {
      bench: 'all benchmarks one after the other, and what each found short',
      'bench:live': 'a change until 50 open pages show it',
      'bench:page': 'the guest’s page on a slow phone and network',
      'bench:desk': 'rows, taps, times and frames of the line on the dashboard and the stand',
      'bench:site': 'Lighthouse over the public pages',
      'bench:queue': 'a location’s object against a bare one; one admit told to 10,000 pages',
      'bench:estimate': 'the learned wait against a fixed one on simulated days',
      'bench:messages': 'texts while their provider fails in every way; 11 minutes',
      'bench:analytics': 'charts among 2,000,000 visits; -- --small',
      'bench:crash': 'twenty kills under load: nothing answered is lost or doubled',
      'bench:faults': 'the same with D1 away, evictions, clock jumps, a full disk; -- <fault>; 25 minutes',
      'bench:evening': 'a busy evening at 200 locations; -- --small',
      'bench:soak': 'half an hour of load: nothing that is held may grow; -- --small',
      'bench:abuse': 'an hour of attacks on lines and texts beside a normal evening, on a moved clock',
      'bench:billing': 'a year of 1,000 accounts on a moved clock; -- --small',
      'bench:cost': 'what a thousand guests cost at the platform’s prices',
      'bench:world': 'network time of guests and owners in twelve cities, by published round trips',
      'bench:start': 'how long the built Worker takes to start',
    },
  },
  {
    title: 'Deploy and operate (docs/deploy.md, docs/operations.md)',
    commands: {
      deploy: '-- staging | production',
      release: '-- major | minor | patch: changelog, bill of materials, kept data, commit, tag',
      'release:fixture': 'the data that this version leaves, for the tests of later ones',
      rotate: 'seals stored secrets by the newest key',
      'admin:password': 'asks for a password of an operator and prints its hash',
      'passkeys:reset': '-- staging | production <operator>: removes the lost passkeys of an operator',
      export: '-- <origin> <username> <file>, or --all <folder>: businesses into files',
      import: '-- <origin> <file>: a business out of a file',
      restore: '-- <origin> <locationId> <time or bookmark>: one location back in time',
      person: '-- <origin> export | erase <number or address>: what is kept about a person',
      approve: '-- <origin> export | erase <as it was asked for>: approves what another operator asked for',
    },
  },
  {
    title: 'Make files anew',
    commands: {
      'db:generate': '-- --name what_changes: a migration from src/worker/db/schema',
      'stripe:schema': 'the schema by which contract tests judge calls of Stripe',
      docs: 'docs/configuration.md',
      fonts: 'the subsets of the fonts',
      icons: 'icons and the picture of shared links',
      'readme-images': 'the pictures of the README',
      'demo:record': 'the film of /demo; 5 minutes',
      help: 'this list',
    },
  },
];
