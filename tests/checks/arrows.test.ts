/** Each arrow of docs/architecture.md is a lint rule: an import against it, put where it is forbidden, is refused. */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod/mini';

const projectRoot = path.dirname(path.dirname(import.meta.dirname));
const arrowRules = ['eslint(no-restricted-imports)', 'eslint(no-restricted-globals)'];
const importing = (specifier: string) => `import '${specifier}';\n`;

/** Where a file stands, and what it must not say there. */
const forbidden: [file: string, code: string][] = [
  ['src/client/lib/case.ts', importing('../../worker/config.ts')],
  ['src/client/features/auth/case.ts', importing('../../../worker/config.ts')],
  ['src/client/case.ts', importing('./worker/config.ts')],
  ['src/client/site/case.ts', importing('drizzle-orm')],
  ['src/shared/case.ts', importing('../worker/config.ts')],
  ['src/shared/copy/case.ts', importing('../../client/ui/button.tsx')],
  ['src/shared/plain/case.ts', importing('react')],
  ['src/shared/platform/case.ts', importing('cloudflare:workers')],
  ['src/worker/pages/case.ts', importing('../../client/guest-on-server.tsx')],
  ['src/worker/case.ts', importing('../client/ui/button.tsx')],
  ['src/worker/accounts/case.ts', importing('../routes/answers.ts')],
  ['src/worker/queue/case.ts', importing('../app.ts')],
  ['src/worker/messages/case.ts', importing('../index.ts')],
  ['src/worker/routes/case.ts', importing('drizzle-orm')],
  ['src/worker/queue/drizzle/case.ts', importing('drizzle-orm/d1')],
  ['src/worker/queue/queue.ts', importing('./store.ts')],
  ['src/worker/queue/estimate.ts', importing('cloudflare:workers')],
  ['src/worker/queue/line.ts', importing('../db/client.ts')],
  ['src/worker/queue/alarm.ts', importing('../../client/lib/api.ts')],
  ['src/worker/queue/outbox.ts', importing('cloudflare:workers')],
  ['src/worker/routes/calling.ts', `await fetch('https://elsewhere.example');\n`],
  ['src/worker/messages/calling.ts', `await fetch('https://elsewhere.example');\n`],
  ['src/client/features/auth/other.ts', importing('../dashboard/lists.ts')],
  ['src/client/features/auth/parts/other.ts', importing('../../dashboard/lists.ts')],
  ['src/client/owner-area/case.ts', importing('../features/dashboard/lists.ts')],
  ['src/client/ui/network.ts', importing('../lib/api.ts')],
  ['src/client/ui/page.ts', importing('../features/auth/log-in.tsx')],
  ['src/client/lib/page.ts', importing('../ui/button.tsx')],
  ['src/client/features/auth/calling.ts', `await fetch('/auth/me');\n`],
];

/** The same places, saying what they may say. */
const allowed: [file: string, code: string][] = [
  [
    'src/client/features/auth/fine.ts',
    importing('../../../shared/account.ts') + importing('../../lib/api.ts'),
  ],
  ['src/client/features/auth/parts/fine.ts', importing('../use-checked-form.ts')],
  ['src/client/router-fine.ts', importing('./features/auth/log-in.tsx')],
  ['src/shared/fine.ts', importing('./limits.ts') + importing('zod/mini')],
  ['src/worker/pages/fine.ts', importing('#guest-renderer')],
  ['src/worker/routes/fine.ts', importing('../accounts/me.ts') + importing('hono')],
  ['src/worker/db/fine.ts', importing('drizzle-orm')],
  ['src/worker/queue/fine.ts', importing('cloudflare:workers') + importing('../db/history.ts')],
  ['src/worker/messages/providers/fine.ts', `await fetch('https://provider.example');\n`],
];
/** Files whose own names the rules know: their fine imports go through a second tree. */
const allowedPure: [file: string, code: string][] = [
  ['src/worker/queue/queue.ts', importing('../../shared/limits.ts') + importing('./line.ts')],
  ['src/worker/queue/outbox.ts', importing('./alarm.ts')],
];

const report = z.object({ diagnostics: z.array(z.object({ code: z.string(), filename: z.string() })) });

const trees: string[] = [];
let refused: Map<string, string[]>;
let refusedPure: Map<string, string[]>;

beforeAll(() => {
  refused = lint([...forbidden, ...allowed]);
  refusedPure = lint(allowedPure);
}, 60_000);

afterAll(() => {
  for (const tree of trees) rmSync(tree, { recursive: true });
});

test.for(forbidden)('%s may not say: %s', ([file]) => {
  expect(refused.get(file)).toBeDefined();
});

test.for(allowed)('%s may say: %s', ([file]) => {
  expect(refused.get(file)).toBeUndefined();
});

test.for(allowedPure)('%s may say: %s', ([file]) => {
  expect(refusedPure.get(file)).toBeUndefined();
});

/** Lints a tree that holds only these files and the project's configuration; gives the broken arrows per file. */
function lint(files: [file: string, code: string][]): Map<string, string[]> {
  const tree = mkdtempSync(path.join(tmpdir(), 'arrows-'));
  trees.push(tree);
  cpSync(path.join(projectRoot, '.oxlintrc.json'), path.join(tree, '.oxlintrc.json'));
  for (const [file, code] of files) {
    mkdirSync(path.join(tree, path.dirname(file)), { recursive: true });
    writeFileSync(path.join(tree, file), code);
  }
  const oxlint = path.join(projectRoot, 'node_modules', '.bin', 'oxlint');
  const { stdout } = spawnSync(oxlint, ['--format', 'json', '.'], { cwd: tree, encoding: 'utf8' });
  const broken = report
    .parse(JSON.parse(stdout))
    .diagnostics.filter(({ code }) => arrowRules.includes(code))
    .map(({ filename, code }): [string, string] => [filename.replaceAll('\\', '/'), code]);
  return new Map(
    broken.map(([file]) => [file, broken.filter(([other]) => other === file).map(([, code]) => code)]),
  );
}
