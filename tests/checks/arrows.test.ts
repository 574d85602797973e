/** Each arrow of docs/architecture.md is a lint rule: an import against it, put where it is forbidden, is refused. */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod/mini';

const projectRoot = path.dirname(path.dirname(import.meta.dirname));
const arrowRules = [
  'eslint(no-restricted-imports)',
  'eslint(no-restricted-globals)',
  'eslint(no-restricted-properties)',
  'eslint(no-empty)',
];
const importing = (specifier: string) => `import '${specifier}';\n`;
const importingLate = (specifier: string) => `export const late = () => import('${specifier}');\n`;
const importingType = (specifier: string) => `import type { T } from '${specifier}';\nexport type U = T;\n`;

/** Where a file stands, and what it must not say there. */
const forbidden: [file: string, code: string][] = [
  ['src/client/lib/case.ts', importing('../../worker/config.ts')],
  ['src/client/features/auth/case.ts', importing('../../../worker/config.ts')],
  ['src/client/case.ts', importing('./worker/config.ts')],
  ['src/client/site/case.ts', importing('drizzle-orm')],
  ['src/client/lib/late.ts', importingLate('../../worker/config.ts')],
  ['src/worker/routes/late.ts', importingLate('../queue/store/store.ts')],
  ['src/client/features/settings/phone.ts', importing('libphonenumber-js/min')],
  ['src/shared/phone.ts', importing('libphonenumber-js/min')],
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
  ['src/worker/queue/rules/queue.ts', importing('../store/store.ts')],
  ['src/worker/queue/rules/estimate.ts', importing('cloudflare:workers')],
  ['src/worker/queue/rules/line.ts', importing('../../db/client.ts')],
  ['src/worker/queue/rules/alarm.ts', importing('../../../client/lib/api.ts')],
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
  ['src/client/features/auth/window.ts', `await window.fetch('/auth/me');\n`],
  ['src/client/features/auth/global.ts', `await globalThis.fetch('/auth/me');\n`],
  ['src/client/site/old-request.ts', `new XMLHttpRequest().open('GET', '/auth/me');\n`],
  ['src/client/site/beacon.ts', `navigator.sendBeacon('/auth/me');\n`],
  ['src/client/site/events.ts', `new EventSource('/auth/me').close();\n`],
  ['src/client/owner-area/socket.ts', `new globalThis.WebSocket('/live').close();\n`],
  ['src/worker/routes/global.ts', `await globalThis.fetch('https://elsewhere.example');\n`],
  ['src/worker/queue/old-request.ts', `new XMLHttpRequest().open('GET', 'https://elsewhere.example');\n`],
  ['src/client/features/guest-queue/router.ts', importing('react-router')],
  ['src/client/features/guest-queue/query.ts', importing('@tanstack/react-query')],
  ['src/client/features/guest-queue/owner.ts', importing('../../owner-area/owner-query.ts')],
  ['src/client/features/guest-queue/copy.ts', importing('../../../shared/copy/owner.ts')],
  ['src/client/features/guest-queue/more-copy.ts', importing('../../../shared/copy/settings.ts')],
  ['src/client/features/guest-queue/other.ts', importing('../dashboard/lists.ts')],
  ['src/client/features/guest-queue/parts/router.ts', importing('react-router')],
  ['src/client/guest-main.ts', importing('react-router')],
  ['src/client/guest-on-server.ts', importing('./features/dashboard/lists.ts')],
  ['src/shared/tool.ts', importing('../../scripts/local/settings.ts')],
  ['src/shared/copy/tested.ts', importing('../../../tests/pure/factories.ts')],
  ['src/worker/queue/tested.ts', importing('../../../tests/pure/factories.ts')],
  ['src/client/ui/tool.ts', importing('../../../scripts/light-css.ts')],
  ['src/worker/index.ts', importing('./routes/accounts.ts')],
  ['src/worker/app.ts', importing('./db/client.ts')],
  ['src/worker/routes/to-app.ts', importing('../app.ts')],
  ['src/worker/routes/database.ts', importing('../db/client.ts')],
  ['src/worker/routes/directory.ts', importing('../db/directory.ts')],
  ['src/worker/routes/statement.ts', `export const count = (env: Env) => env.DB.prepare('select 1');\n`],
  ['src/worker/routes/provider.ts', importing('../messages/providers/sms-twilio.ts')],
  ['src/worker/routes/payments.ts', importing('../billing/providers/payments-stripe.ts')],
  ['src/worker/billing/case.ts', importing('../routes/answers.ts')],
  ['src/worker/billing/store.ts', importing('../queue/store/store.ts')],
  ['src/worker/billing/mails.ts', importing('../messages/providers/email-resend.ts')],
  ['src/worker/billing/calling.ts', `await fetch('https://elsewhere.example');\n`],
  ['src/worker/queue/payments.ts', importing('../billing/checkout.ts')],
  ['src/worker/db/payments.ts', importing('../billing/periods.ts')],
  ['src/worker/app.ts', importing('./billing/checkout.ts')],
  ['src/worker/routes/store.ts', importing('../queue/store/store.ts')],
  ['src/worker/routes/rules.ts', importing('../queue/rules/queue.ts')],
  ['src/worker/routes/object.ts', importing('../queue/location-queue.ts')],
  ['src/worker/pages/store.ts', importing('../queue/store/store.ts')],
  ['src/worker/pages/database.ts', importing('../db/directory.ts')],
  ['src/worker/accounts/store.ts', importing('../queue/store/store.ts')],
  ['src/worker/analytics/drizzle/case.ts', importing('drizzle-orm')],
  ['src/worker/analytics/store.ts', importing('../queue/store/store.ts')],
  ['src/worker/cron/routes.ts', importing('../routes/answers.ts')],
  ['src/worker/cron/object.ts', importing('../queue/location-queue.ts')],
  ['src/worker/watch/routes.ts', importing('../routes/answers.ts')],
  ['src/worker/watch/object.ts', importing('../queue/counter.ts')],
  ['src/worker/db/analytics.ts', importing('../analytics/charts.ts')],
  ['src/worker/queue/cron.ts', importing('../cron/cron.ts')],
  ['src/worker/accounts/provider.ts', importing('../messages/providers/email-resend.ts')],
  ['src/worker/admin/routes.ts', importing('../routes/answers.ts')],
  ['src/worker/admin/store.ts', importing('../queue/store/store.ts')],
  ['src/worker/admin/provider.ts', importing('../messages/providers/email-resend.ts')],
  ['src/worker/db/admin.ts', importing('../admin/audit-log.ts')],
  ['src/worker/queue/admin.ts', importing('../admin/credits.ts')],
  ['src/worker/messages/admin.ts', importing('../admin/credits.ts')],
  ['src/worker/db/accounts.ts', importing('../accounts/businesses.ts')],
  ['src/worker/db/queue.ts', importing('../queue/locate.ts')],
  ['src/worker/db/routes.ts', importing('../routes/answers.ts')],
  ['src/worker/messages/providers/queue.ts', importing('../../queue/locate.ts')],
  ['src/worker/messages/providers/accounts.ts', importing('../../accounts/me.ts')],
  ['src/worker/messages/providers/routes.ts', importing('../../routes/answers.ts')],
  ['src/worker/queue/accounts.ts', importing('../accounts/businesses.ts')],
  ['src/worker/queue/provider.ts', importing('../messages/providers/sms-twilio.ts')],
  ['src/worker/queue/rules/views.ts', importing('../store/store.ts')],
  ['src/worker/queue/waking.ts', `export const wake = (s: DurableObjectStorage) => s.setAlarm(1);\n`],
  ['src/worker/accounts/asleep.ts', `export const rest = (s: DurableObjectStorage) => s.deleteAlarm();\n`],
  ['src/worker/development/tool.ts', importing('../../../scripts/local/settings.ts')],
  ['src/worker/development/calling.ts', `await fetch('https://elsewhere.example');\n`],
  ['src/worker/log.ts', 'try {\n  JSON.parse("");\n} catch {}\n'],
];

/** What one and the same file must not say, each in a tree of its own. */
const forbiddenToo: [file: string, code: string][] = [
  ['src/worker/app.ts', importing('./queue/store/store.ts')],
  ['src/worker/app.ts', importing('./accounts/me.ts')],
  ['src/worker/app.ts', importing('./admin/credits.ts')],
  ['src/worker/app.ts', `export const count = (env: Env) => env.DB.prepare('select 1');\n`],
  ['src/worker/index.ts', importing('./queue/store/store.ts')],
  ['src/worker/queue/outbox.ts', importing('node:crypto')],
  ['src/worker/queue/outbox.ts', importing('../db/history.ts')],
  ['src/worker/queue/outbox.ts', importing('./store/store.ts')],
  ['src/worker/queue/outbox.ts', importing('drizzle-orm')],
  ['src/worker/queue/outbox.ts', 'export const now = Date.now();\n'],
  ...['queue', 'estimate', 'line', 'alarm', 'views'].flatMap((name): [file: string, code: string][] =>
    ['Date.now()', 'Math.random()', 'crypto.randomUUID()', 'globalThis.crypto'].map((code) => [
      `src/worker/queue/rules/${name}.ts`,
      `export const given = ${code};\n`,
    ]),
  ),
];

/** The same places, saying what they may say. */
const allowed: [file: string, code: string][] = [
  [
    'src/client/features/auth/fine.ts',
    importing('../../../shared/account.ts') + importing('../../lib/api.ts'),
  ],
  ['src/client/features/auth/parts/fine.ts', importing('../auth-page.tsx')],
  ['src/client/router-fine.ts', importing('./features/auth/log-in.tsx')],
  ['src/shared/fine.ts', importing('./limits.ts') + importing('zod/mini')],
  ['src/worker/pages/fine.ts', importing('#guest-renderer')],
  ['src/worker/pages/fine-site.ts', importing('#site-renderer')],
  ['src/worker/routes/fine.ts', importing('../accounts/me.ts') + importing('hono')],
  [
    'src/worker/routes/queue-fine.ts',
    importing('../queue/locate.ts') + importing('../queue/calls.ts') + importing('../queue/visit-cookie.ts'),
  ],
  ['src/worker/routes/away-fine.ts', importing('../db/away.ts')],
  ['src/worker/routes/messages-fine.ts', importing('../messages/carriers.ts')],
  ['src/worker/pages/queue-fine.ts', importing('../queue/locate.ts')],
  ['src/worker/accounts/fine.ts', importing('../queue/locate.ts') + importing('../messages/reset-mail.ts')],
  ['src/worker/admin/fine.ts', importing('drizzle-orm') + importing('../queue/locate.ts')],
  ['src/worker/routes/admin-fine.ts', importing('../admin/credits.ts')],
  ['src/worker/messages/fine.ts', importing('./providers/sms-twilio.ts')],
  [
    'src/client/features/guest-queue/fine.ts',
    importing('../../lib/api.ts') + importing('../../ui/toast.tsx'),
  ],
  ['src/client/features/settings/router-fine.ts', importing('react-router')],
  ['src/worker/caught-fine.ts', 'try {\n  JSON.parse("");\n} catch {\n  // That is fine.\n}\n'],
  ['src/worker/analytics/fine.ts', importing('../db/history.ts') + importing('../queue/locate.ts')],
  ['src/worker/watch/fine.ts', importing('../db/schema-step.ts') + importing('../queue/locate.ts')],
  ['src/worker/cron/fine.ts', importing('../db/retention.ts') + importing('../queue/calls.ts')],
  ['src/worker/db/fine.ts', importing('drizzle-orm')],
  ['src/worker/queue/fine.ts', importing('cloudflare:workers') + importing('../db/history.ts')],
  ['src/worker/messages/providers/fine.ts', `await fetch('https://provider.example');\n`],
  ['src/worker/development/fine.ts', importing('drizzle-orm') + importing('../routes/answers.ts')],
];
/** Files whose own names the rules know: their fine imports go through a second tree. */
const allowedPure: [file: string, code: string][] = [
  ['src/worker/queue/rules/queue.ts', importing('../../../shared/limits.ts') + importing('./line.ts')],
  ['src/worker/queue/rules/opening-hours.ts', importing('temporal-polyfill')],
  ['src/worker/queue/rules/views.ts', importing('./queue.ts') + 'export const day = new Date(0);\n'],
  ['src/worker/queue/outbox.ts', importingType('./outbox-payloads.ts')],
  [
    'src/worker/index.ts',
    importing('./app.ts') + importing('./cron/cron.ts') + importing('./queue/location-queue.ts'),
  ],
  ['src/worker/app.ts', importing('./routes/accounts.ts') + importing('./config.ts') + importing('hono')],
  ['src/worker/queue/wake.ts', 'export const wake = (s: DurableObjectStorage) => s.setAlarm(Date.now());\n'],
  ['src/client/guest-main.ts', importing('./features/guest-queue/guest-page.tsx')],
  ['src/worker/development/payments.ts', `await fetch('http://localhost:8787/stripe/webhook');\n`],
  ['src/client/lib/api.ts', `await fetch('/auth/me');\n`],
  ['src/client/lib/live-socket.ts', `new WebSocket('/live').close();\n`],
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

test.for(forbiddenToo)('%s may not say, either: %s', ([file, code]) => {
  expect(lint([[file, code]]).get(file)).toBeDefined();
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
